/** A sweeper over a table in the local engine, with the latencies of AWS put in: nothing consumes what it enqueues. */

import { setTimeout as pause } from 'node:timers/promises'
import { openTable, type Table } from '#adapters/store/engine/table.ts'
import type { Queues } from '#ports/work/queues.ts'
import { sweepWork } from '#use-cases/work/sweep-work.ts'
import { createTable, LOCAL_CREDENTIALS } from '../../stack/aws/dynamodb.ts'
import { sweepStores } from './sweep-stores.ts'

/** What one request waits besides what it takes here, in ms. */
export interface Latencies {
  readonly table: number
  readonly queue: number
}

/** As seen from a function in the region. */
export const AWS_LATENCIES: Latencies = { table: 4, queue: 8 }

export interface SweepDesk {
  /** To store rows with, without the latencies. */
  readonly table: Table
  /** When the message about each piece of work was sent, by its id. */
  readonly sentAt: ReadonlyMap<string, number>
  /** Units that were used since the desk was opened. */
  units(): { readonly read: number; readonly write: number }
  /** What is due then is swept. */
  readonly startedAt: number
  sweep(): Promise<number>
}

export const openSweepDesk = async (endpoint: string, name: string, latencies: Latencies): Promise<SweepDesk> => {
  await createTable(endpoint, name)
  const reach = { name, endpoint, region: 'local', credentials: LOCAL_CREDENTIALS }
  const units = { read: 0, write: 0 }
  const table = openTable({
    ...reach,
    faults: async (_, send) => {
      const [answer] = await Promise.all([send(), pause(latencies.table)])
      return answer
    },
    onConsumed: ({ operation, total }) => {
      if (READS.has(operation)) units.read += total
      else units.write += total
    },
  })
  const startedAt = Date.now()
  const sentAt = new Map<string, number>()
  const queues: Queues = {
    send: async (_queue, message) => {
      await pause(latencies.queue)
      const { orderId, subaccountId } = message as { readonly orderId?: string; readonly subaccountId?: string }
      sentAt.set(orderId ?? subaccountId ?? '', performance.now())
    },
  }
  const quiet = () => undefined
  let sweepBegan = performance.now()
  const deps = {
    ...sweepStores(table),
    pause: async () => undefined,
    queues,
    quietQueues: queues,
    // Each sweep begins at the same time: nothing falls due once more because nobody takes it up.
    clock: () => Math.round(startedAt + performance.now() - sweepBegan),
    log: { info: quiet, warn: quiet, error: (text: string) => console.error(text), metric: quiet },
  }
  const sweep = (): Promise<number> => {
    sweepBegan = performance.now()
    return sweepWork({ ...deps, swept: new Map() })
  }
  return { table: openTable(reach), sentAt, startedAt, units: () => ({ ...units }), sweep }
}

const READS: ReadonlySet<string> = new Set(['get', 'batchGet', 'query', 'count'])
