/**
 * Chains, shorts and brackets side by side, through random prices and failures, on both exchanges. No exit sells more than was entered, no
 * stop fires twice, and no position is left unprotected in silence. The seeds are fixed; see `families-at-random` for many more.
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { isExitOrder } from '#domain/orders/origin.ts'
import { isFinal } from '#domain/orders/status.ts'
import { playedOn, rounds } from '#test/support/run/plays.ts'
import { expectNothingForgotten, expectSound, type GroupView, type Seen } from '../../support/contingent/group-rules.ts'
import { groupStories, type Hung, mirrored, type Planted } from '../../support/contingent/group-stories.ts'
import { startWorld, type World } from '../../support/world.ts'

type Move =
  | { readonly kind: 'price'; readonly cents: number; readonly depth: number; readonly looks: number }
  | { readonly kind: 'trade' | 'trade_inside' | 'by_hand'; readonly qty: number; readonly buy: boolean }
  | { readonly kind: 'cancel_order' | 'cancel_complex'; readonly which: number }
  | { readonly kind: 'cancel_entries' | 'cancel_all' }
  | { readonly kind: 'copies'; readonly count: number }
  | { readonly kind: 'kill'; readonly queue: string; readonly at: number }
  | { readonly kind: 'create_fails'; readonly how: 'refused' | 'lost' }
  | { readonly kind: 'settlement_fails'; readonly on: boolean }
  | { readonly kind: 'wait'; readonly seconds: number }

const kind = <Kind extends Move['kind']>(name: Kind) => fc.constant(name)
const which = fc.nat(11)

const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      kind: kind('price'),
      cents: fc.integer({ min: 33, max: 67 }),
      depth: fc.constantFrom(6, 25, 500),
      looks: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('trade', 'trade_inside'),
      qty: fc.integer({ min: 5, max: 20 }),
      buy: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kind('by_hand'), qty: fc.integer({ min: 5, max: 20 }), buy: fc.boolean() }),
  },
  { weight: 6, arbitrary: fc.record({ kind: kind('wait'), seconds: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('cancel_order'), which }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('cancel_complex'), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('cancel_entries', 'cancel_all') }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('copies'), count: fc.constantFrom(0, 1, 2) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('kill'),
      queue: fc.constantFrom('fire-trigger', 'advance-contingents', 'cancel-order', 'execute-order', 'sync-account'),
      at: fc.integer({ min: 0, max: 30 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('create_fails'), how: fc.constantFrom('refused', 'lost') }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('settlement_fails'), on: fc.boolean() }) },
)

const bracket = (qty: number): readonly Hung[] => [
  { type: 'TP', qty, limit: 62 },
  { type: 'SL', qty, at: 40 },
]

/** The orders at the beginning; each of them also mirrored. */
interface Scene {
  readonly name: string
  /** Bought by hand before. */
  readonly hand?: number
  /** Price of the entry, in cents. */
  readonly enters: number
  readonly planted: readonly Planted[]
}

const SCENES: readonly Scene[] = [
  {
    name: 'a chain that adds to its position as the price goes its way',
    enters: 49,
    planted: [
      {
        buy: true,
        qty: 20,
        limit: 50,
        on: [
          { type: 'SL', qty: 20, at: 42 },
          {
            type: 'STOP',
            same: true,
            qty: 10,
            at: 56,
            on: [
              { type: 'TP', qty: 10, limit: 66 },
              { type: 'SL', qty: 10, at: 47, on: [{ type: 'REVERSE_STOP', qty: 10, at: 53 }] },
            ],
          },
        ],
      },
    ],
  },
  {
    name: 'breakouts to both sides, each with exits of its own',
    enters: 56,
    planted: [
      {
        buy: true,
        qty: 20,
        at: 55,
        on: [
          { type: 'SL', qty: 20, at: 49 },
          { type: 'TP', qty: 20, at: 60, limit: 63 },
        ],
      },
      {
        buy: false,
        qty: 20,
        at: 45,
        on: [
          { type: 'SL', qty: 20, at: 51 },
          { type: 'TP', qty: 10, limit: 36 },
        ],
      },
    ],
  },
  {
    name: 'three brackets beside a position by hand',
    hand: 15,
    enters: 45,
    planted: [20, 10, 15].map((qty, n) => ({ buy: true, qty, limit: 50 - 2 * n, on: bracket(qty) })),
  },
]

interface Script {
  /** Played in the mirror. */
  readonly turned: boolean
  /** The offered quantity for the first entry. */
  readonly depth: number
  readonly moves: readonly Move[]
}

const script: fc.Arbitrary<Script> = fc.record({
  turned: fc.boolean(),
  depth: fc.constantFrom(0, 12, 500, 500, 500),
  moves: fc.array(move, { minLength: 8, maxLength: 18 }),
})

const play = async (exchange: ExchangeName, scene: Scene, { turned, depth, moves }: Script): Promise<void> => {
  const world = await startWorld({ exchange, staleReadsMs: 900 })
  try {
    const families = groupStories(world)
    await priceIs(world, 50, 500)
    if (scene.hand !== undefined)
      await world.place({ qty: scene.hand, buy_flag: !turned, price: turned ? 0.49 : 0.51, time_in_force: 'IOC' })
    await world.pass('30s', 5)
    for (const planted of scene.planted) await families.plant(turned ? mirrored(planted) : planted)
    await world.settle()
    if (depth > 0) await priceIs(world, turned ? 100 - scene.enters : scene.enters, depth)
    await world.look()
    await world.pass('6s', 2)
    const seen: Seen = new Map()
    for (const one of moves) {
      await apply(world, families, one)
      expectSound(await families.view(), seen)
    }
    await comeToRest(world, seen)
    await families.cancelEntries()
    await comeToRest(world, seen)
    await world.agree()
  } finally {
    await world.stop()
  }
}

const priceIs = (world: World, cents: number, depth: number) =>
  world.simulated.book([[(cents - 1) / 100, depth]], [[(cents + 1) / 100, depth]])

const apply = async (world: World, families: ReturnType<typeof groupStories>, one: Move): Promise<void> => {
  switch (one.kind) {
    case 'price':
      await priceIs(world, one.cents, one.depth)
      for (let looks = 0; looks < one.looks; looks += 1) await world.look()
      return world.settle()
    case 'trade':
      return world.simulated.trade(one.buy ? 0.75 : 0.25, one.qty, one.buy)
    // The market grows thin, and whoever comes meets what our exits offer.
    case 'trade_inside':
      await world.simulated.book([[0.35, 500]], [[0.65, 500]])
      return world.simulated.trade(one.buy ? 0.64 : 0.36, one.qty, one.buy)
    // At the market, and no more than that.
    case 'by_hand':
      await world.place({ qty: one.qty, buy_flag: one.buy, price: one.buy ? 0.75 : 0.25, time_in_force: 'IOC' })
      return world.settle()
    case 'cancel_order': {
      const orders: readonly { svc_order_id: string; status: string }[] = await world.orders()
      const open = orders.filter(({ status }) => status === 'RESTING' || status === 'PARTIALLY_FILLED')
      const order = open[one.which % Math.max(1, open.length)]
      if (order !== undefined) await world.delete(`/v1/orders/${order.svc_order_id}`)
      return
    }
    case 'cancel_complex': {
      const { complexOrders } = await families.view()
      const id = [...complexOrders.keys()][one.which % complexOrders.size]
      if (id !== undefined) await world.delete(`/v1/complex-orders/${id}`)
      return
    }
    case 'cancel_entries':
      return families.cancelEntries()
    case 'cancel_all':
      await world.post('/v1/complex-orders/cancel-all', { subaccount_id: world.hero.subaccountId })
      await world.post('/v1/orders/cancel-all', { subaccount_id: world.hero.subaccountId })
      return
    case 'copies':
      world.queues.copies = ({ group }) => (group.endsWith(':swept') ? 1 : one.count)
      return
    case 'kill':
      return world.killNext(one.queue, one.at)
    case 'create_fails':
      return world.simulated.fault({
        ...world.simulated.calls.create,
        times: 1,
        ...(one.how === 'lost'
          ? { kind: 'drop_after' }
          : { kind: 'status', status: 400, body: { error: { code: 'invalid_order', message: 'no' } } }),
      })
    case 'settlement_fails':
      if (world.simulated.exchange === 'EXCHANGE_B') await world.simulated.mode(one.on ? 'settlement_fails' : 'open')
      return
    case 'wait':
      return world.pass(`${one.seconds}s`, 2)
  }
}

/** Luck turns, the market is deep again, and all that is owed is done. */
const comeToRest = async (world: World, seen: Seen): Promise<void> => {
  const families = groupStories(world)
  world.queues.copies = () => 1
  world.killNext('none', 1)
  await world.simulated.noFaults()
  await world.simulated.mode('open')
  await priceIs(world, 50, 500)
  await world.look()
  await world.pass('120s', 5)
  // An exit that fails for the moment is tried for a while before it is reported.
  for (let rounds = 0; rounds < 10 && isTrying(await families.view()); rounds += 1) await world.pass('60s', 10)
  // A trade on EXCHANGE_B that closed a position can be taken back for an hour, and its exits are looked at again then.
  if (isLookedAtAgain(await families.view())) await world.pass('61m', 60)
  // An order of unknown fate may turn up filled for a day: until then its exits wait.
  if (isWatched(await families.view())) await world.pass('25h', 900)
  const view = await families.view()
  expectSound(view, seen)
  expectNothingForgotten(view)
  await expectCoveredByPosition(world, view)
}

const isWatched = ({ orders }: GroupView): boolean =>
  [...orders.values()].some(({ status, watchUntil }) => isFinal(status) && watchUntil !== null)

const isLookedAtAgain = ({ orders }: GroupView): boolean =>
  [...orders.values()].some(({ notifyDueAt }) => notifyDueAt !== null)

/** Exits that rest offer no more than the account holds, whatever else was traded. */
const expectCoveredByPosition = async (world: World, { orders, simulated }: GroupView): Promise<void> => {
  const { sold, boughtBack } = await groupStories(world).closable()
  for (const buyFlag of [true, false]) {
    const exits = [...orders.values()].filter((order) => isExitOrder(order) && order.buyFlag === buyFlag)
    const offered = exits.reduce((sum, { orderId }) => sum + simulated.open(orderId), 0)
    expect(offered, buyFlag ? 'bought back' : 'sold').toBeLessThanOrEqual(buyFlag ? boughtBack : sold)
  }
}

const isTrying = ({ orders }: GroupView): boolean =>
  [...orders.values()].some(
    ({ status, suspended, notifyDueAt }) =>
      (!isFinal(status) && !suspended && status !== 'RESTING' && status !== 'PARTIALLY_FILLED') || notifyDueAt !== null,
  )

describe.each(playedOn('EXCHANGE_B'))('on %s, whatever happens to', (exchange) => {
  it.each(SCENES)(
    '$name, every part ends as expected',
    async (scene) => {
      await fc.assert(
        fc.asyncProperty(script, (drawn) => play(exchange, scene, drawn)),
        { numRuns: rounds(3), endOnFailure: true },
      )
    },
    200_000,
  )
})
