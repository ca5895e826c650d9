/** Sends a creating request, and repeats it if the answer is lost. All repeats carry one Idempotency-Key, so it acts once. */

import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, CommandFailed, must, type Session } from './command.ts'
import { refusalSentence } from './refusal-sentence.ts'

/** `post` sends with that Idempotency-Key. */
export const sendOnce = async <Data>(
  { signal, progress }: Session,
  post: (key: string) => Promise<Answer<Data>>,
): Promise<Data> => {
  const key = crypto.randomUUID()
  let mayBeDone = false
  for (let tries = 1; ; tries += 1) {
    const isLast = () => tries === TRIES || signal.aborted
    const answer = await post(key).catch((error: unknown) => {
      mayBeDone ||= hasLeft(error)
      if (!isLast()) return null
      throw mayBeDone ? new CommandFailed(`No answer came. ${NOT_KNOWN}`) : error
    })
    if (answer !== null && !isOpen(answer)) return must(answer)
    if (answer !== null) {
      mayBeDone = true
      const { response, error } = answer
      if (isLast()) throw new CommandFailed(`${refusalSentence({ status: response.status, error })} ${NOT_KNOWN}`)
    }
    progress('no answer yet; trying again')
    await pause(tries, signal)
  }
}

const TRIES = 3

/** Said where the same command once more could do the same twice. */
const NOT_KNOWN =
  'Whether it was done is not known. Look before you repeat it: npm run cli -- orders, and npm run cli -- stops.'

/** Whether the answer leaves open what became of the request: something in between has failed, or it is being carried out. */
const isOpen = ({ response, error }: Answer<unknown>): boolean =>
  response.status >= 500 ||
  (typeof error === 'object' && error !== null && 'code' in error && error.code === 'idempotency_in_flight')

/** Whether a request that failed may have reached the service: there was a connection. */
const hasLeft = (error: unknown): boolean => {
  const cause = error instanceof TypeError ? error.cause : undefined
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
  return !NO_CONNECTION.includes(String(code))
}

const NO_CONNECTION = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

/** False if it was aborted. */
export const pause = (seconds: number, signal: AbortSignal): Promise<boolean> =>
  wait(seconds * 1_000, true, { signal }).catch(() => false)
