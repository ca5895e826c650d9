/** An order that took from the book was charged the fees that its exchange publishes. */

import { expect } from 'vitest'
import { takerFee } from '#domain/exchanges/fees/taker-fee.ts'
import type { Market } from '#domain/markets/market.ts'
import type { Fill } from '#domain/orders/fills/fill.ts'
import type { Order } from '#domain/orders/order.ts'

/** Makers pay by other rules, and reversed trades were paid back. */
export const expectPublishedFees = (order: Order, market: Market | null, fills: readonly Fill[]): void => {
  if (market === null || fills.some(({ isMaker, status }) => isMaker || status === 'REVERSED')) return
  // In the order they happened: of one moment, the best price first.
  const side = order.buyFlag ? 1 : -1
  const taken = fills.toSorted((a, b) => a.exchangeAt - b.exchangeAt || side * (a.price - b.price))
  expect(order.feesPaid, `fees of ${order.orderId}`).toBe(takerFee(market, order.buyFlag, taken))
}
