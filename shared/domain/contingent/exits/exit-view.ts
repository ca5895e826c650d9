/** Orders in the view of the exit plan: the entry that bought, and the orders that exit. */

import { basketEntryView } from '../../baskets/basket-entry-view.ts'
import { basketExitOrder } from '../../baskets/basket-exit-order.ts'
import type { ExitMarket } from '../../baskets/exit.ts'
import { isBasketOrder, type PlacedOrder } from '../../baskets/placed-order.ts'
import { leastQty } from '../../exchanges/least-qty.ts'
import { type Qty, qty, smallest } from '../../kernel/numbers.ts'
import type { LotSize } from '../../markets/lot-size.ts'
import { entryView } from '../../orders/dependents/entry-view.ts'
import { type ExitOrder, orderAsExit } from '../../orders/dependents/exit-order.ts'
import type { Entry } from './exits.ts'

/**
 * Returns the view of the order that entered the position. `markets` are its markets, `closedMarkets` says how many of these are closed.
 */
export const entryOf = (
  order: PlacedOrder,
  markets: readonly ExitMarket[],
  closedMarkets: Entry['closedMarkets'] = 'none',
): Entry => ({
  closedMarkets,
  ...(isBasketOrder(order) ? basketEntryView(order, markets) : entryView(order)),
  showsLast: false,
  ...lotSizeOf(markets),
})

/**
 * Returns the finest lot of several markets. An order in a market that left the catalogue is refused by the exchange if it does not fit.
 */
export const lotSizeOf = (markets: readonly ExitMarket[]): LotSize => {
  const least = ([first, ...others]: readonly Qty[]): Qty => (first === undefined ? qty(1) : smallest(first, ...others))
  return {
    lot: least(markets.map(({ tickSizeQty }) => tickSizeQty)),
    least: least(markets.map(({ minimumOrderSize }) => minimumOrderSize)),
    leastAtOnce: least(markets.map((market) => leastQty(market, { sellsAtOnce: true }))),
  }
}

/** Returns the view of an order that was placed for an exit. */
export const exitOrderOf = (order: PlacedOrder): ExitOrder =>
  isBasketOrder(order) ? basketExitOrder(order) : orderAsExit(order)
