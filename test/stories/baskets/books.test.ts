/** The orderbook of a custom asset, made of live books of both exchanges. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { svcIdOf } from '#domain/markets/market.ts'
import { startWorld, type World } from '../../support/world.ts'

let world: World
let [a, b] = [0, 0]
beforeAll(async () => {
  world = await startWorld({ both: true })
  a = world.svcId()
  b = svcIdOf('EXCHANGE_B', world.at('EXCHANGE_B').market)
})
afterAll(() => world.stop())

beforeEach(async () => {
  await world.at('EXCHANGE_A').noFaults()
  await world.at('EXCHANGE_B').noFaults()
  await world.at('EXCHANGE_A').book(
    [
      [0.4, 100],
      [0.38, 50],
    ],
    [
      [0.42, 60],
      [0.44, 100],
    ],
  )
  await world.at('EXCHANGE_B').book(
    [[0.4, 30]],
    [
      [0.42, 40],
      [0.43, 20],
      [0.5, 90],
    ],
  )
  // Kept books are forgotten.
  await world.pass('2s')
})

const create = async (allocation: string, svcIds: readonly number[]): Promise<string> =>
  (
    await world.post('/v1/custom-assets', {
      subaccount_id: world.hero.subaccountId,
      name: 'basket',
      svc_ids: svcIds,
      allocation,
    })
  ).body.custom_asset_id

const bookOf = (id: string, query = '') => world.get(`/v1/orderbooks/custom-asset/${id}${query}`)
const sides = ({ bids, asks }: { bids: { price: number; qty: number }[]; asks: { price: number; qty: number }[] }) => ({
  bids: bids.map(({ price, qty }) => [price, qty]),
  asks: asks.map(({ price, qty }) => [price, qty]),
})

describe('the orderbook of a custom asset', () => {
  it('has the book of a member that the catalogue lists as closed while it trades on', async () => {
    const id = await create('BEST_PRICE', [a, b])
    await world.pass('20s')
    await world.at('EXCHANGE_A').status('paused')
    await world.syncMarkets()
    await world.at('EXCHANGE_A').status('active')
    // A pause clears the book.
    await world.at('EXCHANGE_A').book([[0.41, 100]], [[0.42, 60]])
    expect((await world.get(`/v1/markets/${a}`)).body.status).toBe('closed')
    const { body } = await bookOf(id)
    expect(body.orderbook.best_bid_price).toBe(0.41)
    await world.syncMarkets()
    expect((await world.get(`/v1/markets/${a}`)).body.status).toBe('active')
  })

  it('the BEST_PRICE book merges the books of both exchanges', async () => {
    const id = await create('BEST_PRICE', [a, b])
    const { status, body } = await bookOf(id)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        status: 'ok',
        orderbook: { best_bid_price: 0.4, best_ask_price: 0.42, svc_id: null, custom_asset_id: id },
        message: null,
      },
    })
    expect(sides(body.orderbook)).toEqual({
      bids: [
        [0.4, 130],
        [0.38, 50],
      ],
      asks: [
        [0.42, 100],
        [0.43, 20],
        [0.44, 100],
        [0.5, 90],
      ],
    })
    expect(sides((await bookOf(id, '?levels=1')).body.orderbook)).toEqual({ bids: [[0.4, 130]], asks: [[0.42, 100]] })
  })

  it('the EQUAL book shows the cost of one contract if both members are bought evenly', async () => {
    const { body } = await bookOf(await create('EQUAL', [a, b]))
    expect(sides(body.orderbook)).toEqual({
      bids: [[0.4, 60]],
      asks: [
        [0.42, 80],
        [0.425, 40],
        [0.47, 180],
      ],
    })
    expect(body.message).toBeNull()
  })

  it('the EQUAL book has no asks, with a reason, if a member has none', async () => {
    await world.at('EXCHANGE_B').book([[0.4, 30]], [])
    await world.pass('2s')
    const { body } = await bookOf(await create('EQUAL', [a, b]))
    expect(sides(body.orderbook)).toEqual({ bids: [[0.4, 60]], asks: [] })
    expect(body.orderbook.best_ask_price).toBeNull()
    expect(body.message).toBe('A member has no asks, so there is no even price to buy at.')
  })

  it('leaves out a silent exchange, and names the missing members', async () => {
    await world.at('EXCHANGE_B').fault({ path: 'book', kind: 'status', status: 503, times: 50 })
    const { status, body } = await bookOf(await create('BEST_PRICE', [a, b]))
    expect(status).toBe(200)
    expect(body.message).toBe(`EXCHANGE_B does not answer, so the book is without ${b}.`)
    expect(sides(body.orderbook)).toEqual({
      bids: [
        [0.4, 100],
        [0.38, 50],
      ],
      asks: [
        [0.42, 60],
        [0.44, 100],
      ],
    })
  })

  it('is 503 when no exchange answers', async () => {
    await world.at('EXCHANGE_A').fault({ method: 'GET', path: 'orderbook', kind: 'status', status: 503, times: 50 })
    expect(await bookOf(await create('EQUAL', [a]))).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { detail: 'No exchange of a member answers. Try again in a few seconds.', code: 'exchange_unavailable' },
    })
  })

  it('is a 404 for other users', async () => {
    const id = await create('EQUAL', [a])
    const key = await world.newKey('admin', '0193a1b2-0000-7000-8000-00000000dddd')
    expect(await world.get(`/v1/orderbooks/custom-asset/${id}`, { key })).toMatchObject({
      status: 404,
      body: { detail: 'Custom asset not found', code: 'not_found' },
    })
    expect((await bookOf(id, '?levels=11')).body.detail).toMatchObject([
      { type: 'less_than_equal', loc: ['query', 'levels'] },
    ])
  })

  // The last one, because the market stays closed.
  it('leaves out inactive members, and is empty without active ones', async () => {
    const nothing = { bids: [], asks: [] }
    const { body } = await bookOf(await create('BEST_PRICE', []))
    expect(body).toMatchObject({ orderbook: { ...nothing, best_bid_price: null }, message: 'No member is active.' })
    await world.at('EXCHANGE_B').status('closed')
    await world.syncMarkets()
    const one = await bookOf(await create('BEST_PRICE', [a, b]))
    expect(sides(one.body.orderbook).bids).toEqual([
      [0.4, 100],
      [0.38, 50],
    ])
    expect(one.body.message).toBeNull()
  })
})
