/** Sends a creating request so that it acts once, whatever is lost: all repeats carry one Idempotency-Key. */

import { type Answer, ask, type Call, type Problem } from './ask.ts'

interface Once {
  readonly headers: { readonly 'Idempotency-Key': string }
}

const TRIES = 4
const PAUSE_MS = 700

/** `send` sends with what it is given, which holds that key. After four tries the last problem is answered: a later repeat with the same key is safe. */
export const sendOnce = async <Data>(
  send: (once: Once) => Call<Data>,
  key: string = crypto.randomUUID(),
): Promise<Answer<Data>> => {
  const once = { headers: { 'Idempotency-Key': key } }
  for (let tries = 1; ; tries += 1) {
    const answer = await ask(send(once))
    if (answer.ok || tries === TRIES || !mayBeDone(answer.problem)) return answer
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tries))
  }
}

/** Whether it may have been carried out: no answer, a failure behind the gateway, or it is being carried out. */
export const mayBeDone = ({ status, code }: Problem): boolean =>
  status === 0 || status >= 500 || code === 'idempotency_in_flight'
