/** The body of POST /v1/orders and the rules between its fields. */

import type { InferOutput } from 'valibot'
import { brokenInItself } from '#domain/contingent/request/broken-in-itself.ts'
import { brokenBounds, brokenInstructions } from '#domain/contingent/request/instruction-rules.ts'
import { brokenOnBasket, brokenWithParent, REDUCES_ONE_MARKET } from '#domain/contingent/request/rules.ts'
import { price, qty } from '#domain/kernel/numbers.ts'
import { ORDER_TYPES, type OrderType, TIMES_IN_FORCE } from '#domain/orders/order.ts'
import { conditionalOrderParams, toConditionalRequest } from '../contingent/conditional-order-params.ts'
import { instructions, toInstructions } from '../kernel/instructions.ts'
import { priceBounds, toPriceBounds } from '../kernel/price-bounds.ts'
import { svcId } from '../kernel/svc-id.ts'
import { tradePrice } from '../kernel/trade-price.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { decimal } from '../validation/fields/decimal.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'
import { withDefault } from '../validation/fields/with-default.ts'
import type { Rule, RuleBreak } from '../validation/request-shape.ts'

export const createOrderBody = object({
  order_type: withDefault(nullable(enumeration(ORDER_TYPES)), 'LIMIT'),
  time_in_force: nullable(optional(enumeration(TIMES_IN_FORCE))),
  qty: decimal({ gt: 0, le: 1e9 }),
  buy_flag: boolean(),
  subaccount_id: uuid(),
  price: tradePrice(),
  ...priceBounds(),
  ...instructions(),
  svc_id: nullable(optional(svcId())),
  custom_asset_id: nullable(optional(uuid())),
  expiry_ts_utc: nullable(optional(datetime())),
  client_order_id: nullable(optional(string({ min: 1, max: 64 }))),
  tag: nullable(optional(string({ min: 1, max: 64 }))),
  conditional_orders_params: nullable(optional(list(conditionalOrderParams, { max: 10 }))),
})

export type CreateOrderBody = InferOutput<typeof createOrderBody>

/** LIMIT where it is absent or null. */
export const orderTypeOf = ({ order_type }: Pick<CreateOrderBody, 'order_type'>): OrderType => order_type ?? 'LIMIT'

/** Returns the broken rules between fields, as sentences. Runs only if every field is valid in itself. */
export const createOrderRule: Rule<CreateOrderBody> = (body, receivedAt) => {
  const breaks: RuleBreak[] = []
  const orderType = orderTypeOf(body)
  const basket = body.custom_asset_id != null
  if ((body.svc_id == null) !== basket) breaks.push('exactly one of svc_id and custom_asset_id is required')
  if (orderType === 'LIMIT' && body.price == null) breaks.push('price is required for LIMIT orders')
  if (orderType === 'MARKET' && body.price != null) {
    breaks.push('a MARKET order has no price; to cap the price send a LIMIT order with time_in_force IOC')
  }
  breaks.push(...brokenBounds({ orderType, ...toPriceBounds(body) }))
  breaks.push(...brokenInstructions({ orderType, timeInForce: body.time_in_force ?? null, ...toInstructions(body) }))
  if (body.time_in_force === 'GTD' && body.expiry_ts_utc == null)
    breaks.push('expiry_ts_utc is required for GTD orders')
  if (body.time_in_force === 'GTD' && body.expiry_ts_utc != null && body.expiry_ts_utc <= receivedAt) {
    breaks.push('expiry_ts_utc must be in the future')
  }
  if (basket && orderType !== 'MARKET') breaks.push('orders on a custom asset must be MARKET orders')
  if (basket && body.reduce_only === true) breaks.push(REDUCES_ONE_MARKET)
  return [...breaks, ...conditionalBreaks(body)]
}

/** Conditional orders that come with an order hang on it, and have to fit to it and to one another. */
const conditionalBreaks = (body: CreateOrderBody): readonly RuleBreak[] => {
  const params = body.conditional_orders_params ?? []
  const requested = params.map(toConditionalRequest)
  const limitPrice = orderTypeOf(body) === 'LIMIT' && body.price != null ? price(body.price) : null
  const parent = { buyFlag: body.buy_flag, qty: qty(body.qty), limitPrice }
  const at = (index: number, sentence: string): RuleBreak => ({ at: ['conditional_orders_params', index], sentence })
  const strangers = params.flatMap((one, index) =>
    one.parent_svc_order_id == null && one.parent_complex_order_id == null
      ? []
      : [at(index, 'the parent is the order itself: parent ids have no place here')],
  )
  return [
    ...strangers,
    ...requested.flatMap((one, index) => brokenInItself(one, true).map((sentence) => at(index, sentence))),
    ...(body.custom_asset_id == null
      ? []
      : requested.flatMap((one, index) => brokenOnBasket(parent, one).map((sentence) => at(index, sentence)))),
    ...brokenWithParent(parent, requested).map((broken) => at(broken.index, broken.sentence)),
  ]
}
