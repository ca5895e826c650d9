/**
 * Protect stops: linked exits whose quantity is that of the position, whoever changes it. Each fires once, for what is held then.
 * What is bought after its order was sent, that order does not sell.
 */

import { add, largest, type Qty, qty, remaining, smallest, sumOf } from '../kernel/numbers.ts'
import { type Millis, SECOND } from '../kernel/time.ts'
import { filledBy, type PlacedOrder } from '../orders/placed-order.ts'
import type { Conditional } from './conditional.ts'
import { exitOrderOf } from './exit-view.ts'
import { type Entry, type Exit, type ExitPlan, UNTIL_INCOMPLETE } from './exits.ts'
import { linkedExitOf } from './linked-exits.ts'
import { flooredToLot, type LotSize } from './lot-size.ts'

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
    shut: 'none',
    lot,
    least: NONE,
  }
}

/** A protect stop as the plan sees it: it wants all there is until its order goes out, and that order's quantity from then on. */
export const protectedExitOf = (
  stop: Conditional,
  orders: ReadonlyMap<string, PlacedOrder>,
  { bought }: Pick<Entry, 'bought'>,
): Exit => {
  const exit = linkedExitOf(stop, orders)
  const left = remaining(bought, sumOf([...orders.values()], filledBy))
  const isSent = exit.orders.length > 0 && exit.orders.every(({ state }) => state !== 'held')
  return {
    ...exit,
    wanted: isSent ? sumOf(exit.orders, (order) => order.qty) : bought,
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

/**
 * The plan, and in it the protect stops whose orders have ended short of themselves while something is left to close. As they fire once,
 * nobody closes the rest, and their user must hear of it. One that the user or a linked stop has ended is none of them.
 */
export const withEndedShort = (
  { steps, lookAgainAt, overdue }: ExitPlan,
  stops: readonly Conditional[],
  orders: ReadonlyMap<string, PlacedOrder>,
  entry: Pick<Entry, 'bought' | 'complete' | 'lot' | 'least'>,
  now: Millis,
): ExitPlan => {
  const left = flooredToLot(entry, remaining(entry.bought, sumOf([...orders.values()], filledBy)))
  if (left === 0) return { steps, lookAgainAt, overdue }
  const ended = stops.flatMap((stop) => {
    const placed = stop.orderIds.flatMap((orderId) => orders.get(orderId) ?? []).map(exitOrderOf)
    const isShort =
      placed.every(({ state }) => state === 'ended') && placed.some(({ end }) => end === 'failed' || end === 'with_all')
    if (stop.status !== 'TRIGGERED' || stop.incompleteAt !== null || !isShort) return []
    const toldAt = Math.max(...placed.map(({ endedAt }) => endedAt)) + UNTIL_INCOMPLETE
    return [{ exitId: stop.complexOrderId, toldAt: now < toldAt || entry.complete ? toldAt : now + UNTIL_COMPLETE }]
  })
  const told = ended.filter(({ toldAt }) => toldAt <= now)
  const later = [
    ...(lookAgainAt === null ? [] : [lookAgainAt]),
    ...ended.map(({ toldAt }) => toldAt).filter((at) => at > now),
  ]
  return {
    steps: [...steps, ...told.map(({ exitId }) => ({ kind: 'give_up' as const, exitId }))],
    lookAgainAt: later.length === 0 ? null : Math.min(...later),
    overdue,
  }
}

/** Whether a protect stop waits for its price and shows another position than there is. */
export const isOutgrown = ({ protect, status, armedQty }: Conditional, closable: Qty, lot: Qty): boolean =>
  protect && (status === 'PENDING' || status === 'ACTIVE') && (armedQty ?? NONE) !== flooredToLot({ lot }, closable)

const NONE: Qty = qty(0)
