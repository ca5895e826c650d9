/** Orders on custom assets in the table. */

import { type BasketOrder, legsOf } from '#domain/baskets/basket-order.ts'
import { isFinal } from '#domain/orders/status.ts'
import { orderEvents } from '#domain/webhooks/order-events.ts'
import type { BasketOrderStore } from '#ports/basket-order-store.ts'
import { basketLivePartition, orderKey } from '../engine/keys.ts'
import { keysOf, type Table } from '../engine/table.ts'
import { ORDERS } from '../history/history.ts'
import { loosenTally, tallyIfDrawn } from '../history/tallies.ts'
import { outboxChanges } from '../webhooks/outbox.ts'
import { basketOrderToRow, isBasketRow, rowToBasketOrder } from './basket-order-row.ts'
import { rowToOrder } from './order-row.ts'

export const basketOrderStore = (table: Table): BasketOrderStore => ({
  get: async (orderId) => {
    const row = await table.get(orderKey(orderId))
    return row === null || !isBasketRow(row) ? null : rowToBasketOrder(row)
  },

  create: async (basket) => {
    const { written } = await table.write([
      { put: basketOrderToRow(basket, basket.version), expect: 'absent' },
      ...outboxChanges(orderEvents(basket, basket.version)),
    ])
    if (written) await tallyIfDrawn(table, ORDERS, basket.userId, basket.orderId, basket.createdAt)
    return written
  },

  save: async (basket) => {
    const { written } = await table.write([
      { put: basketOrderToRow(basket, basket.version + 1), expect: { same: { v: basket.version } } },
      ...(await loosenTally(table, basket)),
      ...outboxChanges(orderEvents(basket, basket.version + 1)),
    ])
    return written
  },

  legs: async (basket) => {
    const rows = await table.batchGet(legsOf(basket).map(({ orderId }) => orderKey(orderId)))
    return rows.map(rowToOrder)
  },

  live: async (subaccountId) => {
    const keys = keysOf(await table.query({ index: 'live', partition: basketLivePartition(subaccountId) }))
    const rows = await table.batchGet(keys, { consistent: false })
    return rows.map(rowToBasketOrder).filter((basket: BasketOrder) => !isFinal(basket.status))
  },
})
