/** The bodies of POST /v1/complex-orders and of its cancel-all, and the rules between their fields. */

import * as v from 'valibot'
import { brokenInItself } from '#domain/conditional-rules.ts'
import { conditionalOrderParams, toAskedConditional } from './conditional-order-params.ts'
import { integer } from './validation/integer.ts'
import { nullable } from './validation/nullable.ts'
import { object } from './validation/object.ts'
import { optional } from './validation/optional.ts'
import type { Rule, RuleBreak } from './validation/request-shape.ts'
import { uuid } from './validation/uuid.ts'

export const createComplexOrderBody = object({
  subaccount_id: uuid(),
  svc_id: nullable(optional(integer({ ge: 0 }))),
  custom_asset_id: nullable(optional(uuid())),
  conditional_order_params: conditionalOrderParams,
  /** Named, so that it is refused and not passed over. */
  twap_order_params: optional(v.unknown()),
})

export type CreateComplexOrderBody = v.InferOutput<typeof createComplexOrderBody>

export const cancelAllComplexOrdersBody = object({ subaccount_id: uuid() })

/** What does not fit together, in sentences; runs only when every field is valid in itself. */
export const createComplexOrderRule: Rule<CreateComplexOrderBody> = (body) => {
  const params = body.conditional_order_params
  const breaks: RuleBreak[] = []
  const nested = (sentence: string): RuleBreak => ({ at: ['conditional_order_params'], sentence })
  const hasParent = params.parent_svc_order_id != null || params.parent_complex_order_id != null
  if (body.twap_order_params != null)
    breaks.push({ at: ['twap_order_params'], sentence: 'TWAP orders are not available in this version' })
  if (body.svc_id != null && body.custom_asset_id != null)
    breaks.push('svc_id and custom_asset_id are mutually exclusive')
  if (body.svc_id == null && body.custom_asset_id == null && !hasParent)
    breaks.push('exactly one of svc_id and custom_asset_id is required without a parent')
  if (params.parent_svc_order_id != null && params.parent_complex_order_id != null)
    breaks.push(nested('parent_svc_order_id and parent_complex_order_id are mutually exclusive'))
  const asked = toAskedConditional(params)
  if (body.custom_asset_id != null && asked.trigger.orderType !== 'MARKET')
    breaks.push(nested('the trigger order on a custom asset must be a MARKET order'))
  return [...breaks, ...brokenInItself(asked, hasParent).map(nested)]
}
