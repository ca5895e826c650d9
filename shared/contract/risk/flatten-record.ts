/** Request to flatten a subaccount, and its answer: the replies of both cancel-alls, and the orders that close. */

import type { InferInput } from 'valibot'
import {
  type Cancelled,
  complexOrderCancelResult,
  orderCancelResult,
  toComplexOrderCancelResult,
  toOrderCancelResult,
} from '../kernel/cancel-result.ts'
import { closingOrders, closingSlippage, toClosingOrders } from '../portfolio/close-positions-body.ts'
import { object } from '../validation/fields/object.ts'
import { optionalBody } from '../validation/optional-body.ts'

export const flattenBody = optionalBody(object(closingSlippage()))

export const flattenRecord = object({
  ...orderCancelResult.entries,
  ...complexOrderCancelResult.entries,
  ...closingOrders.entries,
})

interface Flattened {
  readonly orders: Cancelled
  readonly complexOrders: Cancelled
  readonly closing: readonly string[]
}

/** The answers of both cancel-alls, and the ids of the orders that close. */
export const toFlattenRecord = ({ orders, complexOrders, closing }: Flattened): InferInput<typeof flattenRecord> => ({
  ...toOrderCancelResult(orders),
  ...toComplexOrderCancelResult(complexOrders),
  ...toClosingOrders(closing),
})
