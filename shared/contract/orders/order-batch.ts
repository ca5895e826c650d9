/** The body and the reply of POST /v1/orders/batch. Each order in it is read alone, as the body of POST /v1/orders. */

import * as v from 'valibot'
import { complexOrderIds } from '../contingent/complex-order-ids.ts'
import { integer } from '../validation/fields/integer.ts'
import { list } from '../validation/fields/list.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'
import { brokenRules, parseFields } from '../validation/parse-request.ts'
import type { SentRequest } from '../validation/sent-request.ts'
import { unread } from '../validation/unread.ts'
import { validationError } from '../validation/validation-error.ts'
import type { ValidationItem } from '../validation/validation-item.ts'
import { type CreateOrderBody, createOrderBody, createOrderRule } from './create-order-body.ts'

/** Answer for an accepted order. */
export const acceptedOrder = object({ svc_order_id: uuid(), complex_orders: complexOrderIds })

export const orderBatchBody = object({ orders: list(unread('CreateOrder'), { min: 1, max: 20 }) })

/** The detail of a 422 is the list of faults. Answers of earlier versions had no code with it. */
export const refusedOrder = object({
  error: object({
    status: integer(),
    code: optional(string()),
    detail: v.union([string(), list(validationError)]),
  }),
})

export const orderBatchResult = v.union([acceptedOrder, refusedOrder])

/** In the order of the request. */
export const orderBatchRecord = object({ results: list(orderBatchResult) })

/** One order of a batch as it was sent: `body` where its fields are valid, and what is wrong with it. */
export interface BatchedOrder {
  readonly sent: SentRequest
  readonly body: CreateOrderBody | null
  readonly faults: readonly ValidationItem[]
}

/** Reads one order of a batch. POST /v1/orders would name the same places of faults. */
export const readBatched = (value: unknown, receivedAt: number): BatchedOrder => {
  const sent: SentRequest = { path: {}, query: {}, headers: {}, body: { kind: 'value', value }, receivedAt }
  const reading = parseFields(sent, { body: createOrderBody })
  if (!reading.ok) return { sent, body: null, faults: reading.detail }
  const { body } = reading.value
  return { sent, body, faults: brokenRules<typeof createOrderBody>(sent, { rules: [createOrderRule] }, body) }
}
