/** A price of an order, or a difference of prices, in a request. */

import { type Price, price } from '#domain/kernel/numbers.ts'
import { decimal } from '../validation/fields/decimal.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { optional } from '../validation/fields/optional.ts'

/** Between 0 and 1 dollar, exclusive; null like absent. */
export const tradePrice = () => nullable(optional(decimal({ gt: 0, lt: 1 })))

/** In the domain's units. */
export const toTradePrice = (sent: number | null | undefined): Price | null => (sent == null ? null : price(sent))
