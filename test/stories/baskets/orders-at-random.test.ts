/** Orders on custom assets under random books, cancels, faults of both exchanges, lost messages and crashes: the rules that always hold. */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { rounds } from '#test/support/run/plays.ts'
import { basketStories, FAULTS, OTHER_PARTY } from '../../support/baskets/stories.ts'
import { startWorld, type World } from '../../support/world.ts'

type Move =
  | { readonly kind: 'place'; readonly even: boolean; readonly buyFlag: boolean; readonly qty: number }
  | { readonly kind: 'books'; readonly cents: readonly number[]; readonly depth: number }
  | { readonly kind: 'cancel'; readonly which: number }
  | {
      readonly kind: 'fault'
      readonly exchange: ExchangeName
      readonly fault: string
      readonly call: 'create' | 'read'
    }
  | { readonly kind: 'kill'; readonly queue: string; readonly at: number }
  | { readonly kind: 'lose'; readonly copies: number }
  | { readonly kind: 'unsettled'; readonly on: boolean }
  | { readonly kind: 'wait'; readonly seconds: number }

const QUEUES = ['execute-basket', 'execute-order', 'advance-contingents', 'sync-account', 'cancel-order']

const cents = fc.integer({ min: 30, max: 60 })
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      even: fc.boolean(),
      buyFlag: fc.boolean(),
      qty: fc.integer({ min: 15, max: 90 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('books' as const),
      cents: fc.array(cents, { minLength: 3, maxLength: 3 }),
      depth: fc.integer({ min: 5, max: 80 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(5) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      exchange: fc.constantFrom(...EXCHANGE_NAMES),
      fault: fc.constantFrom(...Object.keys(FAULTS)),
      call: fc.constantFrom('create' as const, 'read' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('kill' as const),
      queue: fc.constantFrom(...QUEUES),
      at: fc.integer({ min: 0, max: 30 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose' as const), copies: fc.constantFrom(0, 1, 2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unsettled' as const), on: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 6 }) }) },
)

const setBooks = async (world: World, prices: readonly number[], depth: number): Promise<void> => {
  const [a = 40, other = 40, b = 40] = prices.map((one) => one / 100)
  const book = (at: number) =>
    [
      [[at - 0.02, depth]],
      [
        [at, depth],
        [at + 0.01, depth],
      ],
    ] as const
  const show = (exchange: ExchangeName, at: number, market?: string) => {
    const [bids, asks] = book(Math.round(at * 100) / 100).map((side) =>
      side.map(([price = 0, size = 0]) => [Math.round(price * 100) / 100, size]),
    ) as [number[][], number[][]]
    return world.at(exchange).book(bids, asks, market)
  }
  await show('EXCHANGE_A', a)
  await show('EXCHANGE_A', other, OTHER_PARTY)
  await show('EXCHANGE_B', b)
}

/** Answers how many contracts were traded. */
const play = async (moves: readonly Move[]): Promise<number> => {
  const world = await startWorld({ both: true })
  try {
    const baskets = basketStories(world)
    await setBooks(world, [44, 50, 40], 60)
    const [same, three] = [await baskets.sameBet(), await baskets.threeBets()]
    const ids: string[] = []
    for (const one of moves) {
      switch (one.kind) {
        case 'place':
          ids.push(await baskets.place(one.even ? three : same, { qty: one.qty, buy_flag: one.buyFlag }))
          break
        case 'books':
          await setBooks(world, one.cents, one.depth)
          break
        case 'cancel': {
          const id = ids[one.which % Math.max(1, ids.length)]
          if (id !== undefined) await world.delete(`/v1/orders/${id}`)
          break
        }
        case 'fault':
          await world.at(one.exchange).fault({ ...world.at(one.exchange).calls[one.call], ...FAULTS[one.fault] })
          break
        case 'kill':
          world.killNext(one.queue, one.at)
          break
        case 'lose':
          world.queues.copies = (message) => (message.group.endsWith(':swept') ? 1 : one.copies)
          break
        case 'unsettled':
          await world.at('EXCHANGE_B').mode(one.on ? 'settlement_fails' : 'open')
          break
        case 'wait':
          await world.pass(`${one.seconds}s`)
          break
      }
      await expectNothingShort(world)
    }
    world.queues.copies = () => 1
    for (const exchange of EXCHANGE_NAMES) await world.at(exchange).noFaults()
    await world.pass('4m', 5)
    await world.at('EXCHANGE_B').mode('open')
    await world.pass('4m', 10)
    for (const id of ids) {
      const order = await baskets.summed(id)
      expect(order.status).toMatch(/EXECUTED|CANCELLED/)
      expect(order.status === 'EXECUTED').toBe(order.traded_qty === order.qty)
      for (const leg of await baskets.legs(id)) expect(leg.status).toMatch(/EXECUTED|CANCELLED|REJECTED/)
    }
    await expectNothingShort(world)
    await world.agree()
    return (await Promise.all(ids.map((id) => world.order(id)))).reduce((sum, { traded_qty }) => sum + traded_qty, 0)
  } finally {
    await world.stop()
  }
}

/** Selling what a custom asset holds never goes short. */
const expectNothingShort = async (world: World): Promise<void> => {
  for (const exchange of EXCHANGE_NAMES) {
    const { accounts } = await world.at(exchange).ledger()
    const { positions } = accounts.find(({ id }: { id: string }) => id === 'story')
    for (const { position } of positions as readonly { readonly position: number }[])
      expect(position).toBeGreaterThanOrEqual(0)
  }
}

it('every order ends and equals its legs, each leg is sent once, and no sale is short', async () => {
  let traded = 0
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 8, maxLength: 25 }), async (moves) => {
      traded += await play(moves)
    }),
    { numRuns: rounds(5), endOnFailure: true },
  )
  expect(traded).toBeGreaterThan(0)
}, 600_000)
