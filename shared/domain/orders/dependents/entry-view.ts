/** An order as its exits see it: the entry into the position. */

import { traitsOf } from '../../exchanges/traits-of.ts'
import type { ExchangeName } from '../../kernel/exchange-name.ts'
import { type Qty, remaining, smallest } from '../../kernel/numbers.ts'
import type { Millis } from '../../kernel/time.ts'
import { holdsAllFills } from '../fills/holds-all-fills.ts'
import { filledOf, type Order } from '../order.ts'
import { isFinal } from '../status.ts'

/** The progress of an entry. */
export interface EntryView {
  /**
   * The filled quantity: the count of the exchange or of our fills, whichever is more; without reversed trades, and without `closed`. Exits
   * sell no more than this.
   */
  readonly bought: Qty
  /** The filled quantity that trades outside its exits have closed since. */
  readonly closed: Qty
  /** True if the entry has left the book. */
  readonly over: boolean
  /** True if every fill that the exchange counts is stored. Only then "nothing was filled" can be believed. */
  readonly complete: boolean
  /** True if fills may still be reversed, and the bought quantity cannot be sold yet (EXCHANGE_B). */
  readonly settling: boolean
  /** Time after a trade in which the trade may be reversed, in ms (EXCHANGE_B); 0 if every trade is final at once. */
  readonly reversibleFor: Millis
}

/** The view of an order on one market. */
export const entryView = (order: Order): EntryView => ({
  bought: remaining(filledOf(order), order.closedQty),
  closed: smallest(order.closedQty, filledOf(order)),
  over: isOrderOffTheBook(order),
  complete: isOrderComplete(order),
  settling: isOrderSettling(order),
  reversibleFor: reversibleOn(order.exchange),
})

/** True if the order is final here and on no book. A cancelled order may still be on the book of its exchange. */
export const isOrderOffTheBook = (order: Order): boolean => isFinal(order.status) && order.exchangeState !== 'live'

/** True if every fill that the exchange counts is stored, and no send of the order is watched any more. */
export const isOrderComplete = (order: Order): boolean => holdsAllFills(order) && order.watchUntil === null

/** True if a bought part cannot be sold yet. If trades settle later, only the fills show when they have settled. */
export const isOrderSettling = (order: Order): boolean =>
  order.provisional !== null || (traitsOf(order.exchange).settlesLater && !holdsAllFills(order))

/** Time after a trade in which this exchange may reverse the trade, in ms. */
export const reversibleOn = (exchange: ExchangeName): Millis => {
  const { settlesLater, fillsOverlapMs } = traitsOf(exchange)
  return settlesLater ? fillsOverlapMs : 0
}
