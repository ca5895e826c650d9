/**
 * Protect stops: linked exits whose quantity follows the position. Each stop fires once, for the position of that time. Its order does not
 * sell contracts that are bought after the order was sent.
 */

import { filledBy, type PlacedOrder } from '../../baskets/placed-order.ts'
import { add, largest, type Qty, qty, remaining, smallest, sumOf } from '../../kernel/numbers.ts'
import { MINUTE, type Millis, SECOND } from '../../kernel/time.ts'
import { flooredToLot, type LotSize } from '../../markets/lot-size.ts'
import type { Conditional } from '../conditional.ts'
import { exitOrderOf } from './exit-view.ts'
import { type Entry, type Exit, type ExitPlan, UNTIL_INCOMPLETE } from './exits.ts'
import { linkedExitOf } from './linked-exits.ts'
import { filledAt, hasFilled, type ProtectedRest } from './protected-rest.ts'

/** The stored position that protect stops of one side close. */
export interface ProtectedPosition {
  /** The quantity that a trade on that side can close. */
  readonly closable: Qty
  /** True if trades of the market may still be reversed (EXCHANGE_B). */
  readonly isProvisional: boolean
}

/**
 * The position in place of the fills of a parent. The plan subtracts the sales of the stops' orders, so sales that the position shows
 * already are added here. The stops end once something was held, nothing is left, and no trade is on its way or may be reversed. Any rest
 * of a lot or more is left to close, even below the minimum of the exchange.
 */
export const protectedEntry = (
  stops: readonly Conditional[],
  orders: ReadonlyMap<string, PlacedOrder>,
  { closable, isProvisional }: ProtectedPosition,
  { lot }: LotSize,
): Entry => {
  const held = flooredToLot({ lot }, closable)
  const placed = [...orders.values()]
  const shown = sumOf(placed, ({ tradedQty }) => tradedQty)
  const isOnItsWay = placed.some((order) => filledBy(order) > order.tradedQty)
  const protectedLast = largest(NONE, ...stops.map(({ armedQty }) => armedQty ?? NONE))
  return {
    bought: add(held, shown),
    closed: held === 0 ? protectedLast : NONE,
    over: true,
    complete: protectedLast > 0 && !isOnItsWay && !isProvisional,
    // The order of a protect stop waits for the settlement when it is sent.
    settling: false,
    showsLast: true,
    reversibleFor: 0,
    closedMarkets: 'none',
    lot,
    least: NONE,
  }
}

/**
 * The view of a protect stop for the exit plan. Its requested quantity is the whole position until its order is sent, then the quantity of
 * that order. `rest` exists once its orders have filled.
 */
export const protectedExitOf = (
  stop: Conditional,
  orders: ReadonlyMap<string, PlacedOrder>,
  { bought }: Pick<Entry, 'bought'>,
  rest: ProtectedRest | undefined,
): Exit => {
  const exit = linkedExitOf(stop, orders)
  const left = remaining(bought, sumOf([...orders.values()], filledBy))
  const isSent = exit.orders.length > 0 && exit.orders.every(({ state }) => state !== 'held')
  const sent = sumOf(exit.orders, (order) => order.qty)
  return {
    ...exit,
    requested: isSent ? add(sent, rest?.toClose ?? NONE) : bought,
    orders: exit.orders.map((order) => ({
      ...order,
      // A resting order for more than the position is amended, like any `reduce_only` order. Only a linked stop takes it off the book.
      qty: order.state === 'open' ? smallest(order.qty, add(order.filled, left)) : order.qty,
      // A protect stop fires once: it has no mandate for a later position.
      end: order.end === 'ours' ? ('user' as const) : order.end,
    })),
  }
}

/** Further wait of a protect stop while trades are on their way or may be reversed, in ms. */
const UNTIL_COMPLETE = 5 * SECOND

/** Times after the last fill at which a stop checks the position again, in ms: fills are reported late. */
const LATE_FILLS: readonly Millis[] = [5 * SECOND, UNTIL_INCOMPLETE, MINUTE]

/** Facts beside the protect stops themselves. */
interface Seen {
  readonly orders: ReadonlyMap<string, PlacedOrder>
  readonly entry: Pick<Entry, 'bought' | 'complete' | 'lot' | 'least'>
  /** Rests of stops whose orders have filled, by stop id. */
  readonly rests: ReadonlyMap<string, ProtectedRest>
}

/** The quantity left to close, if an order can be made of it. */
export const leftToClose = ({ orders, entry }: Pick<Seen, 'orders' | 'entry'>): Qty =>
  qty(flooredToLot(entry, remaining(entry.bought, sumOf([...orders.values()], filledBy))))

/**
 * Adds reports of protect stops whose orders have ended with a rest that no other order closes. A stop that its user or a linked stop has
 * ended is not reported.
 */
export const withEndedShort = (
  { steps, recheckAt, overdue }: ExitPlan,
  stops: readonly Conditional[],
  seen: Seen,
  now: Millis,
): ExitPlan => {
  const fired = stops.filter(({ status }) => status === 'TRIGGERED')
  const ended = fired.flatMap((stop) => {
    const reportAt = stop.incompleteAt === null ? reportedAt(stop, seen, now) : null
    return reportAt === null ? [] : [{ exitId: stop.complexOrderId, reportAt }]
  })
  const reported = ended.filter(({ reportAt }) => reportAt <= now)
  const checks = fired
    .filter((stop) => hasFilled(stop, seen.orders))
    .flatMap((stop) => LATE_FILLS.map((after) => filledAt(stop, seen.orders) + after))
  const later = [
    ...(recheckAt === null ? [] : [recheckAt]),
    ...ended.map(({ reportAt }) => reportAt),
    ...checks,
  ].filter((at) => at > now)
  return {
    steps: [...steps, ...reported.map(({ exitId }) => ({ kind: 'give_up' as const, exitId }))],
    recheckAt: later.length === 0 ? null : Math.min(...later),
    overdue,
  }
}

/** Time of the report as incomplete; null if nothing is left, or another order closes the rest. */
const reportedAt = (stop: Conditional, { orders, entry, rests }: Seen, now: Millis): Millis | null => {
  if (leftToClose({ orders, entry }) === 0) return null
  const rest = rests.get(stop.complexOrderId)
  if (rest !== undefined)
    return flooredToLot(entry, remaining(rest.toReport, rest.toClose)) > 0
      ? filledAt(stop, orders) + UNTIL_INCOMPLETE
      : null
  const placed = stop.orderIds.flatMap((orderId) => orders.get(orderId) ?? []).map(exitOrderOf)
  const isShort =
    placed.every(({ state }) => state === 'ended') && placed.some(({ end }) => end === 'failed' || end === 'with_all')
  if (!isShort) return null
  const reportAt = Math.max(...placed.map(({ endedAt }) => endedAt)) + UNTIL_INCOMPLETE
  return now < reportAt || entry.complete ? reportAt : now + UNTIL_COMPLETE
}

/** Returns whether a waiting protect stop shows another position than the stored one. */
export const isOutgrown = ({ protect, status, armedQty }: Conditional, closable: Qty, lot: Qty): boolean =>
  protect && (status === 'PENDING' || status === 'ACTIVE') && (armedQty ?? NONE) !== flooredToLot({ lot }, closable)

const NONE: Qty = qty(0)
