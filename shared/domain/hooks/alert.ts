/** An alert at a hook: the order that it places, and whether the hook allows it. */

import { add, type Money, money, type Price, type Qty, sumOf, toDecimal } from '../kernel/numbers.ts'
import { type Problem, problem, retryAfter } from '../kernel/problem.ts'
import { DAY, MINUTE, type Millis, SECOND } from '../kernel/time.ts'
import { uuidOfName } from '../kernel/uuid-of-name.ts'
import { worstCost } from '../risk/limits.ts'
import { claimedToday, dayOf, type Hook } from './hook.ts'

export interface Alert {
  /** Its sender's own id: an alert is carried out once. */
  readonly alertId: string
  /** Null: the price of the template. */
  readonly price: Price | null
  readonly qty: Qty | null
  /** Null: the alert names no time. */
  readonly sentAt: Millis | null
}

/** An order with the values that the alert chose. */
export interface AlertOrder {
  readonly orderId: string
  readonly qty: Qty
  readonly price: Price | null
}

/** An alert that is older was delayed, and its market has moved on. */
const OLDEST = 5 * MINUTE

/** Tolerated difference of the clocks. */
const AHEAD = MINUTE

/**
 * Returns the id of the order of an alert, a UUID that follows from hook and alert. A repeat of the alert, after an answer or a crash, is the same
 * order.
 */
export const orderIdOfAlert = (hookId: string, alertId: string): string => uuidOfName(`alert ${hookId} ${alertId}`)

/** The order of the alert. Refuses values that the hook does not leave to alerts, or that are outside its bounds. */
export const orderOfAlert = (
  { hookId, template, fields }: Pick<Hook, 'hookId' | 'template' | 'fields'>,
  alert: Alert,
  now: Millis,
): AlertOrder | Problem => {
  const qtyBounds = fields.qty === null ? null : { min: fields.qty.min, max: template.qty }
  const refusal =
    refusedTime(alert.sentAt, now) ??
    refusedValue('price', alert.price, fields.price) ??
    refusedValue('qty', alert.qty, qtyBounds)
  if (refusal !== null) return refusal
  return {
    orderId: orderIdOfAlert(hookId, alert.alertId),
    qty: alert.qty ?? template.qty,
    price: alert.price ?? template.price,
  }
}

const refusedTime = (sentAt: Millis | null, now: Millis): Problem | null =>
  sentAt === null || (sentAt >= now - OLDEST && sentAt <= now + AHEAD)
    ? null
    : refused('sent_at', 'sent_at must be less than five minutes old, and not in the future')

/** `bounds` is null for a field that the hook does not leave to its alerts. */
const refusedValue = (
  field: 'price' | 'qty',
  value: Price | Qty | null,
  bounds: { readonly min: number; readonly max: number } | null,
): Problem | null => {
  if (value === null) return null
  if (bounds === null) return refused(field, `this hook leaves no ${field} to its alerts`)
  const { min, max } = bounds
  return value >= min && value <= max
    ? null
    : refused(field, `${field} must be between ${toDecimal(min)} and ${toDecimal(max)}`)
}

/**
 * The hook with the alert counted; the same hook if it is counted with that cost already. Refuses an alert beyond a limit. A counted alert stays
 * counted if its order is refused: two runs of it at the same moment could end differently.
 */
export const claimAlert = (hook: Hook, order: AlertOrder, now: Millis): Hook | Problem => {
  const { limits, template } = hook
  if (!hook.isActive) return HOOK_DISABLED
  if (limits.expiresAt !== null && limits.expiresAt <= now)
    return problem(409, 'hook_expired', 'This hook has expired.')
  const claimed = claimedToday(hook, now)
  const others = claimed.filter(({ orderId }) => orderId !== order.orderId)
  if (others.length >= limits.maxOrdersPerDay)
    return beyond(
      `The hook has taken ${others.length} alerts since 00:00 UTC, as many as max_orders_per_day allows.`,
      now,
    )
  const cost = worstCost({ qty: order.qty, buyFlag: template.buyFlag, price: order.price ?? template.protectionPrice })
  const spent = add(
    sumOf(others, (one): Money => one.cost),
    cost,
  )
  if (limits.maxCostPerDay !== null && spent > limits.maxCostPerDay)
    return beyond(
      `With this order the hook could cost ${toDecimal(spent)} dollars since 00:00 UTC; max_cost_per_day is ${toDecimal(limits.maxCostPerDay)}.`,
      now,
    )
  const counted = claimed.find(({ orderId }) => orderId === order.orderId)
  if (counted !== undefined && counted.cost >= cost) return hook
  return { ...hook, day: dayOf(now), claimed: [...others, { orderId: order.orderId, cost: money(cost) }] }
}

const HOOK_DISABLED = problem(409, 'hook_disabled', 'This hook is turned off.')

const refused = (field: string, sentence: string): Problem =>
  problem(422, 'value_error', sentence, { loc: ['body', field] })

const beyond = (sentence: string, now: Millis): Problem =>
  problem(429, 'hook_limit', sentence, retryAfter(Math.ceil((DAY - (now % DAY)) / SECOND)))
