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
 * The report with what the orders had that this one has replaced; the same object where it has replaced none. Null for a report of one
 * of those: how much of them filled is proven, and a late report of them says nothing about the order.
 */
export const wholeReport = <Told extends Report>({ replaced }: Pick<Order, 'replaced'>, report: Told): Told | null => {
  if (replaced === null) return report
  if (report.exchangeOrderId.split('+').some((id) => replaced.exchangeOrderIds.includes(id))) return null
  const { cost, fees, filledQty } = replaced
  const told = report.traded ?? (report.filledQty === 0 ? { cost: 0n, fees: NONE } : null)
  const traded =
    told === null
      ? undefined
      : {
          cost: told.cost === null || cost === null ? null : told.cost + cost,
          fees: told.fees === null || fees === null ? null : add(told.fees, fees),
        }
  return { ...report, filledQty: add(filledQty, report.filledQty), traded }
}

/** What was matched of the orders that this one has replaced. */
export const replacedQty = ({ replaced }: Pick<Order, 'replaced'>): Qty => replaced?.filledQty ?? qty(0)

const NONE = money(0)
