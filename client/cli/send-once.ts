/** Sends a creating request, and repeats it if the answer is lost. All repeats carry one Idempotency-Key, so it acts once. */

import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, must, type Session } from './command.ts'

/** `post` sends with that Idempotency-Key. */
export const sendOnce = async <Data>(
  { signal, progress }: Session,
  post: (key: string) => Promise<Answer<Data>>,
): Promise<Data> => {
  const key = crypto.randomUUID()
  for (let tries = 1; ; tries += 1) {
    const answer = await post(key).catch((error: unknown) => {
      if (tries === TRIES || signal.aborted) throw error
      return null
    })
    if (answer !== null && (answer.response.status < 500 || tries === TRIES)) return must(answer)
    progress('no answer yet; trying again')
    await pause(tries, signal)
  }
}

const TRIES = 3

/** False if it was aborted. */
export const pause = (seconds: number, signal: AbortSignal): Promise<boolean> =>
  wait(seconds * 1_000, true, { signal }).catch(() => false)
