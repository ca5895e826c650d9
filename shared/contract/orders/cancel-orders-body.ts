/** The bodies of the requests that cancel several orders, and the rule between their fields. */

import type { InferOutput } from 'valibot'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { svcId } from '../kernel/svc-id.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { uuid } from '../validation/fields/uuid.ts'
import type { Rule } from '../validation/request-shape.ts'

export const cancelOrdersBody = object({ svc_order_ids: list(uuid(), { min: 1, max: 100 }) })

/** Filters combine; null like absent. */
export const cancelAllOrdersBody = object({
  subaccount_id: uuid(),
  svc_id: nullable(optional(svcId())),
  svc_ids: nullable(optional(list(svcId(), { min: 1, max: 100 }))),
  exchange_name: nullable(optional(enumeration(EXCHANGE_NAMES))),
  buy_flag: nullable(optional(boolean())),
})

/** Returns the broken rules between fields, as sentences. */
export const cancelAllOrdersRule: Rule<InferOutput<typeof cancelAllOrdersBody>> = ({ svc_id, svc_ids }) =>
  svc_id != null && svc_ids != null ? ['svc_id and svc_ids are mutually exclusive'] : []
