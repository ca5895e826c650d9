/** Requeues messages, so that they come again later. In a FIFO queue their group waits for them. */

import type { Millis } from '#domain/kernel/time.ts'
import type { QueueName } from './queues.ts'

/**
 * `receipts`: the handles under which a consumer has the messages, at most ten. They come again at that instant, rounded up to whole
 * seconds from now, if the consumer does not report them as done. Throws when the queue does not take it: they come again after their
 * visibility time-out.
 */
export type Requeue = (queue: QueueName, receipts: readonly string[], againAt: Millis) => Promise<void>
