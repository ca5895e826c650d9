/** What reads the queues for their functions, and can rest while there is nothing to read. */

import type { QueueReaders } from '#domain/work/queue-readers.ts'
import type { QueueName } from './queues.ts'

export interface QueueReaderStore {
  /** Null before the readers of this deployment were ever asked for. */
  get(): Promise<QueueReaders | null>
  /** Stores the next version; false when another process did meanwhile. */
  save(readers: QueueReaders): Promise<boolean>
}

/** The readers that may rest. */
export interface ReaderControl {
  /** The queues they read. */
  readonly queues: readonly QueueName[]
  /** Asks all that do not read to read, and answers whether all read now. */
  start(): Promise<boolean>
  /** Asks all to rest. */
  rest(): Promise<void>
  /**
   * Does what a reader does, once: takes a batch from the queue, waiting for it up to `waitS` seconds, has it handled, and deletes what is done. Answers how
   * many messages there were. What is not done comes again.
   */
  carry(queue: QueueName, waitS: number): Promise<number>
}
