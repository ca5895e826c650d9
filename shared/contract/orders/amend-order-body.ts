/** The body of PATCH /v1/orders/{order_id} and the rules between its fields. */

import type { InferOutput } from 'valibot'
import { price, qty } from '#domain/kernel/numbers.ts'
import type { AmendChange } from '#domain/orders/amend/request-amend.ts'
import { tradePrice } from '../kernel/trade-price.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { decimal } from '../validation/fields/decimal.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import type { Rule } from '../validation/request-shape.ts'

/** Bounds as in the body of POST /v1/orders. Null like absent. */
export const amendOrderBody = object({
  qty: nullable(optional(decimal({ gt: 0, le: 1e9 }))),
  price: tradePrice(),
  expiry_ts_utc: nullable(optional(datetime())),
})

type AmendOrderBody = InferOutput<typeof amendOrderBody>

/** Returns the broken rules between fields, as sentences. */
export const amendOrderRule: Rule<AmendOrderBody> = (body, receivedAt) => {
  if (body.qty == null && body.price == null && body.expiry_ts_utc == null)
    return ['at least one of qty, price and expiry_ts_utc is required']
  return body.expiry_ts_utc != null && body.expiry_ts_utc <= receivedAt ? ['expiry_ts_utc must be in the future'] : []
}

/** The change in the domain's words. */
export const toAmendChange = (body: AmendOrderBody): AmendChange => ({
  ...(body.qty == null ? {} : { qty: qty(body.qty) }),
  ...(body.price == null ? {} : { price: price(body.price) }),
  ...(body.expiry_ts_utc == null ? {} : { expiresAt: body.expiry_ts_utc }),
})
