/** An order on a custom asset continues without a member whose exchange or market takes no orders, and names it. */

import { afterEach, describe, expect, it } from 'vitest'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { basketStories, OTHER_PARTY } from '../../support/baskets/stories.ts'
import { useWorld } from '../../support/use-world.ts'

const A = 'EXCHANGE_A'
const B = 'EXCHANGE_B'

const world = useWorld({ both: true })
const baskets = basketStories(world)

afterEach(async () => {
  for (const exchange of [A, B] as const) {
    await world.at(exchange).noFaults()
    await world.at(exchange).mode('open')
  }
  await world.pass('5s')
})

/** The first is cheaper. */
const cheaperAt = async (first: ExchangeName, second: ExchangeName): Promise<void> => {
  await world.at(first).book([[0.3, 1_000]], [[0.4, 1_000]])
  await world.at(second).book([[0.3, 1_000]], [[0.44, 1_000]])
}

const other = (exchange: ExchangeName): ExchangeName => (exchange === A ? B : A)

interface Refusal {
  readonly exchange: ExchangeName
  readonly what: string
  readonly begin: () => Promise<unknown>
  readonly code: string
}

const mode = (exchange: ExchangeName, name: string, code: string): Refusal => ({
  exchange,
  what: `is in mode ${name}`,
  begin: () => world.at(exchange).mode(name),
  code,
})

const REFUSALS: readonly Refusal[] = [
  mode(A, 'exchange_paused', 'exchange_paused'),
  mode(A, 'trading_paused', 'exchange_paused'),
  mode(A, 'disabled', 'exchange_paused'),
  mode(A, 'restart', 'exchange_unavailable'),
  mode(B, 'disabled', 'exchange_paused'),
  mode(B, 'cancel_only', 'exchange_paused'),
  mode(B, 'post_only', 'exchange_paused'),
  mode(B, 'restart', 'exchange_paused'),
  mode(B, 'geoblock', 'exchange_refuses'),
  mode(B, 'html_403', 'exchange_refuses'),
  mode(A, 'bare_403', 'exchange_refuses'),
  {
    exchange: A,
    what: 'has paused the market',
    begin: () => world.at(A).status('paused'),
    code: 'exchange_paused',
  },
  {
    exchange: A,
    what: 'has paused the market, which the catalogue lists as closed',
    begin: async () => {
      await world.at(A).status('paused')
      await world.syncMarkets()
      expect((await world.get(`/v1/markets/${baskets.svcIdAt(A)}`)).body.status).toBe('closed')
    },
    code: 'exchange_paused',
  },
  { exchange: B, what: 'has paused the market', begin: () => world.at(B).status('paused'), code: 'market_paused' },
  {
    exchange: A,
    what: 'has no book',
    begin: () =>
      world.at(A).fault({ method: 'GET', path: '/markets/[^/]+/orderbook$', kind: 'status', status: 404, times: 1e6 }),
    code: 'no_order_book',
  },
  {
    exchange: B,
    what: 'has no book',
    begin: () => world.at(B).fault({ method: 'GET', path: '^/clob/book$', kind: 'status', status: 404, times: 1e6 }),
    code: 'no_order_book',
  },
  {
    exchange: A,
    what: 'is behind a page that refuses',
    begin: () => world.at(A).fault({ ...world.at(A).calls.create, kind: 'status', status: 403, body: '', times: 1e6 }),
    code: 'exchange_refuses',
  },
]

describe('BEST_PRICE', () => {
  it.each(REFUSALS)('continues without $exchange at once when it $what', async ({ exchange, begin, code }) => {
    await cheaperAt(exchange, other(exchange))
    const asset = await baskets.sameBet()
    await begin()
    const id = await baskets.place(asset)
    await world.pass('4s')
    const order = await baskets.summed(id)
    expect(order).toMatchObject({ status: 'EXECUTED', traded_qty: 50 })
    expect(order.skipped_members).toMatchObject([{ svc_id: baskets.svcIdAt(exchange), code }])
    const filled = (await baskets.legs(id)).filter(({ traded_qty: traded }) => traded > 0)
    expect(filled).toMatchObject([{ svc_id: baskets.svcIdAt(other(exchange)), qty: 50 }])
  })
})

describe('a member whose exchange says that it restarts', () => {
  it('fills no more than its part if it took the order all the same', async () => {
    await cheaperAt(B, A)
    const asset = await baskets.sameBet()
    await world.at(B).fault({ ...world.at(B).calls.create, kind: 'drop_after', status: 425, times: 1 })
    const id = await baskets.place(asset)
    await world.pass('15s')
    expect(await baskets.summed(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 50, skipped_members: [] })
    expect(await baskets.legs(id)).toMatchObject([{ svc_id: baskets.svcIdAt(B), traded_qty: 50 }])
  })
})

describe('EQUAL', () => {
  const threeBooks = async (): Promise<void> => {
    await world.at(A).book([[0.3, 1_000]], [[0.4, 1_000]])
    await world.at(A).book([[0.3, 1_000]], [[0.5, 1_000]], OTHER_PARTY)
    await world.at(B).book([[0.3, 1_000]], [[0.6, 1_000]])
  }

  it.each([
    ['EXCHANGE_A', () => world.at(A).status('paused', OTHER_PARTY), OTHER_PARTY, 'exchange_paused'],
    // Its books do not show the refusal, so its share was planned before the exchange refused it.
    ['EXCHANGE_B', () => world.at(B).status('paused'), undefined, 'market_paused'],
  ] as const)('loses no time to a paused market of %s, names it, and splits evenly over the others', async (...one) => {
    const [exchange, pause, market, code] = one
    await threeBooks()
    const asset = await baskets.threeBets()
    await pause()
    const id = await baskets.place(asset, { qty: 60 })
    await world.pass('4s')
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 60 })
    await world.pass('5s')
    const order = await baskets.summed(id)
    const refusing = baskets.svcIdAt(exchange, market)
    expect(order.skipped_members).toMatchObject([{ svc_id: refusing, code }])
    expect(await tradedBy(id)).toEqual(THREE().flatMap((svcId) => (svcId === refusing ? [] : [[svcId, 30]])))
  })

  const THREE = () => [baskets.svcIdAt(A), baskets.svcIdAt(A, OTHER_PARTY), baskets.svcIdAt(B)].sort((a, b) => a - b)

  /** Contracts of each traded member. */
  const tradedBy = async (id: string): Promise<readonly (readonly [number, number])[]> => {
    const sums = new Map<number, number>()
    for (const { svc_id, traded_qty } of await baskets.legs(id))
      if (traded_qty > 0) sums.set(svc_id, (sums.get(svc_id) ?? 0) + traded_qty)
    return [...sums].sort(([a], [b]) => a - b)
  }

  const two = () => baskets.makeAsset([baskets.svcIdAt(A), baskets.svcIdAt(B)], 'EQUAL')

  it.each(['disabled', 'cancel_only', 'restart', 'geoblock'])(
    'gives all to the other member if EXCHANGE_B refuses at the send (%s)',
    async (refusal) => {
      await threeBooks()
      const asset = await two()
      await world.at(B).mode(refusal)
      const id = await baskets.place(asset, { qty: 40 })
      await world.pass('4s')
      expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 40 })
      await world.pass('5s')
      const order = await baskets.summed(id)
      expect(order.skipped_members).toMatchObject([{ svc_id: baskets.svcIdAt(B) }])
      expect(await tradedBy(id)).toEqual([[baskets.svcIdAt(A), 40]])
    },
  )

  it('stays within the user’s bounds when it replaces a refusing member', async () => {
    await world.at(A).book(
      [[0.3, 1_000]],
      [
        [0.4, 25],
        [0.45, 1_000],
      ],
    )
    await world.at(B).book([[0.3, 1_000]], [[0.6, 1_000]])
    const asset = await two()
    await world.at(B).mode('disabled')
    const bounded = await baskets.place(asset, { qty: 40, max_slippage: 0.03 })
    await world.pass('10s')
    expect(await baskets.summed(bounded)).toMatchObject({ status: 'CANCELLED', traded_qty: 25 })
    const free = await baskets.place(asset, { qty: 40 })
    await world.pass('10s')
    expect(await baskets.summed(free)).toMatchObject({ status: 'EXECUTED', traded_qty: 40 })
  })
})

describe('an order whose members are all refused', () => {
  it.each([A, B] as const)('waits for %s as long as it may', async (exchange) => {
    await cheaperAt(exchange, other(exchange))
    const asset = await baskets.makeAsset([baskets.svcIdAt(exchange)], 'BEST_PRICE')
    await world.at(exchange).mode('cancel_only')
    const [waits, late] = [await baskets.place(asset, { qty: 10 }), await baskets.place(asset, { qty: 11 })]
    await world.pass('12s')
    expect((await world.order(waits)).status).toMatch(/PENDING_SUBMISSION|PROCESSING/)
    await world.delete(`/v1/orders/${late}`)
    await world.at(exchange).mode('open')
    await world.pass('18s')
    expect(await baskets.summed(waits)).toMatchObject({ status: 'EXECUTED', traded_qty: 10, skipped_members: [] })
    expect(await baskets.summed(late)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user', traded_qty: 0 })
  })

  it('ends after thirty seconds, and says why', async () => {
    await cheaperAt(B, A)
    await world.at(B).mode('cancel_only')
    const id = await baskets.place(await baskets.makeAsset([baskets.svcIdAt(B)], 'BEST_PRICE'))
    await world.pass('45s')
    const order = await baskets.summed(id)
    expect(order).toMatchObject({ status: 'CANCELLED', traded_qty: 0 })
    expect(order.cancel_reason).toMatch(/^not_filled after \d rounds: an order on EXCHANGE_B ended: exchange_paused$/)
    expect(order.skipped_members).toMatchObject([{ svc_id: baskets.svcIdAt(B), code: 'exchange_paused' }])
  })
})
