/** The risk limits of a subaccount as our interface shows and takes them. */

import type { InferInput } from 'valibot'
import { type Money, toNumber } from '#domain/kernel/numbers.ts'
import { type Millis, toIso } from '#domain/kernel/time.ts'
import type { RiskLimits } from '#domain/risk/limits.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { decimal } from '../validation/fields/decimal.ts'
import { integer } from '../validation/fields/integer.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { uuid } from '../validation/fields/uuid.ts'

const amount = () => nullable(optional(decimal({ gt: 0, le: 1e9 })))

export const setLimitsBody = object({
  max_order_qty: amount(),
  max_order_cost: amount(),
  max_open_orders: nullable(optional(integer({ gt: 0, le: 1_000_000 }))),
  max_daily_loss: amount(),
  halted: optional(boolean()),
})

export const limitsRecord = object({
  subaccount_id: uuid(),
  max_order_qty: nullable(decimal()),
  max_order_cost: nullable(decimal()),
  max_open_orders: nullable(integer()),
  max_daily_loss: nullable(decimal()),
  halted: boolean(),
  updated_at: nullable(datetime()),
  open_orders: integer(),
  daily_loss: nullable(decimal()),
  worst_daily_loss: nullable(decimal()),
  day_started_at: nullable(datetime()),
})

interface LimitsInUse {
  readonly subaccountId: string
  readonly limits: RiskLimits
  readonly openOrders: number
  readonly today: { readonly day: { readonly startsAt: Millis }; readonly now: Money; readonly worst: Money } | null
}

/** The limits and how much of each is in use. The loss fields are null when `today` is null. */
export const toLimitsRecord = ({
  subaccountId,
  limits,
  openOrders,
  today,
}: LimitsInUse): InferInput<typeof limitsRecord> => ({
  subaccount_id: subaccountId,
  max_order_qty: numberOf(limits.maxOrderQty),
  max_order_cost: numberOf(limits.maxOrderCost),
  max_open_orders: limits.maxOpenOrders,
  max_daily_loss: numberOf(limits.maxDailyLoss),
  halted: limits.halted,
  updated_at: limits.updatedAt === null ? null : toIso(limits.updatedAt),
  open_orders: openOrders,
  daily_loss: today === null ? null : toNumber(today.now),
  worst_daily_loss: today === null ? null : toNumber(today.worst),
  day_started_at: today === null ? null : toIso(today.day.startsAt),
})

const numberOf = (millionths: number | null): number | null => (millionths === null ? null : toNumber(millionths))
