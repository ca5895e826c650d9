/** The risk limits of a subaccount as our interface shows and takes them. */

import type { InferInput } from 'valibot'
import { toNumber } from '#domain/numbers.ts'
import type { RiskLimits } from '#domain/risk-limits.ts'
import { toIso } from '#domain/time.ts'
import { boolean } from './validation/boolean.ts'
import { datetime } from './validation/datetime.ts'
import { decimal } from './validation/decimal.ts'
import { integer } from './validation/integer.ts'
import { nullable } from './validation/nullable.ts'
import { object } from './validation/object.ts'
import { optional } from './validation/optional.ts'
import { uuid } from './validation/uuid.ts'

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
})

interface LimitsInUse {
  readonly subaccountId: string
  readonly limits: RiskLimits
  readonly openOrders: number
}

export const toLimitsRecord = ({ subaccountId, limits, openOrders }: LimitsInUse): InferInput<typeof limitsRecord> => ({
  subaccount_id: subaccountId,
  max_order_qty: numberOf(limits.maxOrderQty),
  max_order_cost: numberOf(limits.maxOrderCost),
  max_open_orders: limits.maxOpenOrders,
  max_daily_loss: numberOf(limits.maxDailyLoss),
  halted: limits.halted,
  updated_at: limits.updatedAt === null ? null : toIso(limits.updatedAt),
  open_orders: openOrders,
})

const numberOf = (millionths: number | null): number | null => (millionths === null ? null : toNumber(millionths))
