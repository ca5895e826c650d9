/** Hooks as our interface takes and shows them, and the alerts that they take. */

import type { InferInput, InferOutput } from 'valibot'
import type { Alert } from '#domain/hooks/alert.ts'
import {
  type Hook,
  type HookFields,
  type HookLimits,
  type HookTemplate,
  MOST_ORDERS_PER_DAY,
} from '#domain/hooks/hook.ts'
import { money, price, qty, toNumber, toNumberOrNull } from '#domain/kernel/numbers.ts'
import { toIsoOrNull } from '#domain/kernel/time.ts'
import { ORDER_TYPES } from '#domain/orders/order.ts'
import { instructions, toInstructions } from '../kernel/instructions.ts'
import { priceBounds, toPriceBounds } from '../kernel/price-bounds.ts'
import { instant } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { svcId } from '../kernel/svc-id.ts'
import { toTradePrice, tradePrice } from '../kernel/trade-price.ts'
import { type CreateOrderBody, createOrderRule } from '../orders/create-order-body.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { decimal } from '../validation/fields/decimal.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { integer } from '../validation/fields/integer.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'
import { withDefault } from '../validation/fields/with-default.ts'
import type { Rule, RuleBreak } from '../validation/request-shape.ts'

export const HOOK_TIMES_IN_FORCE = ['FOK', 'GTC', 'IOC'] as const

/** An order on one market, without an end of its own and without conditional orders. */
export const hookTemplate = object({
  subaccount_id: uuid(),
  svc_id: svcId(),
  order_type: withDefault(enumeration(ORDER_TYPES), 'LIMIT'),
  time_in_force: nullable(optional(enumeration(HOOK_TIMES_IN_FORCE))),
  qty: decimal({ gt: 0, le: 1e9 }),
  buy_flag: boolean(),
  price: tradePrice(),
  ...priceBounds(),
  ...instructions(),
})

const priceField = () => object({ min: decimal({ gt: 0, lt: 1 }), max: decimal({ gt: 0, lt: 1 }) })
const qtyField = () => object({ min: decimal({ gt: 0, le: 1e9 }) })

export const hookFields = object({ price: nullable(optional(priceField())), qty: nullable(optional(qtyField())) })

export const hookLimits = object({
  max_orders_per_day: integer({ ge: 1, le: MOST_ORDERS_PER_DAY }),
  max_cost_per_day: nullable(optional(decimal({ gt: 0, le: 1e9 }))),
  expires_at: nullable(optional(datetime())),
})

const name = () => string({ min: 1, max: 100 })

export const createHookBody = object({
  name: name(),
  template: hookTemplate,
  fields: nullable(optional(hookFields)),
  limits: hookLimits,
})

export const changeHookBody = object({
  name: optional(name()),
  limits: optional(hookLimits),
  is_active: optional(boolean()),
})

/** The alert. Fields that the hook leaves to its alerts may be absent. */
export const alertBody = object({
  secret: string({ min: 1, max: 200 }),
  alert_id: string({ min: 1, max: 200 }),
  price: tradePrice(),
  qty: nullable(optional(decimal({ gt: 0, le: 1e9 }))),
  sent_at: nullable(optional(datetime())),
})

type CreateHookBody = InferOutput<typeof createHookBody>

/** Refuses an order that could not be placed, and bounds that no value meets. */
export const createHookRule: Rule<CreateHookBody> = ({ template, fields, limits }, receivedAt) => {
  const at = (path: readonly string[], sentence: string): RuleBreak => ({ at: [...path], sentence })
  const breaks: RuleBreak[] = [createOrderRule(template, receivedAt)].flat().filter((broken) => broken !== null)
  const bounds = fields?.price
  if (bounds != null && template.order_type !== 'LIMIT')
    breaks.push(at(['fields', 'price'], 'a MARKET order has no price'))
  if (bounds != null && bounds.min > bounds.max) breaks.push(at(['fields', 'price'], 'min must not be above max'))
  if (fields?.qty != null && fields.qty.min > template.qty)
    breaks.push(at(['fields', 'qty'], 'min must not be above the qty of the template'))
  return [...breaks, ...expiryBreaks(limits, receivedAt)]
}

/** Refuses limits that have expired. */
export const changeHookRule: Rule<InferOutput<typeof changeHookBody>> = ({ limits }, receivedAt) =>
  limits === undefined ? [] : expiryBreaks(limits, receivedAt)

const expiryBreaks = (limits: InferOutput<typeof hookLimits>, receivedAt: number): readonly RuleBreak[] =>
  limits.expires_at != null && limits.expires_at <= receivedAt
    ? [{ at: ['limits', 'expires_at'], sentence: 'expires_at must be in the future' }]
    : []

/** The template of a body. */
export const toHookTemplate = (body: InferOutput<typeof hookTemplate>): HookTemplate => ({
  subaccountId: body.subaccount_id,
  svcId: body.svc_id,
  orderType: body.order_type,
  timeInForce: body.time_in_force ?? null,
  qty: qty(body.qty),
  buyFlag: body.buy_flag,
  price: toTradePrice(body.price),
  ...toPriceBounds(body),
  ...toInstructions(body),
})

/** The free fields of a body; none without `fields`. */
export const toHookFields = (body: InferOutput<typeof hookFields> | null | undefined): HookFields => ({
  price: body?.price == null ? null : { min: price(body.price.min), max: price(body.price.max) },
  qty: body?.qty == null ? null : { min: qty(body.qty.min) },
})

/** The limits of a body. */
export const toHookLimits = (body: InferOutput<typeof hookLimits>): HookLimits => ({
  maxOrdersPerDay: body.max_orders_per_day,
  maxCostPerDay: body.max_cost_per_day == null ? null : money(body.max_cost_per_day),
  expiresAt: body.expires_at ?? null,
})

/** The alert of a body. */
export const toAlert = (body: InferOutput<typeof alertBody>): Alert => ({
  alertId: body.alert_id,
  price: toTradePrice(body.price),
  qty: body.qty == null ? null : qty(body.qty),
  sentAt: body.sent_at ?? null,
})

/** The body of POST /v1/orders for a template with the values that an alert chose. */
export const toOrderBody = (template: HookTemplate, chosen: Pick<HookTemplate, 'qty' | 'price'>): CreateOrderBody => ({
  subaccount_id: template.subaccountId,
  svc_id: template.svcId,
  order_type: template.orderType,
  time_in_force: template.timeInForce,
  qty: chosen.qty,
  buy_flag: template.buyFlag,
  price: chosen.price,
  max_slippage: template.maxSlippage,
  protection_price: template.protectionPrice,
  post_only: template.postOnly,
  reduce_only: template.reduceOnly,
  cancel_on_pause: template.cancelOnPause,
})

const shownTemplate = (template: HookTemplate): InferInput<typeof hookTemplate> => ({
  ...toOrderBody(template, template),
  svc_id: template.svcId,
  order_type: template.orderType,
  time_in_force: template.timeInForce,
  qty: toNumber(template.qty),
  price: toNumberOrNull(template.price),
  max_slippage: toNumberOrNull(template.maxSlippage),
  protection_price: toNumberOrNull(template.protectionPrice),
})

/** The hook without its secret. */
export const { schema: hookRecord, write: toHookRecord } = recordOf<[Hook]>()({
  hook_id: [uuid(), (hook) => hook.hookId],
  name: [string(), (hook) => hook.name],
  template: [hookTemplate, (hook) => shownTemplate(hook.template)],
  fields: [
    hookFields,
    ({ fields }) => ({
      price: fields.price === null ? null : { min: toNumber(fields.price.min), max: toNumber(fields.price.max) },
      qty: fields.qty === null ? null : { min: toNumber(fields.qty.min) },
    }),
  ],
  limits: [
    hookLimits,
    ({ limits }) => ({
      max_orders_per_day: limits.maxOrdersPerDay,
      max_cost_per_day: toNumberOrNull(limits.maxCostPerDay),
      expires_at: toIsoOrNull(limits.expiresAt),
    }),
  ],
  is_active: [boolean(), (hook) => hook.isActive],
  api_key_id: [uuid(), (hook) => hook.keyId],
  inserted_at: instant((hook) => hook.insertedAt),
})

/** `secret` is null in a replay. */
export const createdHookRecord = object({ ...hookRecord.entries, secret: nullable(string()) })

/** The hook as it is shown with a new secret. */
export const toCreatedHookRecord = (hook: Hook, secret: string | null): InferInput<typeof createdHookRecord> => ({
  ...toHookRecord(hook),
  secret,
})

/** The order of an accepted alert. */
export const acceptedAlert = object({ svc_order_id: uuid() })
