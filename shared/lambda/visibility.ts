/** How long a message a consumer took stays hidden from others. */

import { type ConsumerSpec, DEFAULT_TIMEOUT_S } from './declaration.ts'

/**
 * Six times the function's time-out, as AWS advises; on a FIFO queue only just longer than it, because there a message that
 * nobody finishes blocks the whole group, which is an exchange account.
 */
export const visibilityTimeoutS = (spec: Pick<ConsumerSpec, 'fifo' | 'timeoutS'>): number => {
  const timeoutS = spec.timeoutS ?? DEFAULT_TIMEOUT_S
  return spec.fifo ? timeoutS + 15 : 6 * timeoutS
}
