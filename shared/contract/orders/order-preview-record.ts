/** What an order would do, as our interface shows it before the order is placed. */

import type { InferInput } from 'valibot'
import { traitsOf } from '#domain/exchanges/traits-of.ts'
import { isFeeKnown } from '#domain/fees/is-fee-known.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { money, toNumber } from '#domain/kernel/numbers.ts'
import type { Market } from '#domain/markets/market.ts'
import { type OrderPreview, type PreviewLeg, totalsOf } from '#domain/orders/order-preview.ts'
import { svcId } from '../kernel/svc-id.ts'
import { decimal } from '../validation/fields/decimal.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { string } from '../validation/fields/string.ts'

const remarks = () => list(object({ code: string(), detail: string() }))

/** What a leg and the whole order both have. */
const figures = () => ({
  qty: decimal(),
  resting_qty: decimal(),
  worst_price: nullable(decimal()),
  average_price: nullable(decimal()),
  fee: decimal(),
  cash_needed: decimal(),
  cash_free: nullable(decimal()),
  position_after: decimal(),
})

/** What the market of a leg asks; null for a whole that has several markets. */
const terms = () => ({
  fee_rule: nullable(string()),
  fee_rate: nullable(decimal()),
  tick_size: nullable(decimal()),
  min_qty: nullable(decimal()),
})

export const orderPreviewRecord = object({
  legs: list(object({ svc_id: svcId(), exchange_name: enumeration(EXCHANGE_NAMES), ...figures(), ...terms() })),
  ...figures(),
  ...terms(),
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
      ...toFigures(leg),
      ...termsOf(leg.market),
    })),
    ...toFigures({ ...totalsOf(legs, buyFlag), cashFree }),
    ...(only !== undefined && others.length === 0 ? termsOf(only.market) : NO_TERMS),
    warnings: [...warnings],
    refusals: [...refusals],
  }
}

const toFigures = (leg: Omit<PreviewLeg, 'market' | 'cost' | 'stake'>) => ({
  qty: toNumber(leg.qty),
  resting_qty: toNumber(leg.restingQty),
  worst_price: leg.worstPrice === null ? null : toNumber(leg.worstPrice),
  average_price: leg.averagePrice === null ? null : toNumber(leg.averagePrice),
  fee: toNumber(leg.fee),
  cash_needed: toNumber(leg.cashNeeded),
  cash_free: leg.cashFree === null ? null : toNumber(leg.cashFree),
  position_after: toNumber(leg.positionAfter),
})

const termsOf = (market: Market) => ({
  ...feeTermsOf(market),
  tick_size: toNumber(market.tickSizePrice),
  min_qty: toNumber(market.minimumOrderSize),
})

const feeTermsOf = (market: Market) =>
  isFeeKnown(market)
    ? { fee_rule: traitsOf(market.exchange).fees.formula(market.feeTerms), fee_rate: toNumber(market.feeTerms.rate) }
    : { fee_rule: null, fee_rate: null }

const NO_TERMS = { fee_rule: null, fee_rate: null, tick_size: null, min_qty: null }
