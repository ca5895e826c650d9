/** What the answer to an amend says of the whole order: it tells the price and the fees only of what that amend itself has traded. */

import { add, type Qty, smallest } from '../../kernel/numbers.ts'
import type { ReportedTrades } from '../fills/reported-trades.ts'
import { shownTrades } from '../fills/shown-trades.ts'
import type { Order } from '../order.ts'
import type { OrderStatusReport } from '../transitions.ts'

/**
 * `before` is the order as the amend was sent: nothing that it had traded then is among `traded`. `filledQty` is what the whole order has
 * filled and still rests with; null where the answer does not tell. Then at least both have filled, and it has ended if that is all of it.
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
  // What others took of it meanwhile, and the exchange has not told yet, has no price.
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
