/** The parameters of a TWAP in a request. */

import type { InferOutput } from 'valibot'
import { qty } from '#domain/kernel/numbers.ts'
import { SECOND } from '#domain/kernel/time.ts'
import type { TwapTerms } from '#domain/twap/twap-order.ts'
import { toTradePrice, tradePrice } from '../kernel/trade-price.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { decimal } from '../validation/fields/decimal.ts'
import { integer } from '../validation/fields/integer.ts'
import { object } from '../validation/fields/object.ts'
import { withDefault } from '../validation/fields/with-default.ts'
import type { RuleBreak } from '../validation/request-shape.ts'

export const twapOrderParams = object({
  buy_flag: boolean(),
  total_qty: decimal({ gt: 0, le: 1e9 }),
  duration_s: integer({ ge: 60, le: 86_400 }),
  slices: integer({ ge: 2, le: 288 }),
  limit_price: tradePrice(),
  max_slippage: tradePrice(),
  randomize: withDefault(boolean(), false),
})

export type TwapOrderParams = InferOutput<typeof twapOrderParams>

/** Slices closer together would overtake the news of one another. */
const LEAST_APART_S = 5

/** The broken rule that spans two fields: slices are at least five seconds apart. Empty when it holds. */
export const twapBreaks = ({ duration_s, slices }: TwapOrderParams): readonly RuleBreak[] =>
  duration_s < slices * LEAST_APART_S
    ? [
        {
          at: ['twap_order_params'],
          sentence: `slices must be at least 5 seconds apart: ${duration_s} seconds have room for ${Math.floor(duration_s / LEAST_APART_S)}`,
        },
      ]
    : []

/** The parameters in the domain’s units: millionths and milliseconds. Absent bounds become null. */
export const toTwapTerms = (params: TwapOrderParams): TwapTerms => ({
  buyFlag: params.buy_flag,
  totalQty: qty(params.total_qty),
  durationMs: params.duration_s * SECOND,
  slices: params.slices,
  limitPrice: toTradePrice(params.limit_price),
  maxSlippage: toTradePrice(params.max_slippage),
  randomize: params.randomize,
})
