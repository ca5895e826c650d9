/** The parameters of a conditional order in a request. */

import type { InferOutput } from 'valibot'
import { CONDITIONAL_TYPES } from '#domain/contingent/conditional.ts'
import type { ConditionalRequest } from '#domain/contingent/request/conditional-request.ts'
import { qty } from '#domain/kernel/numbers.ts'
import { TRIGGER_PRICE_TYPES } from '#domain/markets/trigger-price.ts'
import { ORDER_TYPES } from '#domain/orders/order.ts'
import { toTriggerInstructions, triggerInstructions } from '../kernel/instructions.ts'
import { priceBounds, toPriceBounds } from '../kernel/price-bounds.ts'
import { toTradePrice, tradePrice } from '../kernel/trade-price.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { decimal } from '../validation/fields/decimal.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { requiredUnless } from '../validation/fields/required-unless.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'

export const conditionalOrderParams = requiredUnless('protect', ['trigger_order', 'qty'], {
  trigger_order: object({
    qty: optional(decimal({ gt: 0, le: 1e9 })),
    buy_flag: boolean(),
    price: tradePrice(),
    stop_order_price: tradePrice(),
    trail_amount: tradePrice(),
    order_type: nullable(optional(enumeration(ORDER_TYPES))),
    ...priceBounds(),
    ...triggerInstructions(),
  }),
  stop_order_price: tradePrice(),
  trail_amount: tradePrice(),
  link_id: nullable(optional(string({ min: 1, max: 64 }))),
  protect: nullable(optional(boolean())),
  parent_svc_order_id: nullable(optional(uuid())),
  parent_complex_order_id: nullable(optional(uuid())),
  conditional_order_type: nullable(optional(enumeration(CONDITIONAL_TYPES))),
  trigger_price_type: nullable(optional(enumeration(TRIGGER_PRICE_TYPES))),
})

export type ConditionalOrderParams = InferOutput<typeof conditionalOrderParams>

/** The request in the words of the domain. A trigger order is LIMIT where it has a price, unless it says otherwise. */
export const toConditionalRequest = (params: ConditionalOrderParams): ConditionalRequest => {
  const { trigger_order: trigger } = params
  const protect = params.protect ?? false
  return {
    subtype: params.conditional_order_type ?? null,
    stopPrice: toTradePrice(params.stop_order_price),
    trailAmount: toTradePrice(params.trail_amount),
    triggerTrailAmount: toTradePrice(trigger.trail_amount),
    linkId: params.link_id ?? null,
    protect,
    triggerPriceType: params.trigger_price_type ?? 'MARK',
    trigger: {
      orderType: trigger.order_type ?? (trigger.price == null ? 'MARKET' : 'LIMIT'),
      qty: qty(trigger.qty ?? 0),
      buyFlag: trigger.buy_flag,
      price: toTradePrice(trigger.price),
      stopPrice: toTradePrice(trigger.stop_order_price),
      ...toPriceBounds(trigger),
      ...toTriggerInstructions(trigger),
      // A protect stop never opens a position.
      ...(protect ? { reduceOnly: true } : {}),
    },
  }
}
