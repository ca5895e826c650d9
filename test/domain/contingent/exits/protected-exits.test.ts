/** Protect stops: they are for the position, whoever changes it, and together never for more. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Conditional } from '#domain/contingent/conditional.ts'
import type { ExitStep } from '#domain/contingent/exits/exits.ts'
import { planExits } from '#domain/contingent/exits/plan-exits.ts'
import {
  isOutgrown,
  protectedEntry,
  protectedExitOf,
  withEndedShort,
} from '#domain/contingent/exits/protected-exits.ts'
import type { ProtectedRest } from '#domain/contingent/exits/protected-rest.ts'
import { SECOND } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'
import { sampleOrder } from '#test/adapters/store/samples.ts'
import { rounds } from '#test/support/run/plays.ts'
import { contracts, sampleConditional, T0, trigger } from '../complex-samples.ts'

const LOT = { lot: contracts(1), least: contracts(5) }

const stop = (id: string, change: Partial<Conditional> = {}): Conditional => ({
  ...sampleConditional({ protect: true, trigger: trigger({ qty: contracts(0), reduceOnly: true }) }),
  complexOrderId: id,
  ...change,
})
const armed = (id: string, qty: number) => stop(id, { status: 'ACTIVE', armedQty: contracts(qty) })
const fired = (id: string, orderId: string, change: Partial<Conditional> = {}) =>
  stop(id, { status: 'TRIGGERED', armedQty: contracts(9), orderIds: [orderId], triggeredAt: T0, ...change })

const order = (orderId: string, qty: number, change: Partial<Order> = {}): Order => ({
  ...sampleOrder({ qty: contracts(qty), buyFlag: false, status: 'RESTING', exchangeState: 'live' }),
  orderId,
  suspended: false,
  tradedQty: contracts(0),
  exchangeFilledQty: contracts(0),
  reversedQty: contracts(0),
  cancelRequestedAt: null,
  ...change,
})

const plan = (
  stops: readonly Conditional[],
  placed: readonly Order[],
  closable: number,
  { isProvisional = false } = {},
): readonly ExitStep[] => {
  const orders = new Map(placed.map((one) => [one.orderId, one]))
  const position = { closable: contracts(closable), isProvisional }
  const entry = protectedEntry(stops, orders, position, LOT)
  const exits = stops.map((one) => protectedExitOf(one, orders, entry, undefined))
  return planExits(entry, exits, T0).steps
}

const FILLED = { status: 'EXECUTED', exchangeFilledQty: contracts(9), tradedQty: contracts(9) } as const

describe('a protect stop whose order ended short', () => {
  const ended = order('o', 9, {
    status: 'CANCELLED',
    exchangeState: 'ended',
    cancelReason: 'not_filled',
    updatedAt: T0,
  })
  const later = (
    seconds: number,
    closable: number,
    change: Partial<Order> = {},
    isProvisional = false,
    rest?: ProtectedRest,
  ) => {
    const stops = [fired('a', 'o')]
    const orders = new Map([['o', { ...ended, ...change }]])
    const entry = protectedEntry(stops, orders, { closable: contracts(closable), isProvisional }, LOT)
    const { steps, recheckAt } = withEndedShort(
      { steps: [], recheckAt: null, overdue: [] },
      stops,
      { orders, entry, rests: new Map(rest === undefined ? [] : [['a', rest]]) },
      T0 + seconds * SECOND,
    )
    return [steps, recheckAt === null ? null : (recheckAt - T0) / SECOND]
  }

  it('is reported as incomplete after the position shows the trades of others meanwhile', () => {
    expect(later(0, 9)).toEqual([[], 15])
    expect(later(15, 9)).toEqual([[{ kind: 'give_up', exitId: 'a' }], null])
  })

  it('continues to wait while trades may be reversed', () => {
    expect(later(15, 9, {}, true)).toEqual([[], 20])
  })

  it('is no failure if nothing is left, if it filled, or if its user ended it', () => {
    expect(later(15, 0)).toEqual([[], null])
    expect(later(60, 9, FILLED)).toEqual([[], null])
    expect(later(15, 9, { cancelReason: 'user' })).toEqual([[], null])
  })

  it('is checked again for a minute if it filled: fills are reported late', () => {
    expect([0, 5, 15, 60].map((at) => later(at, 0, FILLED))).toEqual([5, 15, 60, null].map((at) => [[], at]))
  })

  it('is reported as incomplete after it filled if more was bought while it rested, even unsettled', () => {
    const rest = { toClose: contracts(0), toReport: contracts(4) }
    expect(later(14, 13, FILLED, true, rest)).toEqual([[], 15])
    expect(later(15, 13, FILLED, true, rest)).toEqual([[{ kind: 'give_up', exitId: 'a' }], 60])
    expect(later(15, 13, FILLED, true, { ...rest, toClose: contracts(4) })).toEqual([[], 60])
  })
})

describe('a protect stop', () => {
  it('is armed with the first contracts of the position, however few', () => {
    expect(plan([stop('a')], [], 2)).toEqual([{ kind: 'arm', exitId: 'a', qty: contracts(2) }])
  })

  it('waits until a position is first held', () => {
    expect(plan([stop('a')], [], 0)).toEqual([])
    expect(plan([stop('a')], [], 0.4)).toEqual([])
  })

  it('shrinks and grows with the position', () => {
    expect(plan([armed('a', 9)], [], 3)).toEqual([{ kind: 'resize', exitId: 'a', qty: contracts(3) }])
    expect(plan([armed('a', 9)], [], 30)).toEqual([{ kind: 'resize', exitId: 'a', qty: contracts(30) }])
    expect(plan([armed('a', 9)], [], 9)).toEqual([])
  })

  it('ends with the position, but not while a trade may be reversed or is not stored yet', () => {
    expect(plan([armed('a', 9)], [], 0)).toEqual([{ kind: 'cancel', exitId: 'a', reason: 'position_closed' }])
    expect(plan([armed('a', 9)], [], 0, { isProvisional: true })).toEqual([])
    const reported = order('o', 9, { exchangeFilledQty: contracts(9) })
    expect(plan([armed('a', 9), fired('b', 'o')], [reported], 9)).toEqual([])
  })

  it('sends the held quantity when it fires', () => {
    const held = order('o', 9, { suspended: true, exchangeState: null, status: 'PENDING_SUBMISSION' })
    const out = { kind: 'release', exitId: 'a', orderId: 'o', qty: contracts(14) }
    expect(plan([fired('a', 'o')], [held], 14)).toEqual([out])
  })

  it.each([
    ['has filled', order('o', 9, { status: 'EXECUTED', exchangeState: 'ended', tradedQty: contracts(9) })],
    ['was refused', order('o', 9, { status: 'REJECTED', exchangeState: null })],
    ['ended short', order('o', 9, { status: 'CANCELLED', exchangeState: 'ended', cancelReason: 'not_filled' })],
    ['made room', order('o', 9, { status: 'CANCELLED', exchangeState: 'ended', cancelReason: 'sibling' })],
    ['still rests', order('o', 9)],
  ])('sends nothing for later purchases if its order %s', (_, placed) => {
    expect(plan([fired('a', 'o')], [placed], 50)).toEqual([])
  })

  it('leaves an order that rests for more than is held to the amend', () => {
    expect(plan([armed('a', 20), fired('b', 'o')], [order('o', 20)], 8)).toEqual([
      { kind: 'resize', exitId: 'a', qty: contracts(8) },
    ])
    expect(plan([fired('b', 'o')], [order('o', 20)], 0)).toEqual([])
  })

  it('takes a resting order of a linked stop off the book before its own goes out', () => {
    const held = order('p', 8, { suspended: true, exchangeState: null, status: 'PENDING_SUBMISSION' })
    const rests = order('o', 20, { tradedQty: contracts(12), exchangeFilledQty: contracts(12) })
    const profit = fired('b', 'o', { subtype: 'REVERSE_STOP' })
    const steps = plan([fired('a', 'p'), profit], [held, rests], 8)
    expect(steps).toEqual([{ kind: 'withdraw', orderId: 'o', reason: 'sibling' }])
  })

  it('leaves the linked stops the rest after a partial fill, before and after the position shows it', () => {
    const reports = order('o', 20, { exchangeFilledQty: contracts(12) })
    const shown = order('o', 20, { exchangeFilledQty: contracts(12), tradedQty: contracts(12) })
    const resized = [{ kind: 'resize', exitId: 'a', qty: contracts(8) }]
    expect(plan([armed('a', 20), fired('b', 'o')], [reports], 20)).toEqual(resized)
    expect(plan([armed('a', 20), fired('b', 'o')], [shown], 8)).toEqual(resized)
  })

  it('is outgrown while it shows a position other than the current one', () => {
    expect(isOutgrown(armed('a', 9), contracts(9.5), LOT.lot)).toBe(false)
    expect(isOutgrown(armed('a', 9), contracts(10), LOT.lot)).toBe(true)
    expect(isOutgrown(armed('a', 9), contracts(0), LOT.lot)).toBe(true)
    expect(isOutgrown(stop('a'), contracts(0), LOT.lot)).toBe(false)
    expect(isOutgrown(fired('a', 'o'), contracts(1), LOT.lot)).toBe(false)
  })
})

interface Scene {
  readonly waiting: number
  readonly orders: ReadonlyArray<{
    readonly qty: number
    readonly reported: number
    readonly shown: number
    readonly held: boolean
  }>
  readonly closable: number
}

const scenes = fc.record<Scene>({
  waiting: fc.integer({ min: 0, max: 3 }),
  orders: fc.array(
    fc.record({
      qty: fc.integer({ min: 1, max: 20 }),
      reported: fc.integer({ min: 0, max: 20 }),
      shown: fc.integer({ min: 0, max: 20 }),
      held: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
  closable: fc.integer({ min: 0, max: 40 }),
})

it('new and resting orders of linked protect stops are never for more than is held', () => {
  fc.assert(
    fc.property(scenes, ({ waiting, orders: given, closable }) => {
      const placed = given.map(({ qty, reported, shown, held }, n) =>
        held
          ? order(`o${n}`, qty, { suspended: true, exchangeState: null, status: 'PENDING_SUBMISSION' })
          : order(`o${n}`, qty, {
              exchangeFilledQty: contracts(Math.min(reported, qty)),
              tradedQty: contracts(Math.min(shown, reported, qty)),
            }),
      )
      const stops = [
        ...placed.map(({ orderId }, n) => fired(`f${n}`, orderId)),
        ...Array.from({ length: waiting }, (_, n) => armed(`w${n}`, 5)),
      ]
      const steps = plan(stops, placed, closable)
      const onItsWay = placed.reduce((sum, one) => sum + one.exchangeFilledQty - one.tradedQty, 0)
      const left = Math.max(0, contracts(closable) - onItsWay)
      const out = steps.reduce(
        (sum, step) => sum + (step.kind === 'release' || step.kind === 'place' ? step.qty : 0),
        0,
      )
      const open = placed.reduce((sum, one) => sum + (one.suspended ? 0 : one.qty - one.exchangeFilledQty), 0)
      expect(out).toBeLessThanOrEqual(Math.max(0, left - open))
      for (const step of steps) if (step.kind === 'resize') expect(step.qty).toBe(left)
      expect(steps.some(({ kind }) => kind === 'place')).toBe(false)
    }),
    { numRuns: rounds(2_000) },
  )
})
