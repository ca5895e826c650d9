/** Reads of the `live` index: orders whose exchange may still report something, and orders with working exits. */

import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { isSettled } from '#domain/orders/derive-status.ts'
import { isFinal } from '#domain/orders/status.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import { basketLivePartition, guardedPartition, livePartition } from '../engine/keys.ts'
import { recordsOf } from '../engine/readable.ts'
import type { Row } from '../engine/rows.ts'
import { keysOf, type Table } from '../engine/table.ts'
import { rowToBasketOrder } from '../rows/basket-order-row.ts'
import { isUnsentRow, rowToOrder, SENDING_ATTRIBUTES } from '../rows/order-row.ts'

type LiveOrders = Pick<
  OrderStore,
  'live' | 'guarded' | 'countGuarded' | 'countLive' | 'countUnsent' | 'countOpen' | 'liveBaskets' | 'guardedBaskets'
>

export const liveOrders = (table: Table): LiveOrders => ({
  live: async (subaccountId, exchange, options) => {
    const rows = await liveRows(table, livePartition(subaccountId, exchange))
    // An unreadable order of another market disturbs no reader.
    const there = rows.filter(({ sv }) => options?.svcId === undefined || sv === options.svcId)
    return recordsOf(table, there, rowToOrder, options).filter((one) => !isSettled(one))
  },

  guarded: async (subaccountId, exchange, options) => {
    const rows = await liveRows(table, guardedPartition(subaccountId, exchange))
    return recordsOf(table, rows, rowToOrder, options).filter(({ guarded }) => guarded)
  },

  countGuarded: (subaccountId, exchange) =>
    countLive(table, [guardedPartition(subaccountId, exchange), basketLivePartition(subaccountId)]),

  countLive: (subaccountId, exchange) => countLive(table, [livePartition(subaccountId, exchange)]),

  countUnsent: async (subaccountId, exchange) => {
    const keys = keysOf(await table.query({ index: 'live', partition: livePartition(subaccountId, exchange) }))
    // The quota may allow thousands of such orders. Only some attributes are read, because a whole order is a kilobyte to read and to decode.
    const rows = await table.batchGet(keys, { consistent: false, attributes: SENDING_ATTRIBUTES })
    return table.readable(rows, isUnsentRow).filter((isUnsent) => isUnsent).length
  },

  countOpen: (subaccountId) => {
    const accounts = EXCHANGE_NAMES.map((exchange) => livePartition(subaccountId, exchange))
    return countLive(table, [...accounts, basketLivePartition(subaccountId)])
  },

  liveBaskets: async (subaccountId, options) => {
    const rows = await liveRows(table, basketLivePartition(subaccountId))
    return recordsOf(table, rows, rowToBasketOrder, options).filter(({ status }) => !isFinal(status))
  },

  guardedBaskets: async (subaccountId, options) => {
    const rows = await liveRows(table, basketLivePartition(subaccountId))
    return recordsOf(table, rows, rowToBasketOrder, options).filter(({ guarded }) => guarded)
  },
})

const liveRows = async (table: Table, partition: string): Promise<readonly Row[]> =>
  table.batchGet(keysOf(await table.query({ index: 'live', partition })), { consistent: false })

/** Number of rows in these partitions of the `live` index. */
const countLive = async (table: Table, partitions: readonly string[]): Promise<number> => {
  const each = await Promise.all(partitions.map((partition) => table.count({ index: 'live', partition })))
  return each.reduce((total, live) => total + live, 0)
}
