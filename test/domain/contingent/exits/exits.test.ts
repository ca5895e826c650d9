/** Exits of one parent: together they never sell more than it bought, and nothing bought is left unprotected in silence. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Entry, Exit, ExitStep } from '#domain/contingent/exits/exits.ts'
import { planExits } from '#domain/contingent/exits/plan-exits.ts'
import { tracksPosition } from '#domain/contingent/exits/tracks-position.ts'
import type { Qty } from '#domain/kernel/numbers.ts'
import type { ExitOrder } from '#domain/orders/dependents/exit-order.ts'
import { MOST_FAILURES } from '#domain/orders/refusals/most-failures.ts'
import { rounds } from '#test/support/run/plays.ts'
import { contracts, T0 } from '../complex-samples.ts'

const entry = (bought: number, change: Partial<Entry> = {}): Entry => ({
  bought: contracts(bought),
  closed: contracts(0),
  over: true,
  complete: true,
  settling: false,
  showsLast: false,
  reversibleFor: 0,
  closedMarkets: 'none',
  lot: contracts(1),
  least: contracts(1),
  ...change,
})
const tp = (requested: number, change: Partial<Exit> = {}): Exit => ({
  exitId: 'tp',
  way: 'rests',
  stopsLoss: false,
  actsNow: false,
  early: false,
  status: 'PENDING',
  requested: contracts(requested),
  armedQty: null,
  firedAt: null,
  givenUp: false,
  hopeless: false,
  replaceable: false,
  changedAt: T0,
  orders: [],
  ...change,
})
const sl = (requested: number, change: Partial<Exit> = {}): Exit => ({
  ...tp(requested),
  exitId: 'sl',
  way: 'watches',
  stopsLoss: true,
  actsNow: true,
  early: true,
  ...change,
})
const order = (qty: number, filled = 0, change: Partial<ExitOrder> = {}): ExitOrder => ({
  orderId: 'o',
  qty: contracts(qty),
  filled: contracts(filled),
  notHeld: contracts(0),
  state: 'open',
  leaving: false,
  takenBack: false,
  end: null,
  endedAt: T0,
  refusedSince: null,
  ...change,
})
const resting = (qty: number, filled = 0, change: Partial<ExitOrder> = {}) =>
  tp(10, { status: 'TRIGGERED', orders: [order(qty, filled, { orderId: 'tp-1', ...change })] })
const fired = (change: Partial<Exit> = {}) =>
  sl(10, {
    status: 'TRIGGERED',
    armedQty: contracts(10),
    firedAt: T0,
    orders: [order(10, 0, { orderId: 'sl-1', state: 'held' })],
    ...change,
  })
const steps = (of: Entry, exits: readonly Exit[], now = T0): readonly ExitStep[] => planExits(of, exits, now).steps

const NOTHING = { steps: [], recheckAt: null, overdue: [] }

describe('a parent', () => {
  it('without a fill arms nothing', () => {
    expect(steps(entry(0, { over: false }), [tp(10), sl(10)])).toEqual([])
  })

  it('places the TP and arms the SL if it has filled', () => {
    expect(steps(entry(10), [tp(10), sl(10)])).toEqual([
      { kind: 'place', exitId: 'tp', qty: contracts(10), again: 0 },
      { kind: 'arm', exitId: 'sl', qty: contracts(10) },
    ])
  })

  it('arms a growing SL for its filled part while it rests; the TP waits', () => {
    expect(steps(entry(4, { over: false }), [tp(10), sl(10)])).toEqual([
      { kind: 'arm', exitId: 'sl', qty: contracts(4) },
    ])
    const armed = sl(10, { status: 'ACTIVE', armedQty: contracts(4) })
    expect(steps(entry(7, { over: false }), [tp(10), armed])).toEqual([
      { kind: 'resize', exitId: 'sl', qty: contracts(7) },
    ])
  })

  it('caps both at its filled quantity if it ended in part', () => {
    expect(steps(entry(4), [tp(10), sl(10)])).toEqual([
      { kind: 'place', exitId: 'tp', qty: contracts(4), again: 0 },
      { kind: 'arm', exitId: 'sl', qty: contracts(4) },
    ])
  })

  it('cancels both after it is certain that it ended empty', () => {
    expect(steps(entry(0, { complete: false }), [tp(10), sl(10)])).toEqual([])
    expect(steps(entry(0), [tp(10), sl(10)])).toEqual([
      { kind: 'cancel', exitId: 'tp', reason: 'parent_not_filled' },
      { kind: 'cancel', exitId: 'sl', reason: 'parent_not_filled' },
    ])
  })

  it('keeps its armed exits, at zero, if it has nothing left and may still report fills', () => {
    const sold = resting(10, 10, { state: 'ended' })
    const armed = sl(10, { status: 'ACTIVE', armedQty: contracts(10) })
    expect(steps(entry(10, { complete: false }), [sold, armed])).toEqual([{ kind: 'resize', exitId: 'sl', qty: 0 }])
    const empty = { ...armed, armedQty: contracts(0) }
    expect(steps(entry(10, { complete: false }), [sold, empty])).toEqual([])
    expect(steps(entry(15), [sold, empty])).toEqual([{ kind: 'resize', exitId: 'sl', qty: contracts(5) }])
    expect(steps(entry(10), [sold, empty])).toEqual([{ kind: 'cancel', exitId: 'sl', reason: 'sibling' }])
  })

  it('gives the reason if it bought less than the exchange accepts as an order', () => {
    expect(steps(entry(0.5), [tp(10)])).toEqual([{ kind: 'cancel', exitId: 'tp', reason: 'below_minimum' }])
  })

  it('cannot be left with less than the exchange accepts: an exit for so little gives the reason', () => {
    const small = { least: contracts(5) }
    expect(steps(entry(20, small), [tp(3), sl(3)])).toEqual([
      { kind: 'cancel', exitId: 'tp', reason: 'below_minimum' },
      { kind: 'cancel', exitId: 'sl', reason: 'below_minimum' },
    ])
    const gone = sl(3, { status: 'CANCELLED', replaceable: true })
    expect(steps(entry(20, small), [gone])).toEqual([])
  })

  it('may be left with less than may rest: an immediate exit sells it, a resting exit ends', () => {
    const small = { least: contracts(5), leastAtOnce: contracts(1) }
    expect(steps(entry(3, small), [tp(8), sl(8)])).toEqual([
      { kind: 'cancel', exitId: 'tp', reason: 'below_minimum' },
      { kind: 'arm', exitId: 'sl', qty: contracts(3) },
    ])
    expect(steps(entry(8, { ...small, closed: contracts(5), bought: contracts(3) }), [fired()])).toEqual([
      { kind: 'release', exitId: 'sl', orderId: 'sl-1', qty: contracts(3) },
    ])
    const limit = sl(8, { actsNow: false })
    expect(steps(entry(3, small), [limit])).toEqual([{ kind: 'cancel', exitId: 'sl', reason: 'below_minimum' }])
  })

  it('shrinks its armed exits if a fill is reversed', () => {
    const armed = sl(10, { status: 'ACTIVE', armedQty: contracts(10) })
    expect(steps(entry(6), [resting(10), armed])).toEqual([
      { kind: 'withdraw', orderId: 'tp-1', reason: 'sibling' },
      { kind: 'resize', exitId: 'sl', qty: contracts(6) },
    ])
  })

  it('arms watching exits and sends nothing while it settles', () => {
    expect(steps(entry(10, { settling: true }), [tp(10), sl(10)])).toEqual([
      { kind: 'arm', exitId: 'sl', qty: contracts(10) },
    ])
    expect(steps(entry(10, { settling: true }), [fired()], T0 + 59_999)).toEqual([])
  })
})

it('orders of closed markets on the book are left to the exchange, and held orders are not sent', () => {
  const closedMarkets = entry(10, { closedMarkets: 'all' })
  expect(steps(closedMarkets, [resting(10)])).toEqual([])
  expect(steps(closedMarkets, [fired()])).toEqual([{ kind: 'withdraw', orderId: 'sl-1', reason: 'market_closed' }])
})

describe('siblings', () => {
  const armed = (qty: number) => sl(10, { status: 'ACTIVE', armedQty: contracts(qty) })

  it('a TP fill of three lowers the SL by three, and the last one cancels it', () => {
    expect(steps(entry(10), [resting(10, 3), armed(10)])).toEqual([{ kind: 'resize', exitId: 'sl', qty: contracts(7) }])
    expect(steps(entry(10), [resting(10, 10, { state: 'ended' }), armed(7)])).toEqual([
      { kind: 'cancel', exitId: 'sl', reason: 'sibling' },
    ])
  })

  it('a fired SL waits for the TP to leave, then goes out for the rest', () => {
    const wait = planExits(entry(10), [resting(10, 3), fired()], T0)
    expect(wait).toEqual({
      steps: [{ kind: 'withdraw', orderId: 'tp-1', reason: 'sibling' }],
      recheckAt: T0 + 3_000,
      overdue: [],
    })
    expect(steps(entry(10), [resting(10, 3, { leaving: true }), fired()], T0 + 1_000)).toEqual([])
    expect(steps(entry(10), [resting(10, 4, { state: 'ended', end: 'ours' }), fired()], T0 + 2_000)).toEqual([
      { kind: 'release', exitId: 'sl', orderId: 'sl-1', qty: contracts(6) },
    ])
  })

  it('an exit sends the certainly uncovered part after three seconds, and the rest after it is known', () => {
    const half = [resting(5, 1, { leaving: true }), fired()]
    expect(steps(entry(10), half, T0 + 3_000)).toEqual([
      { kind: 'release', exitId: 'sl', orderId: 'sl-1', qty: contracts(5) },
    ])
    const sent = fired({ orders: [order(5, 5, { orderId: 'sl-1', state: 'ended' })] })
    expect(steps(entry(10), [resting(5, 2, { state: 'ended', end: 'ours' }), sent], T0 + 9_000)).toEqual([
      { kind: 'place', exitId: 'sl', qty: contracts(3), again: 0 },
    ])
  })

  it('an exit that waits longer is reported, and never sells a quantity that a sibling may sell too', () => {
    const stuck = [resting(10, 0, { leaving: true }), fired()]
    expect(planExits(entry(10), stuck, T0 + 3_000)).toEqual({ steps: [], recheckAt: null, overdue: ['sl'] })
  })

  it.each([
    ['place', []],
    ['release', [order(10, 0, { orderId: 'held', state: 'held' })]],
  ] as const)(
    'one of two fired exits that waited too long may %s, which leaves the other only the rest',
    (kind, orders) => {
      const leaving = resting(5, 0, { leaving: true })
      const first = fired({ requested: contracts(6), orders })
      const second = fired({ exitId: 'sl-2', requested: contracts(4), orders })
      const { steps: done, overdue } = planExits(entry(10), [leaving, first, second], T0 + 4_000)
      expect(done).toEqual([expect.objectContaining({ kind, exitId: 'sl', qty: contracts(5) })])
      expect(overdue).toEqual(['sl-2'])
    },
  )

  it('a fired exit with all of its part on the book is not overdue', () => {
    const whole = fired({ orders: [order(10, 0, { orderId: 'sl-1' })] })
    expect(planExits(entry(10, { over: false }), [whole], T0 + 4_000)).toEqual(NOTHING)
  })

  it('a TP sends no other order while one of its orders leaves the book', () => {
    expect(steps(entry(10), [resting(3, 0, { leaving: true })])).toEqual([])
  })

  it('a fired exit with nothing left to sell is dropped', () => {
    expect(steps(entry(10), [resting(10, 10, { state: 'ended' }), fired()])).toEqual([
      { kind: 'withdraw', orderId: 'sl-1', reason: 'sibling' },
    ])
  })

  it('a fired SL waits for the rest of a parent that still rests', () => {
    const plan = planExits(entry(4, { over: false }), [fired()], T0)
    expect(plan).toEqual({ steps: [], recheckAt: T0 + 3_000, overdue: [] })
    expect(steps(entry(4, { over: false }), [fired()], T0 + 3_000)).toEqual([
      { kind: 'release', exitId: 'sl', orderId: 'sl-1', qty: contracts(4) },
    ])
    expect(steps(entry(5), [fired()])).toEqual([{ kind: 'release', exitId: 'sl', orderId: 'sl-1', qty: contracts(5) }])
  })

  it('two TPs of the whole never rest for more than the whole', () => {
    const two = [tp(10), tp(10, { exitId: 'tp2' })]
    expect(steps(entry(10), two)).toEqual([{ kind: 'place', exitId: 'tp', qty: contracts(10), again: 0 }])
  })

  it('a TP that had to leave for a smaller SL is placed again for the rest', () => {
    const small = fired({ requested: contracts(4), orders: [order(4, 4, { orderId: 'sl-1', state: 'ended' })] })
    expect(steps(entry(10), [resting(10, 0, { state: 'ended', end: 'ours' }), small])).toEqual([
      { kind: 'place', exitId: 'tp', qty: contracts(6), again: 0 },
    ])
  })

  it('an order that lost a fill again leaves the book, and another goes out for all that is left', () => {
    const doubtful = { takenBack: true, orderId: 'tp-1' }
    expect(steps(entry(10), [tp(10, { status: 'TRIGGERED', orders: [order(10, 0, doubtful)] })])).toEqual([
      { kind: 'withdraw', orderId: 'tp-1', reason: 'sibling' },
    ])
    const gone = order(10, 1, { ...doubtful, state: 'ended', leaving: true, end: 'ours' })
    expect(steps(entry(10), [tp(10, { status: 'TRIGGERED', orders: [gone] })])).toEqual([
      { kind: 'place', exitId: 'tp', qty: contracts(9), again: 0 },
    ])
  })

  it('a TP that its user took off the book stays off, and the SL stays', () => {
    expect(steps(entry(10), [resting(10, 2, { state: 'ended', end: 'user' }), armed(8)])).toEqual([])
  })

  it('an exit that ended with nothing to sell is replaced if a late or reversed fill leaves a quantity', () => {
    const ended = sl(10, { status: 'CANCELLED', replaceable: true })
    expect(steps(entry(10), [resting(10, 10, { state: 'ended' }), ended])).toEqual([])
    expect(steps(entry(10), [resting(10, 6, { state: 'ended', end: 'user' }), ended])).toEqual([
      { kind: 'replace', exitId: 'sl' },
    ])
    expect(steps(entry(10), [{ ...ended, replaceable: false }])).toEqual([])
    expect(steps(entry(0), [ended])).toEqual([])
  })

  it('an early-arming exit is replaced even while the parent rests, and any other only after the parent is over', () => {
    const ended = { status: 'CANCELLED', replaceable: true } as const
    const both = [tp(10, ended), sl(10, ended)]
    expect(steps(entry(5, { over: false }), both)).toEqual([{ kind: 'replace', exitId: 'sl' }])
    expect(steps(entry(5), both).map(({ kind }) => kind)).toEqual(['replace', 'replace'])
  })

  it('a remainder of an exit that is too small for an order does not block its siblings', () => {
    const most = fired({ requested: contracts(4), orders: [order(3, 3, { orderId: 'sl-1', state: 'ended' })] })
    const other = fired({ exitId: 'sl2', requested: contracts(3), orders: [], firedAt: T0 - 1 })
    expect(steps(entry(6, { least: contracts(3) }), [most, other])).toEqual([
      { kind: 'place', exitId: 'sl2', qty: contracts(3), again: 0 },
    ])
  })

  it('an exit that did not fill is tried four times, at growing intervals, and then given up', () => {
    const failed = (count: number) =>
      fired({
        stopsLoss: false,
        orders: Array.from({ length: count }, (_, n) =>
          order(10, 0, { orderId: `sl-${n}`, state: 'ended', end: 'failed', endedAt: T0 }),
        ),
      })
    expect(planExits(entry(10), [failed(1)], T0)).toEqual({ steps: [], recheckAt: T0 + 2_000, overdue: [] })
    expect(steps(entry(10), [failed(1)], T0 + 2_000)).toEqual([
      { kind: 'place', exitId: 'sl', qty: contracts(10), again: 1 },
    ])
    expect(steps(entry(10), [failed(MOST_FAILURES)], T0 + 99_000)).toEqual([{ kind: 'give_up', exitId: 'sl' }])
    expect(steps(entry(10), [{ ...failed(MOST_FAILURES), givenUp: true }], T0 + 99_000)).toEqual([])
  })

  it('a stop-loss that failed four times is reported, and tried again at most a minute apart', () => {
    const failed = (count: number, givenUp: boolean) =>
      fired({
        givenUp,
        orders: Array.from({ length: count }, (_, n) =>
          order(10, 0, { orderId: `sl-${n}`, state: 'ended', end: 'failed', endedAt: T0 }),
        ),
      })
    expect(planExits(entry(10), [failed(4, false)], T0)).toMatchObject({
      steps: [{ kind: 'give_up', exitId: 'sl' }],
      recheckAt: T0 + 16_000,
    })
    for (const count of [6, 9, 5_000]) {
      expect(planExits(entry(10), [failed(count, true)], T0)).toMatchObject({ steps: [], recheckAt: T0 + 60_000 })
      expect(steps(entry(10), [failed(count, true)], T0 + 60_000)).toEqual([
        { kind: 'place', exitId: 'sl', qty: contracts(10), again: count },
      ])
    }
    expect(steps(entry(0, { closed: contracts(10) }), [failed(4, true)], T0 + 60_000)).toEqual([])
    expect(steps(entry(10, { closedMarkets: 'all' }), [failed(4, true)], T0 + 60_000)).toEqual([])
  })

  it.each([
    ['a stop-loss', fired],
    ['a take-profit', (change: Partial<Exit>) => ({ ...resting(10), ...change })],
  ])('the order of %s that waits because it is refused is reported, and continues to wait', (_, exit) => {
    const refused = exit({ orders: [order(10, 0, { refusedSince: T0 })] })
    expect(planExits(entry(10), [refused], T0)).toEqual({ steps: [], recheckAt: T0 + 15_000, overdue: [] })
    expect(steps(entry(10), [refused], T0 + 15_000)).toEqual([{ kind: 'give_up', exitId: refused.exitId }])
    expect(steps(entry(10), [{ ...refused, givenUp: true }], T0 + 99_000)).toEqual([])
  })

  it('a take-profit that was refused for long is placed again if the exchange withdraws it later', () => {
    const withdrawn = resting(10, 0, { state: 'ended', end: 'failed', endedAt: T0 })
    expect(steps(entry(10), [{ ...withdrawn, givenUp: true }], T0 + 2_000)).toEqual([
      { kind: 'place', exitId: 'tp', qty: contracts(10), again: 1 },
    ])
  })

  it('a stop-loss that fired is reported if the purchase does not settle for a minute', () => {
    const waiting = fired({ orders: [] })
    const settling = entry(10, { settling: true })
    expect(planExits(settling, [waiting], T0 + 1)).toEqual({ steps: [], recheckAt: T0 + 60_000, overdue: [] })
    expect(steps(settling, [waiting], T0 + 60_000)).toEqual([{ kind: 'give_up', exitId: 'sl' }])
    expect(steps(settling, [{ ...waiting, givenUp: true }], T0 + 99_000)).toEqual([])
    expect(steps(entry(10), [{ ...waiting, givenUp: true }], T0 + 99_000)).toEqual([
      { kind: 'place', exitId: 'sl', qty: contracts(10), again: 0 },
    ])
  })

  it('a sibling continues if an exit was given up', () => {
    const failed = Array.from({ length: MOST_FAILURES }, () => order(10, 0, { state: 'ended', end: 'failed' }))
    const lost = fired({ stopsLoss: false, givenUp: true, orders: failed })
    expect(steps(entry(10), [resting(10, 0, { state: 'ended', end: 'ours' }), lost])).toEqual([
      { kind: 'place', exitId: 'tp', qty: contracts(10), again: 0 },
    ])
  })
})

/** A small world: orders fill, end and fail as the dice say, the plan is carried out step by step. */
class Play {
  bought = 0
  over = false
  now = T0
  sequence = 0
  exits: Exit[]

  constructor(requested: readonly (readonly ['rests' | 'watches', number])[]) {
    this.exits = requested.map(([way, qty], n) =>
      way === 'rests' ? tp(qty, { exitId: `e${n}` }) : sl(qty, { exitId: `e${n}` }),
    )
  }

  change(exitId: string, change: (exit: Exit) => Partial<Exit>): void {
    this.exits = this.exits.map((exit) => (exit.exitId === exitId ? { ...exit, ...change(exit) } : exit))
  }

  changeOrder(orderId: string, change: (order: ExitOrder) => Partial<ExitOrder>): void {
    this.exits = this.exits.map((exit) => ({
      ...exit,
      orders: exit.orders.map((one) => (one.orderId === orderId ? { ...one, ...change(one) } : one)),
    }))
  }

  entry(): Entry {
    return entry(this.bought, { over: this.over, complete: this.over })
  }

  tend(): number {
    const plan = planExits(this.entry(), this.exits, this.now)
    for (const step of plan.steps) this.carryOut(step)
    return plan.steps.length
  }

  carryOut(step: ExitStep): void {
    if (step.kind === 'arm') this.change(step.exitId, () => ({ status: 'ACTIVE', armedQty: step.qty }))
    if (step.kind === 'resize') this.change(step.exitId, () => ({ armedQty: step.qty }))
    if (step.kind === 'cancel') this.change(step.exitId, () => ({ status: 'CANCELLED' }))
    if (step.kind === 'give_up') this.change(step.exitId, () => ({ givenUp: true }))
    if (step.kind === 'release') this.changeOrder(step.orderId, () => ({ state: 'open', qty: step.qty }))
    if (step.kind === 'withdraw')
      this.changeOrder(step.orderId, ({ state }) =>
        state === 'held' ? { state: 'ended', end: 'ours', endedAt: this.now } : { leaving: true },
      )
    if (step.kind === 'place') {
      this.sequence += 1
      const placed = order(0, 0, { orderId: `n${this.sequence}`, qty: step.qty })
      this.change(step.exitId, (exit) => ({ status: 'TRIGGERED', orders: [...exit.orders, placed] }))
    }
  }

  fire(exitId: string): void {
    this.sequence += 1
    const orderId = `n${this.sequence}`
    this.change(exitId, (exit) =>
      exit.way === 'watches' && exit.status === 'ACTIVE'
        ? {
            status: 'TRIGGERED',
            firedAt: this.now,
            orders: [order(0, 0, { orderId, state: 'held', qty: exit.armedQty as Qty })],
          }
        : {},
    )
  }

  open(): readonly ExitOrder[] {
    return this.exits.flatMap(({ orders }) => orders).filter(({ state }) => state === 'open')
  }

  atRisk(): number {
    const orders = this.exits.flatMap(({ orders }) => orders)
    return orders.reduce((sum, { state, qty, filled }) => sum + (state === 'open' ? qty : filled), 0)
  }
}

const move = fc.oneof(
  fc.record({ kind: fc.constant('buy' as const), by: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant('end' as const) }),
  fc.record({ kind: fc.constant('fire' as const), which: fc.nat(3) }),
  fc.record({ kind: fc.constant('fill' as const), which: fc.nat(5), by: fc.integer({ min: 1, max: 5 }) }),
  fc.record({
    kind: fc.constant('close' as const),
    which: fc.nat(5),
    how: fc.constantFrom('failed' as const, 'user' as const),
  }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 5_000 }) }),
  fc.record({ kind: fc.constant('tend' as const) }),
)

const requested = fc.array(
  fc.tuple(fc.constantFrom('rests' as const, 'watches' as const), fc.integer({ min: 1, max: 10 })),
  { minLength: 1, maxLength: 4 },
)

const apply = (play: Play, step: typeof move extends fc.Arbitrary<infer Step> ? Step : never): void => {
  const open = play.open()
  const chosen = 'which' in step ? open[step.which % Math.max(1, open.length)] : undefined
  if (step.kind === 'buy' && !play.over) play.bought = Math.min(10, play.bought + step.by)
  if (step.kind === 'end') play.over = true
  if (step.kind === 'fire') play.fire(`e${step.which}`)
  if (step.kind === 'wait') play.now += step.ms
  if (step.kind === 'tend') play.tend()
  if (step.kind === 'fill' && chosen !== undefined) {
    const filled = Math.min(chosen.qty, chosen.filled + contracts(step.by)) as Qty
    play.changeOrder(chosen.orderId, () => ({ filled, state: filled === chosen.qty ? 'ended' : 'open' }))
  }
  if (step.kind === 'close' && chosen !== undefined)
    play.changeOrder(chosen.orderId, ({ leaving }) => ({
      state: 'ended',
      end: leaving ? 'ours' : step.how,
      endedAt: play.now,
    }))
}

describe('after random fills, triggers, failures and ends', () => {
  it('exits never sell more than the parent bought, even if everything on the book fills', () => {
    fc.assert(
      fc.property(requested, fc.array(move, { maxLength: 60 }), (requests, moves) => {
        const play = new Play(requests)
        for (const step of moves) {
          apply(play, step)
          expect(play.atRisk()).toBeLessThanOrEqual(contracts(play.bought))
        }
      }),
      { numRuns: rounds(1_000) },
    )
  })

  it('the plan ends, with the rest protected, done by its user, or reported as incomplete', () => {
    fc.assert(
      fc.property(requested, fc.array(move, { maxLength: 40 }), (requestedAt, moves) => {
        const play = new Play(requestedAt)
        for (const step of moves) apply(play, step)
        play.over = true
        for (let rounds = 0; rounds < 60; rounds += 1) {
          play.now += 5_000
          play.tend()
          for (const { orderId, leaving } of play.open())
            if (leaving) play.changeOrder(orderId, () => ({ state: 'ended', end: 'ours', endedAt: play.now }))
        }
        expect(play.tend()).toBe(0)
        const left = contracts(play.bought) - play.atRisk()
        for (const exit of play.exits) {
          const sold = exit.orders.reduce((sum, { filled }) => sum + filled, 0)
          const open = exit.orders.some(({ state }) => state === 'open')
          const done = exit.givenUp || exit.orders.some(({ end }) => end === 'user')
          const waits = exit.status === 'ACTIVE' || open
          const isServed = sold >= exit.requested
          if (left > 0) expect(waits || done || isServed || exit.status === 'CANCELLED').toBe(true)
        }
      }),
      { numRuns: rounds(500) },
    )
  })
})

describe('a position that other trades have closed', () => {
  const closed = (bought: number, gone: number) => entry(bought - gone, { closed: contracts(gone) })
  const armed = sl(10, { status: 'ACTIVE', armedQty: contracts(10) })

  it('shrinks armed exits, and replaces a larger resting exit by one of the rest', () => {
    expect(steps(closed(10, 6), [resting(10), armed])).toEqual([
      { kind: 'withdraw', orderId: 'tp-1', reason: 'sibling' },
      { kind: 'resize', exitId: 'sl', qty: contracts(4) },
    ])
  })

  it('ends armed exits with the reason after nothing is left', () => {
    expect(steps(closed(10, 10), [resting(10), armed])).toEqual([
      { kind: 'withdraw', orderId: 'tp-1', reason: 'position_closed' },
      { kind: 'cancel', exitId: 'sl', reason: 'position_closed' },
    ])
    expect(steps(closed(10, 7), [resting(3, 3, { state: 'ended' }), armed])).toEqual([
      { kind: 'cancel', exitId: 'sl', reason: 'position_closed' },
    ])
  })

  it('withdraws a fired exit that still waits, and gives up none', () => {
    expect(steps(closed(10, 10), [fired()])).toEqual([{ kind: 'withdraw', orderId: 'sl-1', reason: 'position_closed' }])
    const failed = Array.from({ length: MOST_FAILURES }, (_, n) =>
      order(10, 0, { orderId: `sl-${n}`, state: 'ended', end: 'failed' }),
    )
    expect(steps(closed(10, 10), [fired({ orders: failed })])).toEqual([])
  })

  it('is followed as long as an exit works, and no longer', () => {
    expect(tracksPosition(entry(10), [armed], T0)).toBe(true)
    expect(tracksPosition(entry(10), [resting(10)], T0)).toBe(true)
    expect(tracksPosition(entry(10), [resting(10, 10, { state: 'ended' })], T0)).toBe(false)
    expect(tracksPosition(entry(10), [sl(10, { status: 'CANCELLED' })], T0)).toBe(false)
    expect(tracksPosition(closed(10, 10), [fired({ orders: [] })], T0)).toBe(false)
  })

  describe('by trades that may still be reversed', () => {
    const HOUR = 3_600_000
    const reversible = { ...closed(10, 10), reversibleFor: HOUR }
    const ended = sl(10, { status: 'CANCELLED', replaceable: true })

    it('is followed after its exits have ended until the trades settle, and then checked once more', () => {
      expect(planExits(reversible, [ended], T0)).toEqual({ steps: [], recheckAt: T0 + HOUR, overdue: [] })
      expect(tracksPosition(reversible, [ended], T0 + HOUR - 1)).toBe(true)
      expect(tracksPosition(reversible, [ended], T0 + HOUR)).toBe(false)
      expect(planExits(reversible, [ended], T0 + HOUR).recheckAt).toBeNull()
    })

    it('is not followed if no exit would work once more', () => {
      const byUser = sl(10, { status: 'CANCELLED' })
      const takenOff = resting(10, 0, { state: 'ended', end: 'user' })
      for (const exit of [byUser, takenOff, fired({ orders: [], givenUp: true, hopeless: true })])
        expect(tracksPosition(reversible, [exit], T0)).toBe(false)
      expect(tracksPosition({ ...reversible, closedMarkets: 'all' }, [ended], T0)).toBe(false)
    })

    it('has its protection back after the reversal', () => {
      expect(steps({ ...entry(10), reversibleFor: HOUR }, [ended])).toEqual([{ kind: 'replace', exitId: 'sl' }])
    })
  })
})
