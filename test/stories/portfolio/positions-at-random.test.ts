/** Random trading by two users of one account at an exchange, with crashes and lost messages: fills, positions and cash add up. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { elsewhere } from '#test/support/ledger/elsewhere.ts'
import { rounds } from '#test/support/run/plays.ts'
import { startWorld } from '../../support/world.ts'

type Move =
  | {
      readonly kind: 'order'
      readonly elsewhere: boolean
      readonly qty: number
      readonly cents: number
      readonly buy: boolean
      readonly rests: boolean
    }
  | { readonly kind: 'trade'; readonly qty: number; readonly buy: boolean }
  | { readonly kind: 'cancel_all' }
  | { readonly kind: 'settlement_fails'; readonly on: boolean }
  | { readonly kind: 'lose_messages'; readonly on: boolean }
  | { readonly kind: 'kill'; readonly queue: string; readonly at: number }
  | { readonly kind: 'wait'; readonly seconds: number }

const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('order' as const),
      elsewhere: fc.boolean(),
      qty: fc.integer({ min: 5, max: 30 }),
      cents: fc.integer({ min: 38, max: 52 }),
      buy: fc.boolean(),
      rests: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('trade' as const),
      qty: fc.integer({ min: 5, max: 40 }),
      buy: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel_all' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('settlement_fails' as const), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose_messages' as const), on: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('kill' as const),
      queue: fc.constantFrom('sync-account', 'execute-order', 'cancel-order'),
      at: fc.integer({ min: 1, max: 40 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 12 }) }) },
)

const play = async (exchange: ExchangeName, moves: readonly Move[]): Promise<void> => {
  const world = await startWorld({ exchange, staleReadsMs: 900 })
  try {
    const { key, subaccount_id: theirs } = await elsewhere(world)
    const callers = [
      { key: world.hero.key, subaccountId: world.hero.subaccountId },
      { key, subaccountId: theirs },
    ]
    await world.simulated.book([[0.4, 10_000]], [[0.5, 10_000]])
    const start = accountIn(await world.simulated.ledger(), world.simulated.account)

    for (const one of moves) {
      if (one.kind === 'order') {
        const caller = callers[one.elsewhere ? 1 : 0]
        const order = {
          price: one.cents / 100,
          qty: one.qty,
          buy_flag: one.buy,
          time_in_force: one.rests ? 'GTC' : 'IOC',
          svc_id: world.svcId(),
          subaccount_id: caller?.subaccountId,
          tag: 'plan #1',
        }
        expect((await world.post('/v1/orders', order, { key: caller?.key ?? null })).status).toBe(202)
      }
      // An outside trade meets orders that rest between the two walls of the book.
      if (one.kind === 'trade') await world.simulated.trade(one.buy ? 0.49 : 0.41, one.qty, one.buy)
      if (one.kind === 'cancel_all')
        for (const { subaccountId, key: theirKey } of callers)
          await world.post('/v1/orders/cancel-all', { subaccount_id: subaccountId }, { key: theirKey })
      if (one.kind === 'settlement_fails' && exchange === 'EXCHANGE_B')
        await world.simulated.mode(one.on ? 'settlement_fails' : 'open')
      if (one.kind === 'lose_messages')
        world.queues.copies = (message) => (one.on && !message.group.endsWith(':swept') ? 0 : 1)
      if (one.kind === 'kill') world.killNext(one.queue, one.at)
      await world.settle()
      if (one.kind === 'wait') await world.pass(`${one.seconds}s`, 2)
    }

    world.queues.copies = () => 1
    world.killNext('none', 1)
    if (exchange === 'EXCHANGE_B') await world.simulated.mode('open')
    await world.pass('2m', 5)
    for (const { subaccountId, key: theirKey } of callers)
      await world.post('/v1/orders/cancel-all', { subaccount_id: subaccountId }, { key: theirKey })
    await world.pass('10m', 10)
    // An account that sleeps does not know yet what the other user traded: it is asked for, and polled then.
    for (const { key: theirKey } of callers) await world.get('/v1/fills', { key: theirKey })
    await world.pass('5s')

    const truth = accountIn(await world.simulated.ledger(), world.simulated.account)
    const good = truth.fills.filter(({ status }) => status !== 'FAILED')
    for (const caller of callers) {
      const given = { key: caller.key }
      const listed: readonly FillRecord[] =
        (await world.get('/v1/fills?limit=1000', given)).body.subaccount_to_fills[0]?.fills ?? []
      const counted = listed.filter(({ status }) => status !== 'REVERSED')
      expect(counted.length, 'fills').toBe(good.length)
      expect(new Set(listed.map(({ fill_id }) => fill_id)).size, 'a fill stands twice').toBe(listed.length)
      expect(listed.length).toBe(truth.fills.length)
      expect(sum(counted, signed), 'Σ fills').toBe(sum(good, signed))

      const [position] = (await world.get('/v1/positions', given)).body.subaccount_to_positions[0]?.positions ?? []
      const { position: held, no } = truth.positions.find(({ market }) => market === world.simulated.market) ?? NOTHING
      expect(position?.position ?? 0, 'position').toBe(held)
      expect(position?.fill_count ?? 0).toBe(good.length)
      expect(micros(position?.total_fees ?? 0), 'fees').toBe(sum(counted, ({ fee }) => fee))
      expect(micros((position?.total_qty_bought ?? 0) - (position?.total_qty_sold ?? 0))).toBe(micros(held))

      // Payments, receipts, and a dollar deposited for each NO: no cent appears or vanishes.
      const moved = sum(counted, (fill) => (fill.buy_flag ? -1 : 1) * fill.price * fill.qty - fill.fee)
      expect(micros(start.cash) + moved - micros(no ?? Math.max(0, -held)), 'cash').toBe(micros(truth.cash))
      // Realized and open together are what the fills gain at the mark.
      const gained = micros(position?.realized_pnl ?? 0) + micros(position?.unrealized_pnl ?? 0)
      const worth = micros(held * (position?.mark_price ?? 0))
      expect(Math.abs(gained - (moved + worth)), 'gain').toBeLessThanOrEqual(2)

      const orders = (await world.get('/v1/orders?limit=1000', given)).body.orders
      const own = counted.filter(({ svc_order_id }) => svc_order_id !== null)
      const tagged: readonly FillRecord[] =
        (await world.get('/v1/fills?limit=1000&tag=plan%20%231', given)).body.subaccount_to_fills[0]?.fills ?? []
      expect(tagged, 'fills of the tag').toEqual(listed.filter(({ svc_order_id }) => svc_order_id !== null))
      const [ofTag] = (await world.get('/v1/pnl?group_by=tag', given)).body.pnl
      expect(ofTag?.fill_count ?? 0, 'fills that count for the tag').toBe(own.length)
      expect(micros(ofTag?.total_fees ?? 0)).toBe(sum(own, ({ fee }) => fee))
      const { position: open = 0, mark_price: mark } = ofTag?.markets[0] ?? {}
      expect(micros(open)).toBe(sum(own, signed))
      const spent = sum(own, (fill) => (fill.buy_flag ? -1 : 1) * fill.price * fill.qty - fill.fee)
      if (typeof mark === 'number') {
        const gain = micros(ofTag.realized_pnl) + micros(ofTag.unrealized_pnl ?? Number.NaN)
        expect(Math.abs(gain - (spent + micros(open * mark))), 'gain of the tag').toBeLessThanOrEqual(2)
      }
      expect(sum(own, ({ qty }) => qty)).toBe(sum(orders, ({ traded_qty }: { traded_qty: number }) => traded_qty))
    }
    const ownIds = await Promise.all(
      callers.map(async ({ key: theirKey }) => {
        const { body } = await world.get('/v1/fills?limit=1000', { key: theirKey })
        const all: readonly FillRecord[] = body.subaccount_to_fills[0]?.fills ?? []
        return all.filter(({ svc_order_id }) => svc_order_id !== null).map(({ fill_id }) => fill_id)
      }),
    )
    expect(new Set(ownIds.flat()).size, 'each fill is one of either of them').toBe(truth.fills.length)
  } finally {
    await world.stop()
  }
}

interface FillRecord {
  readonly fill_id: string
  readonly svc_order_id: string | null
  readonly status: string
  readonly price: number
  readonly qty: number
  readonly fee: number
  readonly buy_flag: boolean
}

interface Account {
  readonly id: string
  readonly cash: number
  readonly fills: ReadonlyArray<{ readonly qty: number; readonly buy_flag: boolean; readonly status?: string }>
  /** On EXCHANGE_B with the shares of NO. */
  readonly positions: ReadonlyArray<{ readonly market: string; readonly position: number; readonly no?: number }>
}

const NOTHING = { position: 0, no: 0 }

const accountIn = ({ accounts }: { readonly accounts: readonly Account[] }, expected: string): Account => {
  const found = accounts.find(({ id }) => id === expected)
  if (found === undefined) throw new Error(`the exchange knows no account ${expected}`)
  return found
}

const micros = (amount: number): number => Math.round(amount * 1e6)
const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + micros(of(item)), 0)
const signed = ({ qty, buy_flag }: { readonly qty: number; readonly buy_flag: boolean }): number =>
  buy_flag ? qty : -qty

describe.each(EXCHANGE_NAMES)('random trading on %s', (exchange) => {
  it('leaves fills, positions and cash that are the exchange’s own', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 8, maxLength: 28 }), (moves) => play(exchange, moves)),
      {
        numRuns: rounds(5),
        endOnFailure: true,
      },
    )
  }, 600_000)

  it('shows both users a fill, though one of them sleeps when the other’s order is filled', async () => {
    await play(exchange, [
      { kind: 'wait', seconds: 8 },
      { kind: 'wait', seconds: 12 },
      { kind: 'trade', qty: 14, buy: true },
      { kind: 'cancel_all' },
      { kind: 'kill', queue: 'execute-order', at: 8 },
      { kind: 'lose_messages', on: true },
      { kind: 'order', elsewhere: false, qty: 16, cents: 42, buy: false, rests: true },
      { kind: 'wait', seconds: 12 },
      { kind: 'order', elsewhere: true, qty: 17, cents: 43, buy: false, rests: false },
      { kind: 'kill', queue: 'cancel-order', at: 24 },
      { kind: 'order', elsewhere: true, qty: 24, cents: 52, buy: true, rests: true },
      { kind: 'lose_messages', on: true },
      { kind: 'order', elsewhere: true, qty: 5, cents: 42, buy: false, rests: true },
    ])
  })
})
