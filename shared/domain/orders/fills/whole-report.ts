/** Turns what the exchange says of an order's present place on its book into what that makes of the whole order. */

import { add, money, type Qty, qty } from '../../kernel/numbers.ts'
import type { Order } from '../order.ts'
import type { ReportedTrades } from './reported-trades.ts'

interface Report {
  readonly exchangeOrderId: string
  readonly filledQty: Qty
  readonly traded?: Omit<ReportedTrades, 'qty'> | undefined
}

/**
 * Adds the fills of the replaced orders to the report. Returns the same object if the order has replaced none. Null for
 * a report of a replaced order: its filled quantity is proven, and it says nothing about this order.
 */
export const wholeReport = <Told extends Report>({ replaced }: Pick<Order, 'replaced'>, report: Told): Told | null => {
  if (replaced === null) return report
  if (report.exchangeOrderId.split('+').some((id) => replaced.exchangeOrderIds.includes(id))) return null
  const { cost, fees, filledQty } = replaced
  const reported = report.traded ?? (report.filledQty === 0 ? { cost: 0n, fees: NONE } : null)
  const traded =
    reported === null
      ? undefined
      : {
          cost: reported.cost === null || cost === null ? null : reported.cost + cost,
          fees: reported.fees === null || fees === null ? null : add(reported.fees, fees),
        }
  return { ...report, filledQty: add(filledQty, report.filledQty), traded }
}

/** Matched quantity of the replaced orders. */
export const replacedQty = ({ replaced }: Pick<Order, 'replaced'>): Qty => replaced?.filledQty ?? qty(0)

const NONE = money(0)
