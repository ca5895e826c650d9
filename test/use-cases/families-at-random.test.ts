/**
 * Chains and brackets, long and short, through whatever can happen: fills in part, doubled and late, trades taken back, prices,
 * cancels, refusals, lost and doubled messages, consumers that die. The exchange's own count of what traded is the judge.
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ConditionalOrder, isConditional, isExit } from '#domain/complex-order.ts'
import { COMPLEX_ORDER_MOVES, isOver } from '#domain/complex-order-facts.ts'
import { isCrossed } from '#domain/crossed.ts'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/exchange-name.ts'
import { flooredToLot } from '#domain/exit-grid.ts'
import { EXIT_ENDS } from '#domain/exits.ts'
import type { Order } from '#domain/order.ts'
import { isFinal } from '#domain/order-status.ts'
import { type FamilyDesk, openFamilyDesk } from '#test/support/family-desk.ts'
import { apply, type Forest, forest, type Move, moves, plant } from '#test/support/family-moves.ts'

const play = async (exchange: ExchangeName, planted: Forest, steps: readonly Move[]): Promise<void> => {
  const desk = openFamilyDesk(exchange)
  const stems = await plant(desk, planted)
  const seen: Seen = new Map()
  for (const step of steps) {
    await apply(desk, stems, step)
    expectSound(desk, seen)
  }
  await comeToRest(desk, seen)
  expectNothingForgotten(desk)
  for (const { orderId, status, exitOf } of desk.orders.values())
    if (!isFinal(status) && exitOf === null) await desk.cancelOrder(orderId)
  await comeToRest(desk, seen)
  expectNothingForgotten(desk)
}

/** All that is owed is done, and all that happened is told. */
const comeToRest = async (desk: FamilyDesk, seen: Seen): Promise<void> => {
  desk.queues.copies = () => 1
  desk.spare()
  Object.assign(desk.luck, { refusals: 0, share: 1 })
  for (let rounds = 0; rounds < 8; rounds += 1) {
    for (const orderId of [...desk.venue.booked.keys()]) {
      desk.settleTrades(orderId, 'FINAL')
      await desk.hear(orderId)
      await desk.record(orderId)
    }
    await desk.pass(30_000, 2_000)
    expectSound(desk, seen)
  }
  expect(desk.queues.waiting).toEqual([])
}

/** Each conditional order as it was seen last. */
type Seen = Map<string, ConditionalOrder>

const conditionals = (desk: FamilyDesk): readonly ConditionalOrder[] =>
  [...desk.complexOrders.values()].filter(isConditional)

/** What holds at every moment. */
const expectSound = (desk: FamilyDesk, seen: Seen): void => {
  for (const order of desk.orders.values()) expectNoMoreLeftThanEntered(desk, order)
  for (const one of conditionals(desk)) {
    const before = seen.get(one.complexOrderId)
    if (before !== undefined) expectSteady(before, one)
    seen.set(one.complexOrderId, one)
    expectOneOrder(desk, one)
  }
}

/** Even if everything on the book filled, and everything on its way arrived and filled. */
const expectNoMoreLeftThanEntered = ({ orders, venue }: FamilyDesk, entry: Order): void => {
  const exits = [...orders.values()].filter(({ exitOf }) => exitOf === entry.orderId)
  if (exits.length === 0) return
  const atMost = exits.reduce((sum, { orderId, qty, held, status }) => {
    if (venue.booked.has(orderId)) return sum + venue.matched(orderId) + venue.open(orderId)
    return held || isFinal(status) ? sum : sum + qty
  }, 0)
  expect(atMost, `exits of ${entry.orderId}`).toBeLessThanOrEqual(venue.matched(entry.orderId))
  for (const exit of exits) expect(exit.buyFlag).toBe(!entry.buyFlag)
}

/** A conditional order moves forward only, and what is over stays as it ended. */
const expectSteady = (before: ConditionalOrder, now: ConditionalOrder): void => {
  const name = now.complexOrderId
  if (before.status !== now.status) expect(COMPLEX_ORDER_MOVES[before.status], name).toContain(now.status)
  expect(now.orderIds.slice(0, before.orderIds.length), name).toEqual(before.orderIds)
  if (!isOver(before.status)) return
  const end = ({ triggeredAt, triggerPrice, triggerComplexOrderId }: ConditionalOrder) => ({
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

/** It fires once, at a price that reaches it, and the stop that an SL or TP armed goes with it in all. */
const expectOneOrder = ({ orders, complexOrders }: FamilyDesk, one: ConditionalOrder): void => {
  const placed = [...orders.values()].filter(({ placedBy }) => placedBy === one.complexOrderId)
  const isHeadOrStop = one.armedBy !== null || one.triggerComplexOrderId !== null
  for (const { orderId } of placed) expect(one.orderIds, one.complexOrderId).toContain(orderId)
  const firing = placed.filter(({ exitOf, orderId }) => exitOf === null || orderId === one.orderIds[0])
  expect(firing.length, one.complexOrderId).toBeLessThanOrEqual(1)
  expect(one.status === 'TRIGGERED', one.complexOrderId).toBe(one.orderIds.length > 0)
  if (one.triggerPrice !== null && one.stopPrice !== null) expect(isCrossed(one, one.triggerPrice)).toBe(true)
  if (!isHeadOrStop) expect(placed.map(({ orderId }) => orderId)).toEqual(one.orderIds)
  const stop = one.triggerComplexOrderId === null ? undefined : complexOrders.get(one.triggerComplexOrderId)
  if (stop === undefined || !isConditional(stop)) return
  const both = ({ status, armedQty, orderIds, triggeredAt, incompleteAt }: ConditionalOrder) => ({
    status,
    armedQty,
    orderIds,
    triggeredAt,
    incompleteAt,
  })
  expect(both(stop), one.complexOrderId).toEqual(both(one))
}

/** At rest: nothing is owed, nothing hangs in the air, and what is left of an entry is covered, or it is said why not. */
const expectNothingForgotten = (desk: FamilyDesk): void => {
  const all = conditionals(desk)
  for (const order of desk.orders.values()) {
    expect(order.tendAt, order.orderId).toBeNull()
    const children = order.complexOrderIds.map((id) => desk.complexOrders.get(id)).filter((one) => one !== undefined)
    const own = children.filter(isConditional)
    expect(own.length).toBe(order.complexOrderIds.length)
    expectCovered(
      desk,
      order,
      own.filter((child) => isExit(child, order)),
    )
    expectAdditions(
      desk,
      order,
      own.filter((child) => !isExit(child, order)),
    )
  }
  for (const one of all) {
    const name = `${one.complexOrderId} ${one.subtype} ${one.status}`
    expect(one.dueAt, name).toBeNull()
    if (one.status === 'CANCELLED') expect(one.cancelReason, name).not.toBeNull()
    if (one.armedBy !== null) continue
    const above = one.parentComplexOrderId === null ? undefined : desk.complexOrders.get(one.parentComplexOrderId)
    if (above !== undefined && isConditional(above) && above.status === 'CANCELLED')
      expect(one.status, name).toBe('CANCELLED')
    // It waits for an order, which has been looked at, or for something that can still place one.
    const hasOrder = [...desk.orders.values()].some(({ complexOrderIds }) =>
      complexOrderIds.includes(one.complexOrderId),
    )
    if (one.status === 'PENDING') expect(hasOrder || (above !== undefined && !isOver(above.status)), name).toBe(true)
  }
}

const expectCovered = (desk: FamilyDesk, entry: Order, exits: readonly ConditionalOrder[]): void => {
  const { venue, orders, market } = desk
  const grid = { lot: market.tickSizeQty, least: market.minimumOrderSize }
  const sold = (one: ConditionalOrder) => one.orderIds.reduce((sum, id) => sum + venue.matched(id), 0)
  const open = (one: ConditionalOrder) => one.orderIds.reduce((sum, id) => sum + venue.open(id), 0)
  const isDone = (one: ConditionalOrder) =>
    one.incompleteAt !== null ||
    one.orderIds.some((id) => ['user', 'cancel_all'].includes(orders.get(id)?.cancelReason ?? ''))
  const over = isFinal(entry.status)
  const left = venue.matched(entry.orderId) - exits.reduce((sum, one) => sum + sold(one), 0)
  const offered = exits.reduce((sum, one) => sum + open(one), 0)
  for (const one of exits) {
    const wanted = one.trigger.qty
    const counts = over || one.subtype !== 'TP' ? left : 0
    const uncovered = flooredToLot(grid, Math.min(wanted - sold(one) - open(one), left - offered))
    const name = `${one.subtype} ${one.complexOrderId} ${one.status} of ${entry.orderId} ${entry.status}, left ${left}, offered ${offered}`
    const due = flooredToLot(grid, Math.min(wanted, counts))
    // Armed once it stays armed as long as its entry rests, also when all that was entered has been taken back.
    if (one.status === 'ACTIVE' && (due > 0 || over)) expect(one.armedQty, name).toBe(due)
    if (one.status === 'TRIGGERED' && !isDone(one)) expect(uncovered, name).toBe(0)
    // What stops a loss at once waits behind no order that only rests.
    if (one.status === 'TRIGGERED' && !isDone(one) && isUrgent(one))
      expect(flooredToLot(grid, Math.min(wanted - sold(one), left)), name).toBe(0)
    if (one.status === 'PENDING')
      expect(one.subtype === 'TP' && one.trigger.stopPrice === null && over ? uncovered : due, name).toBe(0)
    if (one.status === 'CANCELLED' && EXIT_ENDS.some((reason) => reason === one.cancelReason))
      expect(due, `${name} ${one.cancelReason}`).toBe(0)
    if (over && venue.matched(entry.orderId) === 0) expect(isOver(one.status), name).toBe(true)
  }
}

const isUrgent = ({ subtype, trigger }: ConditionalOrder): boolean =>
  (subtype === 'SL' || subtype === 'STOP') && trigger.orderType === 'MARKET'

const expectAdditions = ({ venue }: FamilyDesk, entry: Order, additions: readonly ConditionalOrder[]): void => {
  if (!isFinal(entry.status)) return
  const bought = venue.matched(entry.orderId)
  for (const one of additions) {
    const name = `${one.subtype} ${one.complexOrderId} on ${entry.orderId} ${entry.status} ${bought}`
    expect(one.status, name).not.toBe('PENDING')
    if (bought === 0) expect(one.status, name).not.toBe('ACTIVE')
    if (one.status === 'ACTIVE' && entry.status !== 'EXECUTED') expect(one.armedQty, name).toBeLessThanOrEqual(bought)
  }
}

describe.each(EXCHANGE_NAMES)('on %s, whatever happens to chains and brackets', (exchange) => {
  it('each conditional order ends once, none leaves more than was entered, and none is forgotten', async () => {
    await fc.assert(
      fc.asyncProperty(forest, moves, (planted, steps) => play(exchange, planted, steps)),
      { numRuns: Number(process.env.RUNS ?? 300), ...(process.env.SEED ? { seed: Number(process.env.SEED) } : {}) },
    )
  }, 200_000)
})
