/**
 * Stops on custom assets through the whole service, while prices jump, an exchange goes away, a member closes, and messages and
 * consumers are lost. The seed is fixed; see `use-cases/basket-stops-at-random` for many more plays.
 */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { rounds } from '#test/support/run/plays.ts'
import { basketStories, OTHER_PARTY } from '../../support/baskets/stories.ts'
import { startWorld, type World } from '../../support/world.ts'

type Move =
  | { readonly kind: 'price'; readonly member: number; readonly cents: number }
  | { readonly kind: 'away'; readonly exchange: ExchangeName; readonly on: boolean }
  | { readonly kind: 'close' | 'cancel_all' }
  | { readonly kind: 'copies'; readonly count: number }
  | { readonly kind: 'kill'; readonly queue: string; readonly at: number }
  | { readonly kind: 'watch'; readonly seconds: number }

const kind = <Kind extends Move['kind']>(name: Kind) => fc.constant(name)

const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: kind('price'), member: fc.nat(2), cents: fc.integer({ min: 25, max: 65 }) }),
  },
  { weight: 5, arbitrary: fc.record({ kind: kind('watch'), seconds: fc.constantFrom(5, 10) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kind('away'), exchange: fc.constantFrom(...EXCHANGE_NAMES), on: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('close', 'cancel_all') }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('copies'), count: fc.constantFrom(0, 1, 2) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('kill'),
      queue: fc.constantFrom('fire-trigger', 'advance-contingents', 'execute-basket'),
      at: fc.integer({ min: 0, max: 20 }),
    }),
  },
)

/** A stop, and its possible prices: the prices of its members at a poll that reached all the needed ones. */
interface Watched {
  readonly id: string
  readonly isMean: boolean
  readonly buys: boolean
  readonly stopPrice: number
  readonly truths: number[]
}

const play = async (moves: readonly Move[]): Promise<void> => {
  const world = await startWorld({ both: true })
  try {
    const desk = await plant(world)
    for (const one of moves) {
      await apply(world, desk, one)
      for (const stop of desk.stops) await expectSound(world, stop)
    }
    await comeToRest(world, desk)
    await world.agree()
  } finally {
    await world.stop()
  }
}

const plant = async (world: World) => {
  const baskets = basketStories(world)
  await baskets.pricesAre(0.45)
  const [same, three] = [await baskets.sameBet(), await baskets.threeBets()]
  await baskets.place(same, { qty: 40 })
  await world.pass('20s', 5)
  const stop = async (asset: string, isMean: boolean, buys: boolean, stopPrice: number): Promise<Watched> => {
    const placed = await world.post('/v1/complex-orders', {
      subaccount_id: world.hero.subaccountId,
      custom_asset_id: asset,
      conditional_order_params: {
        conditional_order_type: 'STOP',
        trigger_order: { qty: 30, buy_flag: buys },
        stop_order_price: stopPrice,
      },
    })
    expect(placed.status, JSON.stringify(placed.body)).toBe(202)
    return { id: placed.body.complex_order_id, isMean, buys, stopPrice, truths: [] }
  }
  const stops = [
    await stop(same, false, false, 0.36),
    await stop(same, false, true, 0.54),
    await stop(three, true, true, 0.52),
    await stop(three, true, false, 0.38),
  ]
  await world.settle()
  return { stops, prices: [0.45, 0.45, 0.45], away: new Set<ExchangeName>(), closed: { other: false } }
}

type Desk = Awaited<ReturnType<typeof plant>>

/** The members, in the order of their prices. */
const PLACES: ReadonlyArray<readonly [ExchangeName, string | undefined]> = [
  ['EXCHANGE_A', undefined],
  ['EXCHANGE_A', OTHER_PARTY],
  ['EXCHANGE_B', undefined],
]

const QUOTES: Readonly<Record<ExchangeName, string>> = { EXCHANGE_A: '/markets', EXCHANGE_B: '/books$' }

const apply = async (world: World, desk: Desk, one: Move): Promise<void> => {
  const baskets = basketStories(world)
  switch (one.kind) {
    case 'price': {
      const [exchange, market] = PLACES[one.member] ?? ['EXCHANGE_A', undefined]
      if (market === OTHER_PARTY && desk.closed.other) return
      desk.prices[one.member] = one.cents / 100
      return baskets.priceAt(exchange, one.cents / 100, market)
    }
    case 'away':
      await world.at(one.exchange).noFaults()
      desk.away.delete(one.exchange)
      if (!one.on) return
      desk.away.add(one.exchange)
      return world.at(one.exchange).fault({ path: QUOTES[one.exchange], kind: 'status', status: 500 })
    case 'close':
      desk.closed.other = true
      return world.at('EXCHANGE_A').status('closed', OTHER_PARTY)
    case 'cancel_all':
      await world.post('/v1/complex-orders/cancel-all', { subaccount_id: world.hero.subaccountId })
      return
    case 'copies':
      world.queues.copies = ({ group }) => (group.endsWith(':swept') ? 1 : one.count)
      return
    case 'kill':
      return world.killNext(one.queue, one.at)
    case 'watch':
      return watch(world, desk, one.seconds)
  }
}

const watch = async (world: World, desk: Desk, seconds: number): Promise<void> => {
  for (let passed = 0; passed < seconds; passed += 5) {
    for (const stop of desk.stops) stop.truths.push(...truthsOf(desk, stop))
    await world.look()
    await world.pass('5s', 5)
  }
}

/**
 * Different bets have the mean of all of them, or no price. One bet has a price between the lowest and the highest of its reachable
 * members.
 */
const truthsOf = ({ prices, away, closed }: Desk, { isMean }: Watched): readonly number[] => {
  const [first = 0, other = 0, last = 0] = prices
  if (isMean) return away.size > 0 || closed.other ? [] : [Math.floor(((first + other + last) / 3) * 1e6 + 0.5) / 1e6]
  const shown = [away.has('EXCHANGE_A') ? [] : [first], away.has('EXCHANGE_B') ? [] : [last]].flat()
  return shown.flatMap((price) => [price - 0.01, price + 0.01])
}

const expectSound = async (world: World, { id, isMean, buys, stopPrice, truths }: Watched): Promise<void> => {
  const { status, trigger_price: price, trigger_svc_order_id: orderId } = await basketStories(world).show(id)
  const orders: readonly { svc_order_id: string }[] = await world.orders()
  const stored = await Promise.all(orders.map(({ svc_order_id }) => world.ports.orders.getBasket(svc_order_id)))
  const placed = stored.filter((order) => order?.origin.kind === 'conditional' && order.origin.complexOrderId === id)
  expect(placed.map((order) => order?.orderId)).toEqual(status === 'TRIGGERED' ? [orderId] : [])
  if (status !== 'TRIGGERED') return
  expect(buys ? price >= stopPrice : price <= stopPrice, `${id} fired at ${price}`).toBe(true)
  if (isMean)
    expect(
      truths.some((truth) => Math.abs(truth - price) < 2e-6),
      `${id} at ${price} of ${truths}`,
    ).toBe(true)
  else expect([Math.min(...truths) <= price, Math.max(...truths) >= price], `${id} at ${price}`).toEqual([true, true])
}

/** All messages are sent again, and the prices move until every stop that buys fires. */
const comeToRest = async (world: World, desk: Desk): Promise<void> => {
  world.queues.copies = () => 1
  world.killNext('none', 1)
  for (const exchange of EXCHANGE_NAMES) await apply(world, desk, { kind: 'away', exchange, on: false })
  for (const member of [0, 1, 2]) await apply(world, desk, { kind: 'price', member, cents: 60 })
  await watch(world, desk, 70)
  for (const stop of desk.stops) {
    await expectSound(world, stop)
    const { status, cancel_reason: reason } = await basketStories(world).show(stop.id)
    if (status === 'CANCELLED') expect(['cancel_all', 'market_closed']).toContain(reason)
    if (stop.buys || (stop.isMean && desk.closed.other)) expect(['TRIGGERED', 'CANCELLED']).toContain(status)
  }
  for (const { status } of await world.orders()) expect(['EXECUTED', 'CANCELLED', 'REJECTED']).toContain(status)
}

it('a stop on a custom asset fires at most once, and only at a price of the whole asset', async () => {
  await fc.assert(fc.asyncProperty(fc.array(move, { minLength: 8, maxLength: 20 }), play), {
    numRuns: rounds(3),
    endOnFailure: true,
  })
}, 600_000)
