/** The expected effect of an order, as our interface shows it before the order is placed. */

import type { InferInput } from 'valibot'
import { isFeeKnown } from '#domain/exchanges/fees/is-fee-known.ts'
import { traitsOf } from '#domain/exchanges/traits-of.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { money } from '#domain/kernel/numbers.ts'
import type { Market } from '#domain/markets/market.ts'
import { labelOf } from '#domain/markets/market-label.ts'
import { type OrderPreview, type PreviewLeg, totalsOf } from '#domain/orders/preview/order-preview.ts'
import { amount, amountOrNull } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { svcId } from '../kernel/svc-id.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { string } from '../validation/fields/string.ts'

const remarks = () => list(object({ code: string(), detail: string() }))

/** Fields that a leg and the whole order both have. */
const figures = recordOf<[Omit<PreviewLeg, 'market' | 'cost' | 'stake'>]>()({
  qty: amount((leg) => leg.qty),
  resting_qty: amount((leg) => leg.restingQty),
  worst_price: amountOrNull((leg) => leg.worstPrice),
  average_price: amountOrNull((leg) => leg.averagePrice),
  fee: amount((leg) => leg.fee),
  cash_needed: amount((leg) => leg.cashNeeded),
  cash_free: amountOrNull((leg) => leg.cashFree),
  position_after: amountOrNull((leg) => leg.positionAfter),
})

/** Requirements of the market of a leg; null for an order with several markets. */
const terms = recordOf<[Market | null]>()({
  fee_rule: [
    nullable(string()),
    (market) =>
      market !== null && isFeeKnown(market) ? traitsOf(market.exchange).fees.formula(market.feeTerms) : null,
  ],
  fee_rate: amountOrNull((market) => (market !== null && isFeeKnown(market) ? market.feeTerms.rate : null)),
  tick_size: amountOrNull((market) => market?.tickSizePrice ?? null),
  min_qty: amountOrNull((market) => market?.minimumOrderSize ?? null),
})

const FIGURES = figures.schema.entries
const TERMS = terms.schema.entries

export const orderPreviewRecord = object({
  legs: list(
    object({
      svc_id: svcId(),
      exchange_name: enumeration(EXCHANGE_NAMES),
      market_title: string(),
      exchange_ticker: nullable(string()),
      ...FIGURES,
      ...TERMS,
    }),
  ),
  ...FIGURES,
  ...TERMS,
  warnings: remarks(),
  refusals: remarks(),
})

/** Cash that several legs share counts once. */
export const toOrderPreviewRecord = (
  { legs, warnings, refusals }: OrderPreview,
  buyFlag: boolean,
): InferInput<typeof orderPreviewRecord> => {
  const [only, ...others] = legs
  const purses = new Map(legs.map(({ market: { exchange, shard }, cashFree }) => [`${exchange} ${shard}`, cashFree]))
  const free = [...purses.values()]
  const cashFree = free.includes(null) ? null : money(free.reduce<number>((sum, one) => sum + (one ?? 0), 0))
  return {
    legs: legs.map((leg) => ({
      svc_id: leg.market.svcId,
      exchange_name: leg.market.exchange,
      market_title: labelOf(leg.market).title,
      exchange_ticker: labelOf(leg.market).ticker,
      ...figures.write(leg),
      ...terms.write(leg.market),
    })),
    ...figures.write({ ...totalsOf(legs, buyFlag), cashFree }),
    ...terms.write(only !== undefined && others.length === 0 ? only.market : null),
    warnings: [...warnings],
    refusals: [...refusals],
  }
}
