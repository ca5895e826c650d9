/** The bodies of POST /v1/complex-orders and of its cancel-all, and the rules between their fields. */

import type { InferOutput } from 'valibot'
import { brokenInItself } from '#domain/contingent/request/broken-in-itself.ts'
import { brokenOnBasket } from '#domain/contingent/request/rules.ts'
import { svcId } from '../kernel/svc-id.ts'
import { twapBreaks, twapOrderParams } from '../twap/twap-order-params.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'
import type { Rule, RuleBreak } from '../validation/request-shape.ts'
import {
  type ConditionalOrderParams,
  conditionalOrderParams,
  toConditionalRequest,
} from './conditional-order-params.ts'

export const createComplexOrderBody = object({
  subaccount_id: uuid(),
  svc_id: nullable(optional(svcId())),
  custom_asset_id: nullable(optional(uuid())),
  tag: nullable(optional(string({ min: 1, max: 64 }))),
  conditional_order_params: nullable(optional(conditionalOrderParams)),
  twap_order_params: nullable(optional(twapOrderParams)),
})

export type CreateComplexOrderBody = InferOutput<typeof createComplexOrderBody>

export const cancelAllComplexOrdersBody = object({ subaccount_id: uuid() })

/** Returns the broken rules between fields, as sentences. Runs only if every field is valid in itself. */
export const createComplexOrderRule: Rule<CreateComplexOrderBody> = (body) => {
  const { conditional_order_params: conditional, twap_order_params: twap } = body
  if ((conditional == null) === (twap == null))
    return ['exactly one of conditional_order_params and twap_order_params is required']
  if (conditional != null) return conditionalBreaks(body, conditional)
  return twap == null ? [] : [...instrumentBreaks(body), ...twapBreaks(twap)]
}

const conditionalBreaks = (body: CreateComplexOrderBody, params: ConditionalOrderParams): readonly RuleBreak[] => {
  const breaks: RuleBreak[] = []
  const nested = (sentence: string): RuleBreak => ({ at: ['conditional_order_params'], sentence })
  const hasParent = params.parent_svc_order_id != null || params.parent_complex_order_id != null
  if (body.svc_id != null && body.custom_asset_id != null)
    breaks.push('svc_id and custom_asset_id are mutually exclusive')
  if (body.svc_id == null && body.custom_asset_id == null && !hasParent)
    breaks.push('exactly one of svc_id and custom_asset_id is required without a parent')
  if (params.parent_svc_order_id != null && params.parent_complex_order_id != null)
    breaks.push(nested('parent_svc_order_id and parent_complex_order_id are mutually exclusive'))
  if (params.protect === true && params.trigger_order.reduce_only === false)
    breaks.push(nested('trigger_order.reduce_only cannot be false with protect, which never opens a position'))
  const requested = toConditionalRequest(params)
  const onBasket = body.custom_asset_id == null ? [] : brokenOnBasket(null, requested)
  return [...breaks, ...[...onBasket, ...brokenInItself(requested, hasParent)].map(nested)]
}

const instrumentBreaks = (body: CreateComplexOrderBody): readonly RuleBreak[] => [
  ...(body.custom_asset_id == null ? [] : ['a TWAP trades one instrument: custom_asset_id must be absent']),
  ...(body.svc_id == null ? ['svc_id is required for a TWAP'] : []),
]
