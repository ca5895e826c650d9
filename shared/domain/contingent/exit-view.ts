/** Orders as the plan for exits sees them: the entry that bought, and the orders that leave it again. */

import { legsOf, notHeldOf } from '../baskets/basket-order.ts'
import { boughtOf, closedOf, type ExitMarket, totalOf } from '../baskets/exit.ts'
import {
  filledBy,
  isBasketOrder,
  isComplete,
  isHeld,
  isOffTheBook,
  isSettling,
  type PlacedOrder,
} from '../baskets/placed-order.ts'
import { leastQty } from '../exchanges/least-qty.ts'
import { traitsOf } from '../exchanges/traits-of.ts'
import type { ExchangeName } from '../kernel/exchange-name.ts'
import { type Qty, qty, remaining, smallest } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import type { LotSize } from '../markets/lot-size.ts'
import { isCancelledByUser } from '../orders/cancelled-by-user.ts'
import type { Entry, ExitOrder } from './exits.ts'

/** The order that entered the position. `markets` are what it trades, `shut` says whether these are closed. */
export const entryOf = (order: PlacedOrder, markets: readonly ExitMarket[], shut: Entry['shut'] = 'none'): Entry => ({
  shut,
  bought: isBasketOrder(order) ? totalOf(boughtOf(order, markets)) : remaining(filledBy(order), order.closedQty),
  closed: isBasketOrder(order) ? closedOf(order) : smallest(order.closedQty, filledBy(order)),
  over: isOffTheBook(order),
  complete: isComplete(order),
  // Of a basket the settled part can be sold. The order that sells it waits for the rest.
  settling: !isBasketOrder(order) && isSettling(order),
  showsLast: false,
  reversibleFor: Math.max(0, ...exchangesOf(order).map(reversibleOn)),
  ...lotSizeOf(markets),
})

const exchangesOf = (order: PlacedOrder): readonly ExchangeName[] =>
  isBasketOrder(order) ? legsOf(order).map(({ exchange }) => exchange) : [order.exchange]

const reversibleOn = (exchange: ExchangeName): Millis => {
  const { settlesLater, fillsOverlapMs } = traitsOf(exchange)
  return settlesLater ? fillsOverlapMs : 0
}

/** The finest of several markets. For a market that left the catalogue, the exchange refuses what does not fit. */
export const lotSizeOf = (markets: readonly ExitMarket[]): LotSize => {
  const least = ([first, ...others]: readonly Qty[]): Qty => (first === undefined ? qty(1) : smallest(first, ...others))
  return {
    lot: least(markets.map(({ tickSizeQty }) => tickSizeQty)),
    least: least(markets.map(({ minimumOrderSize }) => minimumOrderSize)),
    leastAtOnce: least(markets.map((market) => leastQty(market, { sellsAtOnce: true }))),
  }
}

/** An order placed for an exit, as the linked exits see it. */
export const exitOrderOf = (order: PlacedOrder): ExitOrder => ({
  orderId: order.orderId,
  qty: order.qty,
  filled: filledBy(order),
  notHeld: isBasketOrder(order) ? notHeldOf(order) : order.notHeld,
  state: isHeld(order) ? 'held' : isOffTheBook(order) ? 'ended' : 'open',
  leaving: order.cancelRequestedAt !== null,
  takenBack: order.reversedQty > 0,
  end: endOf(order),
  refusedSince: isBasketOrder(order) || isOffTheBook(order) ? null : order.refusedSince,
  endedAt: order.updatedAt,
})

/** Why the order ended short. */
const endOf = (order: PlacedOrder): ExitOrder['end'] => {
  if (!isOffTheBook(order) || order.status === 'EXECUTED') return null
  if (order.status !== 'CANCELLED') return 'failed'
  if (isCancelledByUser(order.cancelReason)) return order.cancelReason === 'user' ? 'user' : 'with_all'
  return order.cancelReason === LINKED_EXIT || order.cancelReason === POSITION_CLOSED ? 'ours' : 'failed'
}

/** The `cancel_reason` of an order that makes room for a linked exit, or for one of less quantity. */
export const LINKED_EXIT = 'sibling'

/** The `cancel_reason` of an order and of an exit whose position was closed otherwise. */
export const POSITION_CLOSED = 'position_closed'
