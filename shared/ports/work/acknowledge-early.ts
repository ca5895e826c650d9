/** Acknowledges messages while their run continues. In a FIFO queue their group no longer waits for them. */

import type { QueueName } from './queues.ts'

/**
 * `receipts`: the handles under which a consumer has the messages, at most ten. They never come again, so their work has to be found
 * without them. Throws when the queue does not take them off: their group waits until the run ends.
 */
export type AcknowledgeEarly = (queue: QueueName, receipts: readonly string[]) => Promise<void>
