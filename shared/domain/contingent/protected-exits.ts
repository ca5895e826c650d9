/**
 * Protect stops: linked exits whose quantity is that of the position, whoever changes it. Each fires once, for what is held then.
 * What is bought after its order was sent, that order does not sell.
 */

import { filledBy, type PlacedOrder } from '../baskets/placed-order.ts'
import { add, largest, type Qty, qty, remaining, smallest, sumOf } from '../kernel/numbers.ts'
import { MINUTE, type Millis, SECOND } from '../kernel/time.ts'
import { flooredToLot, type LotSize } from '../markets/lot-size.ts'
import type { Conditional } from './conditional.ts'
import { exitOrderOf } from './exit-view.ts'
import { type Entry, type Exit, type ExitPlan, UNTIL_INCOMPLETE } from './exits.ts'
import { linkedExitOf } from './linked-exits.ts'
import { filledAt, hasFilled, type ProtectedRest } from './protected-rest.ts'

/** The position that protect stops of one side close, as it is stored. */
export interface ProtectedPosition {
  /** What a trade on that side can close. */
  readonly closable: Qty
  /** Whether trades of the market may still be taken back (EXCHANGE_B). */
  readonly isProvisional: boolean
}

/**
 * The position in the place of what a parent bought. The plan takes off what the orders of the stops have sold; what of it the
 * position shows already is added here. They end once something was held, nothing is left, and no trade is on its way or may be taken
 * back. Any rest of a lot or more is left to close, however small the exchange's minimum makes it.
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
    // Its order waits for that when it is sent.
    settling: false,
    showsLast: true,
    reversibleFor: 0,
    closedMarkets: 'none',
    lot,
    least: NONE,
  }
}

/**
 * A protect stop as the plan sees it: it wants all there is until its order goes out, and that order's quantity from then on. `rest` is
 * there once its orders have filled.
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
      // What rests for more than is held is amended, as any `reduce_only` order. It leaves the book for a linked one only.
      qty: order.state === 'open' ? smallest(order.qty, add(order.filled, left)) : order.qty,
      // It fires once: for what comes later there is nobody's word.
      end: order.end === 'ours' ? ('user' as const) : order.end,
    })),
  }
}

/** How long a protect stop waits once more, while trades are on their way or may be taken back. */
const UNTIL_COMPLETE = 5 * SECOND

/** When a stop whose orders have filled looks at the position again, in ms after that: fills are reported late. */
const LATE_FILLS: readonly Millis[] = [5 * SECOND, UNTIL_INCOMPLETE, MINUTE]

/** Facts beside the protect stops themselves. */
interface Seen {
  readonly orders: ReadonlyMap<string, PlacedOrder>
  readonly entry: Pick<Entry, 'bought' | 'complete' | 'lot' | 'least'>
  /** Of the stops whose orders have filled, by their ids. */
  readonly rests: ReadonlyMap<string, ProtectedRest>
}

/** What is left to close, as far as an order can be made of it. */
export const leftToClose = ({ orders, entry }: Pick<Seen, 'orders' | 'entry'>): Qty =>
  qty(flooredToLot(entry, remaining(entry.bought, sumOf([...orders.values()], filledBy))))

/**
 * The plan, and in it the protect stops whose orders have ended with something left to close that no other order of theirs closes. Their
 * user must hear of it. A stop that its user or a linked stop has ended is not reported.
 */
export const withEndedShort = (
  { steps, recheckAt, overdue }: ExitPlan,
  stops: readonly Conditional[],
  seen: Seen,
  now: Millis,
): ExitPlan => {
  const fired = stops.filter(({ status }) => status === 'TRIGGERED')
  const ended = fired.flatMap((stop) => {
    const toldAt = stop.incompleteAt === null ? reportedAt(stop, seen, now) : null
    return toldAt === null ? [] : [{ exitId: stop.complexOrderId, toldAt }]
  })
  const told = ended.filter(({ toldAt }) => toldAt <= now)
  const looks = fired
    .filter((stop) => hasFilled(stop, seen.orders))
    .flatMap((stop) => LATE_FILLS.map((after) => filledAt(stop, seen.orders) + after))
  const later = [...(recheckAt === null ? [] : [recheckAt]), ...ended.map(({ toldAt }) => toldAt), ...looks].filter(
    (at) => at > now,
  )
  return {
    steps: [...steps, ...told.map(({ exitId }) => ({ kind: 'give_up' as const, exitId }))],
    recheckAt: later.length === 0 ? null : Math.min(...later),
    overdue,
  }
}

/** When the stop is reported as incomplete; null where nothing is left, or another order closes it. */
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
  const toldAt = Math.max(...placed.map(({ endedAt }) => endedAt)) + UNTIL_INCOMPLETE
  return now < toldAt || entry.complete ? toldAt : now + UNTIL_COMPLETE
}

/** Whether a protect stop waits for its price and shows another position than there is. */
export const isOutgrown = ({ protect, status, armedQty }: Conditional, closable: Qty, lot: Qty): boolean =>
  protect && (status === 'PENDING' || status === 'ACTIVE') && (armedQty ?? NONE) !== flooredToLot({ lot }, closable)

const NONE: Qty = qty(0)
