/** Whether the queues are read, in one row: where every function that takes keys may write. */

import type { QueueReaders } from '#domain/work/queue-readers.ts'
import type { QueueReaderStore } from '#ports/work/queue-readers.ts'
import { whole, yesNo } from '../engine/codecs.ts'
import { byVersion } from '../engine/expectation.ts'
import { QUEUE_READERS_KEY } from '../engine/keys.ts'
import { ifThere, readRow, rowOf } from '../engine/rows.ts'
import { putIf, type Table } from '../engine/table.ts'

export const queueReaderStore = (table: Table): QueueReaderStore => ({
  get: async () => ifThere(await table.get(QUEUE_READERS_KEY), (row) => readRow(row, READERS.read)),

  save: (readers) => {
    const put = { ...READERS.write({ ...readers, version: readers.version + 1 }), ...QUEUE_READERS_KEY }
    return putIf(table, put, byVersion(readers.version))
  },
})

const READERS = rowOf<QueueReaders>({
  awakeUntil: ['until', whole],
  reading: ['on', yesNo],
  since: ['at', whole],
  version: ['v', whole],
})
