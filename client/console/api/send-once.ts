/** Sends a creating request so that it acts once, whatever is lost: all repeats carry one Idempotency-Key. */

import { type Answer, ask, type Call } from './ask.ts'

interface Once {
  readonly headers: { readonly 'Idempotency-Key': string }
}

const TRIES = 4
const PAUSE_MS = 700

/** `send` sends with what it is given, which holds that key. After four tries the last problem is answered: a later repeat with the same key is safe. */
export const sendOnce = async <Data>(send: (once: Once) => Call<Data>): Promise<Answer<Data>> => {
  const once = { headers: { 'Idempotency-Key': crypto.randomUUID() } }
  for (let tries = 1; ; tries += 1) {
    const answer = await ask(send(once))
    if (answer.ok || tries === TRIES || !isUnknown(answer.problem.status)) return answer
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tries))
  }
}

/** Whether it may have been carried out: no answer, or a failure behind the gateway. */
const isUnknown = (status: number): boolean => status === 0 || status >= 500
