/** The risk limits of a subaccount as our interface shows and takes them. */

import type { Money } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { RiskLimits } from '#domain/risk/limits.ts'
import { amount, amountOrNull, instantOrNull } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { decimal } from '../validation/fields/decimal.ts'
import { integer } from '../validation/fields/integer.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { uuid } from '../validation/fields/uuid.ts'

const limit = () => nullable(optional(decimal({ gt: 0, le: 1e9 })))

export const setLimitsBody = object({
  max_order_qty: limit(),
  max_order_cost: limit(),
  max_open_orders: nullable(optional(integer({ gt: 0, le: 1_000_000 }))),
  max_daily_loss: limit(),
  mcp_daily_cost: limit(),
  halted: optional(boolean()),
})

interface LimitsInUse {
  readonly subaccountId: string
  readonly limits: RiskLimits
  readonly openOrders: number
  readonly today: { readonly day: { readonly startsAt: Millis }; readonly now: Money; readonly worst: Money } | null
  readonly mcpCostToday: Money
}

/** The limits and how much of each is in use. The loss fields are null when `today` is null. */
export const { schema: limitsRecord, write: toLimitsRecord } = recordOf<[LimitsInUse]>()({
  subaccount_id: [uuid(), ({ subaccountId }) => subaccountId],
  max_order_qty: amountOrNull(({ limits }) => limits.maxOrderQty),
  max_order_cost: amountOrNull(({ limits }) => limits.maxOrderCost),
  max_open_orders: [nullable(integer()), ({ limits }) => limits.maxOpenOrders],
  max_daily_loss: amountOrNull(({ limits }) => limits.maxDailyLoss),
  mcp_daily_cost: amountOrNull(({ limits }) => limits.mcpDailyCost),
  halted: [boolean(), ({ limits }) => limits.halted],
  updated_at: instantOrNull(({ limits }) => limits.updatedAt),
  open_orders: [integer(), ({ openOrders }) => openOrders],
  daily_loss: amountOrNull(({ today }) => today?.now ?? null),
  worst_daily_loss: amountOrNull(({ today }) => today?.worst ?? null),
  mcp_cost_today: amount(({ mcpCostToday }) => mcpCostToday),
  day_started_at: instantOrNull(({ today }) => today?.day.startsAt ?? null),
})
