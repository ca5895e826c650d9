/** Names the complex orders of an order. */

import type { InferInput } from 'valibot'
import { list } from '../validation/fields/list.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { uuid } from '../validation/fields/uuid.ts'

/** Ids of complex orders by kind; no key where there are none. */
export const complexOrderIds = object({ conditional_orders: optional(list(uuid())) })

/** The ids of conditional orders under their kind; an empty object for none. */
export const toComplexOrderIds = (conditional: readonly string[]): InferInput<typeof complexOrderIds> =>
  conditional.length === 0 ? {} : { conditional_orders: [...conditional] }
