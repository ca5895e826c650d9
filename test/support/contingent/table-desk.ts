/** The use cases of conditional orders, on the table of a test, with one market of EXCHANGE_A and a fixed clock. */

import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import type { Table } from '#adapters/store/engine/table.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import type { Publish } from '#ports/work/publish.ts'
import { NOW, uuidAt } from '#test/adapters/store/samples.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { deskPorts } from '../desk-ports.ts'
import { storyQueues } from '../story-queues.ts'

export const tableDesk = (table: Table, publish?: Publish) => {
  const { market, ...fixed } = deskPorts('EXCHANGE_A')
  let made = 0
  const deps = {
    ...fixed,
    orders: orderStore(table, publish),
    complexOrders: complexOrderStore(table, publish),
    queues: storyQueues(() => NOW),
    clock: () => NOW,
    ids: { uuid: () => uuidAt(NOW, 0x100 + ++made), random: (bytes: number) => new Uint8Array(bytes) },
    log: SILENT_LOG,
  }
  return { market, deps }
}
