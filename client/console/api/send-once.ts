/** Sends a creating request so that it acts once, whatever is lost. */

import { mayBeDone as isOpen, sendUnderOneKey } from '../../send-under-one-key.ts'
import { type Answer, ask, type Call, type Problem } from './ask.ts'

interface Once {
  readonly headers: { readonly 'Idempotency-Key': string }
}

const TRIES = 4
const PAUSE_MS = 700

/** `send` sends with what it is given, which holds that key. After four tries the last problem is answered: a later repeat with the same key is safe. */
export const sendOnce = <Data>(
  send: (once: Once) => Call<Data>,
  key: string = crypto.randomUUID(),
): Promise<Answer<Data>> =>
  sendUnderOneKey((one) => ask(send({ headers: { 'Idempotency-Key': one } })), {
    key,
    tries: TRIES,
    isOpen: (answer) => !answer.ok && mayBeDone(answer.problem),
    pause: (tries) => new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tries, true)),
  })

/** True if the request may have been carried out: no answer came, or one that leaves it open. */
export const mayBeDone = ({ status, code }: Problem): boolean => status === 0 || isOpen(status, code)
