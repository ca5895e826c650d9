/** How long a message a consumer took stays hidden from others, and how often it comes at most. */

import { type ConsumerSpec, DEFAULT_TIMEOUT_S } from './declaration.ts'

/**
 * Six times the function's time-out, as AWS advises. It is only just longer than it on a FIFO queue, because there a message that nobody
 * finishes blocks the whole group, which is an exchange account; and where the work is late otherwise (`comesAgainSoon`).
 */
export const visibilityTimeoutS = (spec: Pick<ConsumerSpec, 'fifo' | 'comesAgainSoon' | 'timeoutS'>): number => {
  const timeoutS = spec.timeoutS ?? DEFAULT_TIMEOUT_S
  return spec.fifo || spec.comesAgainSoon ? timeoutS + BEFORE_THE_RUN_S : TIMES_ADVISED * timeoutS
}

const TIMES_ADVISED = 6

/** From the moment a message is taken until its function runs. Where it takes longer, a second run finds the work claimed or done. */
const BEFORE_THE_RUN_S = 5

/** How often a message comes before it is put aside. One that comes again sooner comes more often, so that it outlasts a burst as well. */
export const maxReceives = ({ comesAgainSoon }: Pick<ConsumerSpec, 'comesAgainSoon'>): number =>
  comesAgainSoon ? TIMES_ADVISED * MAX_RECEIVES : MAX_RECEIVES

/**
 * Messages that came this often are put aside; the sweeper queues the work again, a person looks at the message. A message also comes again when
 * Lambda had no room to run its consumer: in a new account, which may run ten at once, a burst must not end here. A failed message of a FIFO
 * queue does not come again at all, so none holds up its group so long.
 */
export const MAX_RECEIVES = 20
