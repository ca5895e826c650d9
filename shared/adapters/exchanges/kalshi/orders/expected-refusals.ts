/** Refusals that can be expected before an order is sent. */

import { type Money, toDecimal } from '#domain/kernel/numbers.ts'
import { onGrid } from '#domain/markets/market.ts'
import type { Order } from '#domain/orders/order.ts'
import type { ExpectedRefusal, OrderPreconditions } from '#domain/orders/send/send-outcome.ts'
import { inWords } from '../http/errors.ts'

/**
 * Checks the price grid of the market, a post-only order that would trade, and the cash on the shard (Kalshi reference,
 * sections 3 and 11).
 */
export const expectedRefusals = (
  order: Pick<Order, 'nativeId' | 'shard' | 'qty' | 'price' | 'postOnly'>,
  { limit, market, cashNeeded, cashFree, takes }: OrderPreconditions,
): readonly ExpectedRefusal[] => [
  // A limit from the book may be at a level that the stored grid does not have yet.
  ...(order.price === null || onGrid(market, limit) ? [] : [inWords('price_off_tick', order)]),
  ...(order.postOnly && takes ? [inWords('would_cross', order)] : []),
  ...(cashFree !== null && cashNeeded > cashFree ? [missing(order, cashNeeded, cashFree)] : []),
]

/** Returns the refusal with the missing amount. */
const missing = (order: Parameters<typeof inWords>[1], needed: Money, free: Money): ExpectedRefusal => {
  const { code, reason } = inWords('insufficient_balance', order)
  const amounts = `$${toDecimal(needed - free)} is missing on shard ${order.shard}, where $${toDecimal(free)} is free.`
  return { code, reason: `${amounts} ${reason}` }
}
