/**
 * Price and fees of traded contracts in an answer: averages for each contract, rounded by the exchange (reference,
 * section 6.1).
 */

import { money, ONE, type Qty } from '#domain/kernel/numbers.ts'
import type { ReportedTrades } from '#domain/orders/fills/reported-trades.ts'
import { wireDecimal } from '../../http/wire-decimal.ts'

interface Averages {
  readonly average_fill_price?: string | null | undefined
  readonly average_fee_paid?: string | null | undefined
}

/** Returns the reported trades. A price beyond the limit is not in YES terms, and is ignored. */
export const tradedBy = (
  { average_fill_price: price, average_fee_paid: fee }: Averages,
  qty: Qty,
  limit: number,
  buyFlag: boolean,
): ReportedTrades => {
  const average = price ? wireDecimal(price) : null
  const isWithin = average !== null && average > 0 && (buyFlag ? average <= limit : average >= limit && average < ONE)
  const feeEach = fee ? wireDecimal(fee) : null
  return {
    qty,
    cost: isWithin ? BigInt(average) * BigInt(qty) : null,
    fees: feeEach === null ? null : money(Number((BigInt(feeEach) * BigInt(qty)) / BigInt(ONE))),
  }
}
