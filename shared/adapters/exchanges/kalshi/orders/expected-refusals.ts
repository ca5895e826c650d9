/** What the exchange would refuse an order for, by what is known before it is sent. */

import { onGrid } from '#domain/markets/market.ts'
import type { ExpectedRefusal, OrderPreconditions, Sendable } from '#ports/exchanges/send-outcome.ts'
import { inWords } from '../http/errors.ts'

/** The price grid of the market, an order that is not to take, and the cash on its shard (Kalshi reference, sections 3 and 11). */
export const expectedRefusals = (
  order: Pick<Sendable, 'nativeId' | 'shard' | 'qty' | 'postOnly'>,
  { limit, market, cashNeeded, cashFree, takes }: OrderPreconditions,
): readonly ExpectedRefusal[] => [
  ...(onGrid(market, limit) ? [] : [inWords('price_off_tick', order)]),
  ...(order.postOnly && takes ? [inWords('would_cross', order)] : []),
  ...(cashFree !== null && cashNeeded > cashFree ? [inWords('insufficient_balance', order)] : []),
]
