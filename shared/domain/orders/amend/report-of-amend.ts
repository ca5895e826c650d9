/**
 * Turns the answer to an amend into a report on the whole order. The answer gives price and fees only for trades of the
 * amend itself.
 */

import { add, type Qty, smallest } from '../../kernel/numbers.ts'
import type { ReportedTrades } from '../fills/reported-trades.ts'
import { shownTrades } from '../fills/shown-trades.ts'
import type { Order } from '../order.ts'
import type { OrderStatusReport } from '../transitions/apply-status-report.ts'

/**
 * Takes in `before` the order as the amend was sent: its earlier trades are not in `traded`. `filledQty` is the
 * quantity that the whole order has filled while it still rests. If it is null, at least both have filled, and an order
 * that is full with them has ended.
 */
export const reportOfAmend = (
  before: Order,
  traded: ReportedTrades,
  filledQty: Qty | null,
  total: Qty,
): Pick<OrderStatusReport, 'state' | 'filledQty' | 'traded'> => {
  const known = shownTrades(before)
  const both = smallest(add(known.qty, traded.qty), total)
  const filled = filledQty ?? both
  // Trades that the exchange has not reported yet have no price.
  const isPriced = filled === add(known.qty, traded.qty) && known.pricedQty === known.qty
  return {
    state: filledQty === null && filled === total ? 'ended' : 'live',
    filledQty: filled,
    traded: isPriced
      ? {
          cost: traded.cost === null ? null : known.cost + traded.cost,
          fees: traded.fees === null ? null : add(known.fees, traded.fees),
        }
      : undefined,
  }
}
