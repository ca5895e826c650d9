/**
 * Rules that hold for orders and their conditional orders after any events. Trades are judged by the exchange's own ledger, and never by
 * our rows.
 */

import { expect } from 'vitest'
import { COMPLEX_ORDER_MOVES, isTerminal } from '#domain/complex-orders/status.ts'
import { type ComplexOrder, isConditional } from '#domain/contingent/complex-order.ts'
import { type Conditional, isExit } from '#domain/contingent/conditional.ts'
import { EXIT_ENDS } from '#domain/contingent/exits/exits.ts'
import { isTriggered } from '#domain/contingent/trigger/trigger-rule.ts'
import { leastQty } from '#domain/exchanges/least-qty.ts'
import { flooredToLot } from '#domain/markets/lot-size.ts'
import type { Market } from '#domain/markets/market.ts'
import type { Order } from '#domain/orders/order.ts'
import { entryIdOf, isExitOrder } from '#domain/orders/origin.ts'
import { isFinal } from '#domain/orders/status.ts'

/** Everything there is at one moment. */
export interface GroupView {
  readonly orders: ReadonlyMap<string, Order>
  readonly complexOrders: ReadonlyMap<string, ComplexOrder>
  readonly market: Pick<Market, 'exchange' | 'tickSizeQty' | 'minimumOrderSize'>
  /** The exchange's view of an order: if it ever arrived, its traded quantity, and its open quantity. */
  readonly simulated: {
    readonly has: (orderId: string) => boolean
    readonly matched: (orderId: string) => number
    readonly open: (orderId: string) => number
    /** How much can be sold, or bought back, that no open order keeps. Without it nothing but exits trades or keeps anything. */
    readonly free?: (buyFlag: boolean) => number
  }
}

/** Each conditional order as it was seen last. */
export type Seen = Map<string, Conditional>

const conditionals = (view: GroupView): readonly Conditional[] => [...view.complexOrders.values()].filter(isConditional)

/** Checks the rules that hold at every moment. */
export const expectSound = (view: GroupView, seen: Seen): void => {
  for (const order of view.orders.values()) expectNoMoreLeftThanEntered(view, order)
  for (const one of conditionals(view)) {
    const before = seen.get(one.complexOrderId)
    if (before !== undefined) expectSteady(before, one)
    seen.set(one.complexOrderId, one)
    expectOneOrder(view, one)
  }
}

/** Even if everything on the book filled, and everything on its way arrived and filled. */
const expectNoMoreLeftThanEntered = ({ orders, simulated }: GroupView, entry: Order): void => {
  const exits = [...orders.values()].filter((order) => entryIdOf(order) === entry.orderId)
  if (exits.length === 0) return
  const atMost = exits.reduce((sum, { orderId, qty, suspended, status }) => {
    if (simulated.has(orderId)) return sum + simulated.matched(orderId) + simulated.open(orderId)
    return suspended || isFinal(status) ? sum : sum + qty
  }, 0)
  expect(atMost, `exits of ${entry.orderId}`).toBeLessThanOrEqual(simulated.matched(entry.orderId))
  for (const exit of exits) expect(exit.buyFlag).toBe(!entry.buyFlag)
}

/** A conditional order moves forward only, and a finished one keeps its end. */
const expectSteady = (before: Conditional, now: Conditional): void => {
  const name = now.complexOrderId
  if (before.status !== now.status) expect(COMPLEX_ORDER_MOVES[before.status], name).toContain(now.status)
  expect(now.orderIds.slice(0, before.orderIds.length), name).toEqual(before.orderIds)
  if (!isTerminal(before.status)) return
  const end = ({ triggeredAt, triggerPrice, triggerComplexOrderId }: Conditional) => ({
    triggeredAt,
    triggerPrice,
    triggerComplexOrderId,
  })
  expect(end(now), name).toEqual(end(before))
  if (before.incompleteAt !== null) expect(now.incompleteAt).toBe(before.incompleteAt)
  // One that ended for want of anything to leave may have been replaced since; else its reason stands.
  if (now.cancelReason !== before.cancelReason)
    expect([now.cancelReason, EXIT_ENDS.some((reason) => reason === before.cancelReason)]).toEqual(['replaced', true])
}

/** A conditional order fires once, at a price that reaches it. The stop that an SL or TP armed counts with it. */
const expectOneOrder = ({ orders, complexOrders }: GroupView, one: Conditional): void => {
  const placed = [...orders.values()].filter(
    ({ origin }) => 'complexOrderId' in origin && origin.complexOrderId === one.complexOrderId,
  )
  const isHeadOrStop = one.armedBy !== null || one.triggerComplexOrderId !== null
  for (const { orderId } of placed) expect(one.orderIds, one.complexOrderId).toContain(orderId)
  const mayFollow = (order: Order): boolean => isExitOrder(order) || order.origin.kind === 'linked'
  const firing = placed.filter((order) => !mayFollow(order) || order.orderId === one.orderIds[0])
  expect(firing.length, one.complexOrderId).toBeLessThanOrEqual(1)
  expect(one.status === 'TRIGGERED', one.complexOrderId).toBe(one.orderIds.length > 0)
  if (one.triggerPrice !== null && one.stopPrice !== null) expect(isTriggered(one, one.triggerPrice)).toBe(true)
  if (!isHeadOrStop) expect(placed.map(({ orderId }) => orderId).sort()).toEqual([...one.orderIds].sort())
  const stop = one.triggerComplexOrderId === null ? undefined : complexOrders.get(one.triggerComplexOrderId)
  if (stop === undefined || !isConditional(stop)) return
  const both = ({ status, armedQty, orderIds, triggeredAt, incompleteAt }: Conditional) => ({
    status,
    armedQty,
    orderIds,
    triggeredAt,
    incompleteAt,
  })
  expect(both(stop), one.complexOrderId).toEqual(both(one))
}

/** Checks the state at rest: no work is due, and no order is undecided. The rest of an entry is covered, or has a stated reason. */
export const expectNothingForgotten = (view: GroupView): void => {
  const all = conditionals(view)
  for (const order of view.orders.values()) {
    expect(order.notifyDueAt, order.orderId).toBeNull()
    const children = order.complexOrderIds.map((id) => view.complexOrders.get(id)).filter((one) => one !== undefined)
    const own = children.filter(isConditional)
    expect(own.length).toBe(order.complexOrderIds.length)
    expectCovered(
      view,
      order,
      own.filter((child) => isExit(child, order)),
    )
    expectAdditions(
      view,
      order,
      own.filter((child) => !isExit(child, order)),
    )
  }
  for (const one of all) {
    const name = `${one.complexOrderId} ${one.subtype} ${one.status}`
    expect(one.dueAt, name).toBeNull()
    if (one.status === 'CANCELLED') expect(one.cancelReason, name).not.toBeNull()
    if (one.armedBy !== null) continue
    const above = one.parentComplexOrderId === null ? undefined : view.complexOrders.get(one.parentComplexOrderId)
    if (above !== undefined && isConditional(above) && above.status === 'CANCELLED')
      expect(one.status, name).toBe('CANCELLED')
    // A pending order waits for an order, which was checked above, or for a parent that can still place one.
    const hasOrder = [...view.orders.values()].some(({ complexOrderIds }) =>
      complexOrderIds.includes(one.complexOrderId),
    )
    if (one.status === 'PENDING')
      expect(hasOrder || (above !== undefined && !isTerminal(above.status)), name).toBe(true)
  }
}

const expectCovered = (view: GroupView, entry: Order, exits: readonly Conditional[]): void => {
  const { simulated, orders, market } = view
  const sold = (one: Conditional) => one.orderIds.reduce((sum, id) => sum + simulated.matched(id), 0)
  const open = (one: Conditional) => one.orderIds.reduce((sum, id) => sum + simulated.open(id), 0)
  const isDone = (one: Conditional) =>
    one.incompleteAt !== null ||
    one.orderIds.some((id) => ['user', 'cancel_all'].includes(orders.get(id)?.cancelReason ?? ''))
  const over = isFinal(entry.status)
  // Quantity that other trades have closed is no longer for the exits to close.
  const entered = simulated.matched(entry.orderId) - entry.closedQty
  const left = Math.max(0, entered - exits.reduce((sum, one) => sum + sold(one), 0))
  const offered = exits.reduce((sum, one) => sum + open(one), 0)
  for (const one of exits) {
    // Quantity that was not held at the exit cannot be closed any more.
    const sellsAtOnce = one.trigger.orderType === 'MARKET'
    const grid = { lot: market.tickSizeQty, least: leastQty(market, { sellsAtOnce }) }
    const missing = one.orderIds.reduce((sum, id) => sum + (orders.get(id)?.notHeld ?? 0), 0)
    const expected = one.trigger.qty - missing
    const counts = over || one.subtype !== 'TP' ? left : 0
    const uncovered = flooredToLot(grid, Math.min(expected - sold(one) - open(one), left - offered))
    const name = `${one.subtype} ${one.complexOrderId} ${one.status} of ${entry.orderId} ${entry.status}, left ${left}, offered ${offered}`
    const due = flooredToLot(grid, Math.min(expected, counts))
    // Armed once it stays armed as long as its entry rests, also when all that was entered has been taken back.
    if (one.status === 'ACTIVE' && (due > 0 || over)) expect(one.armedQty, name).toBe(due)
    // Shares that exits of other orders keep can be sold once released: until then the order waits.
    const isWaiting = one.orderIds.some((id) => isUnsent(orders.get(id)))
    const sellable = isWaiting ? flooredToLot(grid, simulated.free?.(one.trigger.buyFlag) ?? uncovered) : uncovered
    if (one.status === 'TRIGGERED' && !isDone(one)) expect(Math.min(uncovered, sellable), name).toBe(0)
    // An exit that stops a loss at once waits behind no resting order.
    if (one.status === 'TRIGGERED' && !isDone(one) && isUrgent(one))
      expect(flooredToLot(grid, Math.min(expected - sold(one), left)), name).toBe(0)
    if (one.status === 'PENDING')
      expect(one.subtype === 'TP' && one.trigger.stopPrice === null && over ? uncovered : due, name).toBe(0)
    if (one.status === 'CANCELLED' && EXIT_ENDS.some((reason) => reason === one.cancelReason))
      expect(due, `${name} ${one.cancelReason}`).toBe(0)
    if (over && simulated.matched(entry.orderId) === 0) expect(isTerminal(one.status), name).toBe(true)
  }
}

const isUnsent = (order: Order | undefined): boolean => order?.status === 'PENDING_SUBMISSION' && !order.suspended

const isUrgent = ({ subtype, trigger }: Conditional): boolean =>
  (subtype === 'SL' || subtype === 'STOP') && trigger.orderType === 'MARKET'

const expectAdditions = ({ simulated }: GroupView, entry: Order, additions: readonly Conditional[]): void => {
  if (!isFinal(entry.status)) return
  const bought = simulated.matched(entry.orderId)
  for (const one of additions) {
    const name = `${one.subtype} ${one.complexOrderId} on ${entry.orderId} ${entry.status} ${bought}`
    expect(one.status, name).not.toBe('PENDING')
    if (bought === 0) expect(one.status, name).not.toBe('ACTIVE')
    if (one.status === 'ACTIVE' && entry.status !== 'EXECUTED') expect(one.armedQty, name).toBeLessThanOrEqual(bought)
  }
}
