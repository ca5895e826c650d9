/** Visibility time-out of the messages of a consumer, and the limit of their receives. */

import { type ConsumerSpec, DEFAULT_TIMEOUT_S } from '../declaration.ts'

/**
 * Six times the time-out of the function, as AWS advises. It is just above the time-out on a FIFO queue, because there an unfinished message blocks
 * its whole group, which is an exchange account; and if `comesAgainSoon` is set.
 */
export const visibilityTimeoutS = (spec: Pick<ConsumerSpec, 'fifo' | 'comesAgainSoon' | 'timeoutS'>): number => {
  const timeoutS = spec.timeoutS ?? DEFAULT_TIMEOUT_S
  return spec.fifo || spec.comesAgainSoon ? timeoutS + BEFORE_THE_RUN_S : TIMES_ADVISED * timeoutS
}

const TIMES_ADVISED = 6

/** Longest time from the receipt of a message to the start of its function. After a longer one, a second run finds the work claimed or done. */
const BEFORE_THE_RUN_S = 5

/**
 * Receives after which a message moves to the dead-letter queue. A message that comes again sooner is received more often, to outlast a burst as
 * well.
 */
export const maxReceives = ({ comesAgainSoon }: Pick<ConsumerSpec, 'comesAgainSoon'>): number =>
  comesAgainSoon ? TIMES_ADVISED * MAX_RECEIVES : MAX_RECEIVES

/**
 * Receives after which a message is put aside: the sweeper queues its work again, and a person looks at the message. A message also comes again if
 * Lambda had no room to run its consumer. A burst must survive in a new account, which may run ten at once. A failed message of a FIFO queue does not
 * come again at all, so none blocks its group for so long.
 */
export const MAX_RECEIVES = 20
