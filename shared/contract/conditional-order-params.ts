/** The parameters of a conditional order, as they stand in a request. */

import { boolean } from './validation/boolean.ts'
import { decimal } from './validation/decimal.ts'
import { nullable } from './validation/nullable.ts'
import { object } from './validation/object.ts'
import { optional } from './validation/optional.ts'
import { uuid } from './validation/uuid.ts'

const tradePrice = () => nullable(optional(decimal({ gt: 0, lt: 1 })))

export const conditionalOrderParams = object({
  trigger_order: object({
    qty: decimal({ gt: 0, le: 1e9 }),
    buy_flag: boolean(),
    price: tradePrice(),
    stop_order_price: tradePrice(),
  }),
  stop_order_price: tradePrice(),
  parent_svc_order_id: nullable(optional(uuid())),
  parent_complex_order_id: nullable(optional(uuid())),
})
