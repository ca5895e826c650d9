/** The entry view of an order on a custom asset. */

import { type EntryView, reversibleOn } from '../orders/dependents/entry-view.ts'
import { type BasketOrder, legsOf } from './basket-order.ts'
import { boughtOf, closedOf, type ExitMarket, totalOf } from './exit.ts'
import { isComplete, isOffTheBook } from './placed-order.ts'

/** `markets` are the members. The settled part of a basket can be sold; the selling order waits for the rest. */
export const basketEntryView = (order: BasketOrder, markets: readonly ExitMarket[]): EntryView => ({
  bought: totalOf(boughtOf(order, markets)),
  closed: closedOf(order),
  over: isOffTheBook(order),
  complete: isComplete(order),
  settling: false,
  reversibleFor: Math.max(0, ...legsOf(order).map(({ exchange }) => reversibleOn(exchange))),
})
