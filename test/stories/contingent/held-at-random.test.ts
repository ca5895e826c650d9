/** Brackets during manual sales, failed settlements, market pauses and closes: the position stays protected, and all records agree. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { entryIdOf } from '#domain/orders/origin.ts'
import { elsewhere } from '#test/support/ledger/elsewhere.ts'
import { positionThere } from '#test/support/ledger/position-there.ts'
import { playedOn, rounds } from '#test/support/run/plays.ts'
import { startWorld, type World } from '../../support/world.ts'

type Move =
  | { readonly kind: 'enter'; readonly qty: number }
  | { readonly kind: 'hand'; readonly elsewhere: boolean; readonly qty: number }
  | { readonly kind: 'prices'; readonly cents: number; readonly depth: number }
  | { readonly kind: 'unsettled'; readonly on: boolean }
  | { readonly kind: 'pause'; readonly on: boolean }
  | { readonly kind: 'cancel'; readonly what: 'entry' | 'tp' | 'sl' }
  | { readonly kind: 'lose'; readonly copies: number }
  | { readonly kind: 'kill'; readonly queue: string; readonly at: number }
  | { readonly kind: 'watch'; readonly seconds: number }

const kind = <const Kind extends string>(name: Kind) => fc.constant(name)

const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: kind('enter'), qty: fc.integer({ min: 5, max: 20 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: kind('hand'), elsewhere: fc.boolean(), qty: fc.integer({ min: 5, max: 20 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('prices'),
      cents: fc.constantFrom(30, 50, 50, 65),
      depth: fc.constantFrom(5, 12, 500),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kind('unsettled'), on: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('pause'), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('cancel'), what: fc.constantFrom('entry', 'tp', 'sl') }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('lose'), copies: fc.constantFrom(0, 1, 2) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('kill'),
      queue: fc.constantFrom('fire-trigger', 'advance-contingents', 'execute-order', 'sync-account'),
      at: fc.integer({ min: 0, max: 40 }),
    }),
  },
  { weight: 7, arbitrary: fc.record({ kind: kind('watch'), seconds: fc.constantFrom(2, 5, 15, 40) }) },
)

interface Hand {
  readonly key: string
  readonly subaccount_id: string
}

interface Bracket {
  readonly world: World
  readonly entry: string
  readonly tp: string
  readonly sl: string
  readonly hands: readonly [Hand, Hand]
  /** Exits seen to be given up. */
  readonly incomplete: Set<string>
  /** When a poll of the account was last made to die; null if none was. */
  pollDiesAt: number | null
}

const FINAL = ['EXECUTED', 'CANCELLED', 'REJECTED', 'EXPIRED']

const show = (world: World, id: string) => world.complexOrder(id)

const open = async (exchange: ExchangeName): Promise<Bracket> => {
  const world = await startWorld({ exchange, settleAfterMs: 6_000, staleReadsMs: 500 })
  await prices(world, 50, 500)
  const other = await elsewhere(world)
  const own = { key: world.hero.key, subaccount_id: world.hero.subaccountId }
  const placed = await world.post('/v1/orders', {
    ...{ price: 0.44, qty: 20, buy_flag: true, svc_id: world.svcId(), subaccount_id: own.subaccount_id },
    conditional_orders_params: [
      { conditional_order_type: 'TP', trigger_order: { qty: 20, buy_flag: false, price: 0.6 } },
      { conditional_order_type: 'SL', trigger_order: { qty: 20, buy_flag: false, stop_order_price: 0.35 } },
    ],
  })
  const [tp = '', sl = ''] = placed.body.complex_orders.conditional_orders
  await world.pass('3s', 1)
  const hands = [own, other] as const
  return { world, entry: placed.body.svc_order_id, tp, sl, hands, incomplete: new Set(), pollDiesAt: null }
}

const prices = async (world: World, cents: number, depth: number): Promise<void> => {
  await world.simulated.book([[(cents - 2) / 100, depth]], [[(cents + 2) / 100, depth]])
}

/** The user sells no more than is held, and not while an exit is selling. */
const sell = async ({ world, hands }: Bracket, { elsewhere, qty }: Extract<Move, { kind: 'hand' }>): Promise<void> => {
  const orders: readonly { buy_flag: boolean; status: string; order_type: string }[] = await world.orders()
  const isSelling = orders.some((one) => !one.buy_flag && one.order_type === 'MARKET' && !FINAL.includes(one.status))
  const amount = Math.min(qty, await positionThere(world))
  if (isSelling || amount < 5) return
  const { key, subaccount_id } = hands[elsewhere ? 1 : 0]
  const order = { order_type: 'LIMIT', time_in_force: 'IOC', price: 0.2, qty: amount, buy_flag: false }
  const placed = await world.post('/v1/orders', { ...order, svc_id: world.svcId(), subaccount_id }, { key })
  expect(placed.status, JSON.stringify(placed.body)).toBe(202)
  await world.settle()
}

const watch = async (world: World, seconds: number): Promise<void> => {
  for (let passed = 0; passed < seconds; passed += 5) {
    await world.look()
    await world.pass(`${Math.min(5, seconds - passed)}s`, 1)
  }
}

const apply = async (bracket: Bracket, exchange: ExchangeName, step: Move): Promise<void> => {
  const { world } = bracket
  switch (step.kind) {
    case 'enter':
      // A market that is paused trades nothing.
      await world.simulated.trade(0.44, step.qty, false).catch(() => undefined)
      return
    case 'hand':
      return sell(bracket, step)
    case 'prices':
      // Nor does its book change.
      return prices(world, step.cents, step.depth).catch(() => undefined)
    case 'unsettled':
      if (exchange === 'EXCHANGE_B') await world.simulated.mode(step.on ? 'settlement_fails' : 'open')
      return
    case 'pause':
      await world.simulated.status(step.on ? 'paused' : 'active')
      return
    case 'cancel':
      await world.delete(
        step.what === 'entry' ? `/v1/orders/${bracket.entry}` : `/v1/complex-orders/${bracket[step.what]}`,
      )
      return
    case 'lose':
      world.queues.copies = (message) => (step.copies === 0 && message.group.endsWith(':swept') ? 1 : step.copies)
      return
    case 'kill':
      world.killNext(step.queue, step.at)
      if (step.queue === 'sync-account') bracket.pollDiesAt = world.clock()
      return
    case 'watch':
      return watch(world, step.seconds)
  }
}

/** Its exits, including replacements of others. */
const exitsOf = async ({ world, entry }: Bracket) => {
  const ids: readonly string[] = (await world.order(entry)).complex_order_ids.conditional_orders
  return Promise.all(ids.map((id) => show(world, id)))
}

/**
 * No exit is reported as incomplete if nothing is held. The report uses the last poll. If that poll died, a later failed settlement shows
 * when the sweeper starts the next poll.
 */
const expectHeldWhereIncomplete = async (bracket: Bracket): Promise<void> => {
  const { world, pollDiesAt } = bracket
  for (const one of await exitsOf(bracket)) {
    if (one.exit_incomplete_at === null || bracket.incomplete.has(one.complex_order_id)) continue
    bracket.incomplete.add(one.complex_order_id)
    const isUnpolled = pollDiesAt !== null && Date.parse(one.exit_incomplete_at) < pollDiesAt + POLLED_AGAIN_WITHIN
    if (!isUnpolled) expect(await positionThere(world), `${one.complex_order_subtype} given up`).toBeGreaterThan(0)
  }
}

/** Longest time from the death of a poll until the sweeper has started another, in ms. */
const POLLED_AGAIN_WITHIN = 130_000

/** Every order of its exits. */
const placedBy = async ({ world, entry }: Bracket) => {
  const records: readonly { svc_order_id: string }[] = await world.orders()
  const stored = await Promise.all(records.map(({ svc_order_id }) => world.ports.orders.get(svc_order_id)))
  const own = stored.filter((order) => order !== null).filter((order) => entryIdOf(order) === entry)
  return Promise.all(own.map(({ orderId }) => world.order(orderId)))
}

const comeToRest = async ({ world }: Bracket): Promise<void> => {
  world.queues.copies = () => 1
  world.killNext('none', 1)
  await world.simulated.status('active')
  await world.simulated.mode('open')
  await prices(world, 50, 500)
  await watch(world, 240)
  await world.pass('5m', 5)
}

/** Every order is the sum of its final fills, and the position equals the exchange’s position. */
const expectOneStory = async ({ world, hands }: Bracket): Promise<void> => {
  for (const { svc_order_id } of await world.orders()) {
    const order = await world.order(svc_order_id)
    const fills: readonly { status: string; qty: number; fee: number }[] = order.fills
    const name = `${order.status} ${order.cancel_reason} ${order.traded_qty} of ${order.qty}`
    expect(
      fills.filter(({ status }) => status === 'PROVISIONAL'),
      name,
    ).toEqual([])
    const counted = fills.filter(({ status }) => status !== 'REVERSED')
    const traded = counted.reduce((sum, { qty }) => sum + qty, 0)
    expect(order.traded_qty, name).toBeCloseTo(traded, 6)
    expect(order.fees_paid, name).toBeCloseTo(
      counted.reduce((sum, { fee }) => sum + fee, 0),
      6,
    )
    expect(order.fills_complete, name).toBe(FINAL.includes(order.status))
    if (order.status === 'EXECUTED') expect(traded, name).toBeCloseTo(order.qty, 6)
    if (order.status === 'CANCELLED') expect(traded, name).toBeLessThan(order.qty)
  }
  const held = await positionThere(world)
  // An idle account is read on request.
  for (const { key } of hands) await world.get('/v1/positions', { key })
  await world.pass('20s', 5)
  for (const { key, subaccount_id } of hands) {
    const { body } = await world.get(`/v1/positions?subaccount_id=${subaccount_id}`, { key })
    const shown = body.subaccount_to_positions.flatMap(({ positions }: { positions: object[] }) => positions)
    expect(shown.find(({ svc_id }: { svc_id: number }) => svc_id === world.svcId())?.position ?? 0).toBe(held)
  }
}

/** Its exits sell at most the bought quantity. The held part is protected, unless the user cancelled the exits or a warning was sent. */
const expectProtected = async (bracket: Bracket): Promise<void> => {
  const { world, entry } = bracket
  const bought: number = (await world.order(entry)).traded_qty
  const exits = await exitsOf(bracket)
  const placed = await placedBy(bracket)
  const sold = placed.reduce((sum: number, { traded_qty }) => sum + traded_qty, 0)
  expect(sold).toBeLessThanOrEqual(bought)
  // The user sells only here: the holding of the account is the rest of the entry.
  const left = Math.max(0, await positionThere(world))
  const story = JSON.stringify(
    exits.map((one) => [one.complex_order_subtype, one.status, one.cancel_reason, one.trigger_order_qty]),
  )
  const stops = exits.filter((one) => one.complex_order_subtype === 'SL')
  // One that has fired and waits for a paused market is cancelled with its order.
  const isEndedByUser = placed.some((one) => one.order_type === 'MARKET' && one.cancel_reason === 'user')
  const isDecided =
    isEndedByUser ||
    stops.some(({ cancel_reason, exit_incomplete_at }) => cancel_reason === 'user' || exit_incomplete_at !== null)
  const armed = stops.filter(({ status }) => status === 'ACTIVE')
  expect(armed.length, story).toBeLessThanOrEqual(1)
  if (left >= 5 && !isDecided) expect(armed, `${story}, bought ${bought}, left ${left}`).toHaveLength(1)
  for (const one of armed) if (left >= 5) expect(one.trigger_order_qty, story).toBe(left)
  const resting = placed.filter(({ status }) => status === 'RESTING' || status === 'PARTIALLY_FILLED')
  const offered = resting.reduce((sum: number, { qty, traded_qty }) => sum + qty - traded_qty, 0)
  expect(offered, story).toBeLessThanOrEqual(left)
}

const play = async (exchange: ExchangeName, moves: readonly Move[], closes: boolean): Promise<void> => {
  const bracket = await open(exchange)
  const { world } = bracket
  try {
    for (const step of moves) {
      await apply(bracket, exchange, step)
      await expectHeldWhereIncomplete(bracket)
    }
    await comeToRest(bracket)
    await expectOneStory(bracket)
    await expectProtected(bracket)
    if (closes) {
      await world.simulated.status('closed')
      await watch(world, 90)
      for (const one of await exitsOf(bracket))
        expect(['TRIGGERED', 'CANCELLED'], one.complex_order_subtype).toContain(one.status)
    }
    // Orders of the other user of the account are none of ours.
    if (!moves.some((step) => step.kind === 'hand' && step.elsewhere)) await world.agree()
  } finally {
    await world.stop()
  }
}

describe.each(playedOn('EXCHANGE_A'))('on %s, whatever happens to what a bracket holds', (exchange) => {
  it('exits follow it, nothing stays open, and nobody is told of what is not there', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 4, maxLength: 18 }), fc.boolean(), (moves, closes) =>
        play(exchange, moves, closes),
      ),
      { numRuns: rounds(4), endOnFailure: true },
    )
  }, 600_000)
})
