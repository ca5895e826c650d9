/** How long a message a consumer took stays hidden from others, and how often it comes at most. */

import { type ConsumerSpec, DEFAULT_TIMEOUT_S } from './declaration.ts'

/**
 * Six times the function's time-out, as AWS advises; on a FIFO queue only just longer than it, because there a message that
 * nobody finishes blocks the whole group, which is an exchange account.
 */
export const visibilityTimeoutS = (spec: Pick<ConsumerSpec, 'fifo' | 'timeoutS'>): number => {
  const timeoutS = spec.timeoutS ?? DEFAULT_TIMEOUT_S
  return spec.fifo ? timeoutS + BEFORE_THE_RUN_S : 6 * timeoutS
}

/** From the moment a message is taken until its function runs. Where it takes longer, a second run finds the order claimed. */
const BEFORE_THE_RUN_S = 5

/**
 * Messages that came this often are put aside; the sweeper queues the work again, a person looks at the message. A message also comes again when
 * Lambda had no room to run its consumer: in a new account, which may run ten at once, a burst must not end here. A failed message of a FIFO
 * queue does not come again at all, so none holds up its group so long.
 */
export const MAX_RECEIVES = 20
