/** A hook: one prepared order, which an alert from outside places with the secret of the hook. */

import type { Money, Price, Qty } from '../kernel/numbers.ts'
import { problem } from '../kernel/problem.ts'
import { DAY, type Millis } from '../kernel/time.ts'
import type { Instructions } from '../orders/instructions.ts'
import type { OrderType, TimeInForce } from '../orders/order.ts'
import type { PriceBounds } from '../orders/price/price-bounds.ts'

/** The order of every alert, apart from the fields that the hook lets an alert choose. */
export interface HookTemplate extends PriceBounds, Instructions {
  readonly subaccountId: string
  readonly svcId: number
  readonly orderType: OrderType
  /** Null: as an order without one. */
  readonly timeInForce: Exclude<TimeInForce, 'GTD'> | null
  /** No alert trades more. */
  readonly qty: Qty
  readonly buyFlag: boolean
  readonly price: Price | null
}

/** The fields that an alert may choose, with their bounds. Null: the field is the template's. */
export interface HookFields {
  readonly price: { readonly min: Price; readonly max: Price } | null
  /** From `min` to the quantity of the template. */
  readonly qty: { readonly min: Qty } | null
}

export interface HookLimits {
  readonly maxOrdersPerDay: number
  /** Sum of the worst costs of a UTC day; null: any. */
  readonly maxCostPerDay: Money | null
  /** From this time on the hook takes no alert; null: never. */
  readonly expiresAt: Millis | null
}

/** An alert that counts for the limits of its day. */
export interface ClaimedAlert {
  /** The order that it places. */
  readonly orderId: string
  readonly cost: Money
}

export interface Hook {
  readonly hookId: string
  readonly userId: string
  readonly name: string
  readonly template: HookTemplate
  readonly fields: HookFields
  readonly limits: HookLimits
  /** Hex SHA-256 of the secret. */
  readonly secretHash: string
  /** API key that gave it this secret. Without that key the hook takes no alert. */
  readonly keyId: string
  /** The request that gave it its newest secret; null for the first one. */
  readonly rotationId: string | null
  readonly isActive: boolean
  readonly insertedAt: Millis
  /** Number of the UTC day of `claimed`. */
  readonly day: number
  /** Alerts of that day. */
  readonly claimed: readonly ClaimedAlert[]
  readonly version: number
}

/** Most orders of a hook in a day: the row of the hook holds them. */
export const MOST_ORDERS_PER_DAY = 200

/** Most hooks of a user. */
export const MOST_HOOKS = 20

export const TOO_MANY_HOOKS = problem(409, 'too_many_hooks', `A user can have ${MOST_HOOKS} hooks. Delete one first.`)

/** A new, active hook. */
export const newHook = (
  request: Pick<Hook, 'hookId' | 'userId' | 'name' | 'template' | 'fields' | 'limits' | 'secretHash' | 'keyId'>,
  now: Millis,
): Hook => ({ ...request, rotationId: null, isActive: true, insertedAt: now, day: dayOf(now), claimed: [], version: 0 })

/** Number of the UTC day. */
export const dayOf = (at: Millis): number => Math.floor(at / DAY)

/** The alerts that count today. */
export const claimedToday = ({ day, claimed }: Pick<Hook, 'day' | 'claimed'>, now: Millis): readonly ClaimedAlert[] =>
  day === dayOf(now) ? claimed : []
