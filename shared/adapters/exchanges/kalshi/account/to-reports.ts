/** Kalshi's orders and fills as order and fill reports. */

import { money, ONE } from '#domain/kernel/numbers.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { OrderReport } from '#domain/orders/send/order-report.ts'
import type { FillReport } from '#ports/exchanges/exchange-reports.ts'
import { wireDecimal } from '../../http/wire-decimal.ts'
import type { WireFill, WireOrder } from '../http/wire.ts'
import { toMillis, toMoney, toPrice, toQty, unreadable } from '../http/wire-values.ts'

/** Returns an order report. Only the two final statuses end an order; an unknown one does not. */
export const toOrderReport = (wire: WireOrder): OrderReport => ({
  exchangeOrderId: wire.order_id,
  identity: wire.client_order_id || null,
  state: wire.status === 'canceled' || wire.status === 'executed' ? 'ended' : 'live',
  filledQty: toQty('fill_count_fp', wire.fill_count_fp),
  ...tradedBy(wire),
  ...withdrawalOf(wire),
})

/** A raised settlement floor takes orders at or below it off the book (changes of November 2026, EXCHANGE_A 3). */
const withdrawalOf = ({ status, last_update_reason: reason }: WireOrder): Pick<OrderReport, 'withdrawal'> =>
  status === 'canceled' && reason === 'SettlementBoundsCancel' ? { withdrawal: 'settlement_floor' } : {}

/**
 * Returns cost and fees as taker and as maker. The terms in which the cost of an ask is counted are not documented
 * (reference, section 6.6).
 */
const tradedBy = (wire: WireOrder): Pick<OrderReport, 'traded'> => {
  const cost = sumOf(wire.taker_fill_cost_dollars, wire.maker_fill_cost_dollars)
  const fees = sumOf(wire.taker_fees_dollars, wire.maker_fees_dollars)
  const hasTraded = (wireDecimal(wire.fill_count_fp) ?? 0) > 0
  if (!hasTraded || (fees === null && cost === null)) return {}
  const isYes = wire.book_side === 'bid' && cost !== null
  return { traded: { cost: isYes ? BigInt(cost) * BigInt(ONE) : null, fees: fees === null ? null : money(fees) } }
}

/** Returns the sum in millionths; null unless both are readable. */
const sumOf = (...texts: ReadonlyArray<string | null | undefined>): number | null =>
  texts.reduce<number | null>((sum, text) => {
    const amount = text ? wireDecimal(text) : null
    return sum === null || amount === null || amount < 0 ? null : sum + amount
  }, 0)

/**
 * Returns a fill report. `readAt` replaces the time of a fill without one. The direction is `book_side` or
 * `outcome_side`; the price is the one of YES (reference, sections 6 and 7).
 */
export const toFillReport = (wire: WireFill, readAt: Millis): FillReport => {
  const fillId = wire.fill_id || wire.trade_id
  if (!fillId) throw unreadable('a fill without an id')
  const nativeId = wire.ticker || wire.market_ticker
  if (!nativeId) throw unreadable('a fill without a market')
  if (!wire.book_side && !wire.outcome_side) throw unreadable('a fill without a direction')
  return {
    fillId,
    tradeId: wire.trade_id || fillId,
    exchangeOrderId: wire.order_id,
    nativeId,
    at: timeOf(wire) ?? readAt,
    price: toPrice('yes_price_dollars', wire.yes_price_dollars),
    qty: toQty('count_fp', wire.count_fp),
    fee: wire.fee_cost ? toMoney('fee_cost', wire.fee_cost) : money(0),
    buyFlag: wire.book_side ? wire.book_side === 'bid' : wire.outcome_side === 'yes',
    isMaker: !wire.is_taker,
    status: 'FINAL',
  }
}

/** `created_time` is optional; the deprecated `ts` has whole seconds only. */
const timeOf = ({ created_time: text, ts }: WireFill): Millis | null => {
  if (text) return toMillis('created_time', text)
  return ts ? ts * SECOND : null
}
