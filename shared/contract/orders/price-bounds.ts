/** The fields that bound how far an order without a limit price may trade. */

import { price } from '#domain/kernel/numbers.ts'
import type { PriceBounds } from '#domain/orders/price-bounds.ts'
import { decimal } from '../validation/fields/decimal.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { optional } from '../validation/fields/optional.ts'

/** Both are between 0 and 1 dollar, exclusive; null like absent. */
export const priceBounds = () => ({
  max_slippage: nullable(optional(decimal({ gt: 0, lt: 1 }))),
  protection_price: nullable(optional(decimal({ gt: 0, lt: 1 }))),
})

interface Fields {
  readonly max_slippage?: number | null | undefined
  readonly protection_price?: number | null | undefined
}

/** In the domain's units. */
export const toPriceBounds = ({ max_slippage, protection_price }: Fields): PriceBounds => ({
  maxSlippage: max_slippage == null ? null : price(max_slippage),
  protectionPrice: protection_price == null ? null : price(protection_price),
})
