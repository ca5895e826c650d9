/** The transitions of an order on a custom asset. Each function answers the changed order. No other code sets its status. */

import { sumOf } from '../kernel/numbers.ts'
import { MINUTE, type Millis, SECOND } from '../kernel/time.ts'
import { NOTIFY_GRACE } from '../orders/dependents/dependents.ts'
import { WAIT_FOR_LINKED } from '../orders/dependents/wait-for-linked.ts'
import { awaitedTrades, type TradeSums } from '../orders/fills/reported-trades.ts'
import { filledOf, type Order, SEND_WITHIN } from '../orders/order.ts'
import { isExitOrder } from '../orders/origin.ts'
import { isFinal, mayMove, type OrderStatus } from '../orders/status.ts'
import {
  type BasketOrder,
  type BasketPart,
  type BasketRound,
  legsOf,
  MOST_ROUNDS,
  type SkippedMember,
} from './basket-order.ts'
import { isNotificationDue } from './dependents.ts'
import { isRefused } from './excluded-members.ts'
import { isComplete, isOffTheBook, isSettling } from './placed-order.ts'
import { whyShort } from './why-short.ts'

/** The legs that exist as orders, by id. */
export type LegOrders = ReadonlyMap<string, Order>

/**
 * Returns the order with the sums over its legs. The sums are computed anew each time, so the number and order of notifications do not
 * matter. Returns the same object if nothing has changed.
 */
export const foldLegs = (basket: BasketOrder, legs: LegOrders, now: Millis): BasketOrder => {
  const orders = legsOf(basket).flatMap(({ orderId }) => legs.get(orderId) ?? [])
  const sums = {
    filledQty: sumOf(orders, filledOf),
    tradedQty: sumOf(orders, ({ tradedQty }) => tradedQty),
    reversedQty: sumOf(orders, ({ reversedQty }) => reversedQty),
    tradedCost: orders.reduce((cost, { tradedCost }) => cost + tradedCost, 0n),
    feesPaid: sumOf(orders, ({ feesPaid }) => feesPaid),
    fillCount: sumOf(orders, ({ fillCount }) => fillCount),
    complete: everyLeg(basket, legs, isComplete),
  }
  const parts = basket.parts.map((part) => countPart(part, orders))
  const awaited = sumOfAwaited(orders, basket.awaited)
  const counted = { ...basket, ...sums, parts, awaited }
  const status = statusOf(counted, legs, now)
  const dueAt = dueAtOf({ ...counted, status }, legs, now)
  const isSame =
    status === basket.status &&
    dueAt === basket.dueAt &&
    awaited === basket.awaited &&
    parts.every((part, place) => part === basket.parts[place]) &&
    Object.entries(sums).every(([name, value]) => basket[name as keyof typeof sums] === value)
  return isSame ? basket : moveTo({ ...counted, dueAt }, status, whyShort(counted, orders), now)
}

/** Returns `known` if nothing has changed. */
const sumOfAwaited = (orders: readonly Order[], known: TradeSums): TradeSums => {
  const each = orders.map(awaitedTrades)
  const awaited = {
    qty: sumOf(each, ({ qty }) => qty),
    cost: each.reduce((total, { cost }) => total + cost, 0n),
    fees: sumOf(each, ({ fees }) => fees),
  }
  return awaited.qty === known.qty && awaited.cost === known.cost && awaited.fees === known.fees ? known : awaited
}

const countPart = (part: BasketPart, orders: readonly Order[]): BasketPart => {
  const own = orders.filter(({ svcId }) => svcId === part.svcId)
  const filled = sumOf(own, filledOf)
  const settling = own.some(isSettling)
  return filled === part.filled && settling === part.settling ? part : { ...part, filled, settling }
}

/** Adds the next round, with the parts as the plan fixed them. */
export const addRound = (
  basket: BasketOrder,
  round: BasketRound,
  parts: readonly BasketPart[],
  skipped: readonly SkippedMember[],
): BasketOrder => ({
  ...moveTo(basket, basket.rounds.length === 0 ? 'PROCESSING' : basket.status, null, round.plannedAt),
  rounds: [...basket.rounds, round],
  parts,
  skipped,
  lastError: null,
  retries: 0,
  dueAt: round.plannedAt + NEXT_CHECK,
})

/** Ends the order with what its legs have filled. */
export const endBasket = (
  basket: BasketOrder,
  reason: string,
  skipped: readonly SkippedMember[],
  now: Millis,
): BasketOrder => ({ ...moveTo({ ...basket, skipped, lastError: null }, 'CANCELLED', reason, now), dueAt: null })

/** Reschedules an order that could not be planned because of the `skipped` members, after a growing delay. */
export const rescheduleBasket = (basket: BasketOrder, skipped: readonly SkippedMember[], now: Millis): BasketOrder => {
  const reason = skipped.map((one) => one.reason).join(' ')
  const wait = Math.min(MINUTE, 2 * SECOND * 2 ** Math.min(basket.retries, 5))
  const dueAt = Math.min(now + wait, Math.max(basket.sendBy ?? now + wait, now + SECOND))
  return { ...basket, skipped, lastError: reason, retries: basket.retries + 1, updatedAt: now, dueAt }
}

/** Records a cancel request. Without legs the order ends at once; else its legs have to leave the book first. */
export const requestBasketCancel = (basket: BasketOrder, reason: string, now: Millis): BasketOrder => {
  if (isFinal(basket.status) || basket.cancelRequestedAt !== null) return basket
  if (basket.rounds.length === 0) return endBasket({ ...basket, cancelRequestedAt: now }, reason, basket.skipped, now)
  return { ...basket, cancelRequestedAt: now, cancelReason: reason, updatedAt: now, dueAt: now }
}

/** Returns whether the rest may be planned once more: only if no leg can still fill. */
export const mayPlan = (basket: BasketOrder, legs: LegOrders, now: Millis): boolean =>
  hasRoundsLeft(basket, legs, now) && everyLeg(basket, legs, (leg) => isOffTheBook(leg) && isComplete(leg))

/** Returns whether an exit may plan further members beside legs that stay open for long, for example while one exchange is unavailable. */
export const mayPlanBeside = (basket: BasketOrder, legs: LegOrders, now: Millis): boolean => {
  const { rounds, qty, filledQty, parts } = basket
  if (!isExitOrder(basket) || rounds.length === 0 || !hasRoundsLeft(basket, legs, now)) return false
  const open = openMembers(basket, legs, now)
  if (open.size === 0 || now < lastPlannedAt(basket) + WAIT_FOR_LINKED) return false
  const isLeft = parts.some(({ svcId, held, most, filled }) => !open.has(svcId) && (held ?? most ?? 0) > filled)
  return isLeft && qty - filledQty - mayStillFill([...legs.values()]) > 0
}

/** Quantity that open legs may still fill. */
export const mayStillFill = (legs: readonly Order[]): number =>
  sumOf(
    legs.filter((leg) => !isOffTheBook(leg) || !isComplete(leg)),
    (leg) => Math.max(0, leg.qty - filledOf(leg)),
  )

/** Members with legs that may still fill, or whose sends are still watched. */
export const openMembers = (basket: BasketOrder, legs: LegOrders, now: Millis): ReadonlySet<number> =>
  new Set(
    legsOf(basket).flatMap(({ orderId, svcId }) => {
      const leg = legs.get(orderId)
      return leg !== undefined && isDone(basket, leg, now) ? [] : [svcId]
    }),
  )

const hasRoundsLeft = (basket: BasketOrder, legs: LegOrders, now: Millis): boolean =>
  !isFinal(basket.status) &&
  !basket.suspended &&
  basket.cancelRequestedAt === null &&
  roundsSent(basket, legs) < roundsOf(basket) &&
  !isTooLate(basket, now)

/** Number of rounds in which an exchange accepted a leg, or may have. A round with refusals only does not count. */
const roundsSent = ({ rounds }: BasketOrder, legs: LegOrders): number =>
  rounds.filter((round) =>
    round.legs.some(({ orderId }) => {
      const leg = legs.get(orderId)
      return leg === undefined || !isRefused(leg)
    }),
  ).length

/** Returns whether the time for planning is over. */
export const isTooLate = ({ sendBy }: Pick<BasketOrder, 'sendBy'>, now: Millis): boolean =>
  sendBy !== null && now >= sendBy

const moveTo = (basket: BasketOrder, status: OrderStatus, reason: string | null, now: Millis): BasketOrder => {
  const next = mayMove(basket.status, status) ? status : basket.status
  const cancelReason = basket.cancelReason ?? (next === 'CANCELLED' ? reason : null)
  const moved = { ...basket, status: next, cancelReason, updatedAt: now }
  return {
    ...moved,
    notifyDueAt: isNotificationDue(moved) ? (basket.notifyDueAt ?? now + NOTIFY_GRACE) : basket.notifyDueAt,
  }
}

const statusOf = (basket: BasketOrder, legs: LegOrders, now: Millis): OrderStatus => {
  if (basket.filledQty >= basket.qty) return 'EXECUTED'
  // A fill was reversed: the order is no longer filled completely.
  if (basket.status === 'EXECUTED') return 'CANCELLED'
  if (isFinal(basket.status) || basket.rounds.length === 0) return basket.status
  if (isOver(basket, legs, now)) return 'CANCELLED'
  return basket.filledQty > 0 ? 'PARTIALLY_FILLED' : 'PROCESSING'
}

/**
 * Returns whether no round is left and all legs are done. While another round is possible, the order also waits for the fills of its legs,
 * at most until its time limit. A watched leg may still turn out filled, which then counts.
 */
const isOver = (basket: BasketOrder, legs: LegOrders, now: Millis): boolean =>
  hasRoundsLeft(basket, legs, now)
    ? !mayPlan(basket, legs, now) && everyLeg(basket, legs, (leg) => isDone(basket, leg, now))
    : everyLeg(basket, legs, (leg) => isGone(leg) || isDone(basket, leg, now))

/**
 * Returns whether no part of the leg can fill any more. The exchange has reported its filled quantity, even if the fills are not stored
 * yet.
 */
const isGone = (leg: Order): boolean => isOffTheBook(leg) && leg.watchUntil === null

const isDone = (basket: BasketOrder, leg: Order, now: Millis): boolean =>
  isOffTheBook(leg) && (isComplete(leg) || now >= waitsUntil(basket))

/** An exit has no time limit of its own. After the time of its legs, the group places another order for the rest. */
const waitsUntil = (basket: BasketOrder): Millis => basket.sendBy ?? lastPlannedAt(basket) + SEND_WITHIN

const lastPlannedAt = ({ rounds }: BasketOrder): Millis => rounds.at(-1)?.plannedAt ?? 0

/** The due date of the order. Legs notify of their changes, so the date only replaces lost messages. */
const dueAtOf = (basket: BasketOrder, legs: LegOrders, now: Millis): Millis | null => {
  // A held order is released or ended by the plan for exits.
  if (isFinal(basket.status) || basket.suspended) return null
  const { dueAt, sendBy } = basket
  if (dueAt !== null && dueAt > now) return dueAt
  if (mayPlan(basket, legs, now)) return now + NEXT_CHECK
  return isTooLate(basket, now) ? now + MINUTE : Math.min(sendBy ?? now + NEXT_CHECK, now + NEXT_CHECK)
}

const NEXT_CHECK = 10 * SECOND

/** FOK is planned once. */
const roundsOf = ({ timeInForce }: BasketOrder): number => (timeInForce === 'FOK' ? 1 : MOST_ROUNDS)

const everyLeg = (basket: BasketOrder, legs: LegOrders, holds: (leg: Order) => boolean): boolean =>
  legsOf(basket).every(({ orderId }) => {
    const leg = legs.get(orderId)
    return leg !== undefined && holds(leg)
  })
