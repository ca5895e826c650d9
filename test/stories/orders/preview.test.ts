/** POST /v1/orders/preview says what an order would do, in the words of the order, and does nothing itself. */

import { beforeEach, describe, expect, it } from 'vitest'
import { svcIdOf } from '#domain/markets/market.ts'
import { CRYPTO, POLITICS } from '#simulators/test/kalshi/simulated.ts'
import { basketStories } from '../../support/baskets/stories.ts'
import { playedOn } from '../../support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'
import { START } from '../../support/world.ts'

const { world, startWorld } = worldOfTest({ agrees: false })

const preview = (more: object = {}, options: object = {}) =>
  world.post(
    '/v1/orders/preview',
    { subaccount_id: world.hero.subaccountId, svc_id: world.svcId(), buy_flag: true, qty: 10, price: 0.42, ...more },
    options,
  )

const MARKET = { order_type: 'MARKET', price: null }

const codes = (remarks: ReadonlyArray<{ code: string }>) => remarks.map(({ code }) => code)

describe.each(playedOn('EXCHANGE_A'))('on %s', (exchange) => {
  beforeEach(async () => {
    await startWorld({ exchange })
    await world.simulated.book(
      [[0.4, 50]],
      [
        [0.42, 6],
        [0.44, 100],
      ],
    )
  })

  it('an order that fills in part and rests shows both parts, its cost and the resulting position', async () => {
    const { status, body } = await preview()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      legs: [{ svc_id: world.svcId(), exchange_name: exchange, qty: 6, worst_price: 0.42, average_price: 0.42 }],
      qty: 6,
      resting_qty: 4,
      position_after: 6,
      tick_size: expect.any(Number),
      fee_rule: 'contracts × rate × price × (1 − price)',
      warnings: [],
      refusals: [],
    })
    expect(body.cash_needed).toBeCloseTo(4.2 + body.fee, 6)
    expect(body.cash_free).toBeGreaterThan(100)
  })

  it('a preview stores and sends nothing, and is open to a read-only key', async () => {
    const key = await world.newKey('read')
    expect((await preview(MARKET, { key })).status).toBe(200)
    await world.pass('10s')
    expect(await world.orders()).toEqual([])
    const { accounts } = await world.simulated.ledger()
    expect(accounts.flatMap(({ orders = [] }: { orders?: unknown[] }) => orders)).toEqual([])
  })

  it('the refusals of POST /v1/orders come in its own words', async () => {
    await world.put(`/v1/subaccounts/${world.hero.subaccountId}/limits`, { max_order_qty: 5 })
    const refused = await world.postOrder({ buy_flag: true, qty: 10, price: 0.42 })
    expect(refused.status).toBe(409)
    expect((await preview()).body.refusals).toEqual([{ code: refused.body.code, detail: refused.body.detail }])
  })

  it.each([
    ['a price off the grid', { price: 0.4251 }],
    ['more than the account can pay', { qty: 900_000, price: 0.99 }],
    ['less than the market takes', { qty: 0.001 }],
    ['what never takes and would', { post_only: true, price: 0.45 }],
  ])('a preview of %s is refused as the order would be', async (_, more) => {
    const reported = (await preview(more)).body.refusals
    const id = await world.place({ qty: 10, price: 0.42, ...more })
    await world.pass('30s')
    const order = await world.order(id)
    expect(order.status).toBe('REJECTED')
    expect(codes(reported)).toEqual([order.reject_code])
    if (order.reject_code !== 'insufficient_balance') expect(reported[0].detail).toBe(order.reject_reason)
    else if (exchange === 'EXCHANGE_A')
      expect(reported[0].detail).toMatch(
        /^\$[\d.]+ is missing on shard \d, where \$[\d.]+ is free\. .*above its lowest tier/,
      )
  })

  it.each([
    ['LIMIT', {}],
    ['MARKET', MARKET],
  ])('a %s order in a closed market is refused as the order would be', async (_, more) => {
    await world.simulated.status('closed')
    const reports = (await preview(more)).body.refusals
    const id = await world.place({ qty: 10, price: 0.42, ...more })
    await world.pass('30s')
    const { status, reject_code, reject_reason } = await world.order(id)
    expect(status).toBe('REJECTED')
    expect(reports).toEqual([{ code: reject_code, detail: reject_reason }])
  })

  it('a MARKET order in a market without a book waits, as the preview says', async () => {
    await world.simulated.fault({ kind: 'status', status: 404, times: 1_000, method: 'GET', path: '/(order)?book' })
    expect(codes((await preview(MARKET)).body.warnings)).toEqual(['not_now'])
    const id = await world.place({ qty: 10, ...MARKET })
    await world.pass('1m')
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'too_late' })
  })

  it('a closed market, an empty book, a pause and a price that is too far are named', async () => {
    await world.simulated.book([[0.4, 50]], [])
    expect(codes((await preview(MARKET)).body.warnings)).toEqual(['no_liquidity'])
    await world.simulated.book([[0.4, 50]], [[0.42, 6]])
    expect(codes((await preview({ ...MARKET, protection_price: 0.41 })).body.warnings)).toEqual(['protection_price'])
    expect(codes((await preview({ ...MARKET, qty: 7 })).body.warnings)).toEqual(['partly_filled'])
    expect(codes((await preview({ price: 0.41, time_in_force: 'IOC' })).body.warnings)).toEqual(['not_filled'])
    await world.simulated.status('closed')
    expect(codes((await preview()).body.refusals)).toEqual(['market_closed'])
  })

  it('own resting orders are not counted as liquidity', async () => {
    await world.place({ buy_flag: false, price: 0.41, qty: 5 })
    await world.pass('10s')
    const { body } = await preview({ ...MARKET, qty: 6 })
    expect(body).toMatchObject({ qty: 6, average_price: 0.42 })
    expect(codes(body.warnings)).toEqual(['own_orders_leave'])
    expect((await preview({ price: 0.39 })).body).toMatchObject({ qty: 0, resting_qty: 10, warnings: [] })
  })

  it('an exchange that does not answer is a warning', async () => {
    await world.simulated.fault({ kind: 'status', status: 503, times: 1_000, method: 'GET', path: '.*' })
    const { status, body } = await preview(MARKET)
    expect(status).toBe(200)
    expect(codes(body.warnings)).toContain('exchange_unavailable')
  })

  it('a mistake in the request is a 422, and a missing object a 404', async () => {
    expect((await preview({ ...MARKET, price: 0.4 })).status).toBe(422)
    expect((await preview({ cost: 1 })).body.detail[0].type).toBe('extra_forbidden')
    expect((await preview({ svc_id: 12345 })).status).toBe(404)
    expect((await preview({ subaccount_id: world.ids.uuid() })).status).toBe(404)
  })
})

describe('on a custom asset', () => {
  beforeEach(() => startWorld({ both: true }))

  it('each member has its leg, and one that takes no part is named with the reason', async () => {
    const baskets = basketStories(world)
    await baskets.pricesAre(0.4)
    const asset = await baskets.threeBets()
    const order = { ...MARKET, svc_id: null, custom_asset_id: asset, qty: 30 }
    const { body } = await preview(order)
    expect(body).toMatchObject({ qty: 30, average_price: 0.41, tick_size: null, warnings: [], refusals: [] })
    expect(body.legs.map(({ qty }: { qty: number }) => qty)).toEqual([10, 10, 10])
    await world.at('EXCHANGE_B').book([[0.4, 10]], [])
    const short = (await preview(order)).body
    expect(codes(short.warnings)).toContain('no_liquidity')
    expect(short.warnings[0].detail).toContain(String(baskets.svcIdAt('EXCHANGE_B')))
  })

  it('a member whose exchange refuses all orders takes no part, and the others do', async () => {
    const baskets = basketStories(world)
    await baskets.pricesAre(0.4)
    const asset = await baskets.threeBets()
    await world.at('EXCHANGE_B').mode('geoblock')
    await world.place({ svc_id: baskets.svcIdAt('EXCHANGE_B'), price: 0.3, qty: 20 })
    await world.pass('5s')
    const { body } = await preview({ ...MARKET, svc_id: null, custom_asset_id: asset, qty: 30 })
    const refused = body.legs.filter(({ exchange_name }: { exchange_name: string }) => exchange_name === 'EXCHANGE_B')
    expect(refused.map(({ qty }: { qty: number }) => qty)).toEqual([0])
    expect(codes(body.warnings)).toContain('exchange_refuses')
  })

  it('the stored positions are read once for all checks', async () => {
    const baskets = basketStories(world)
    await baskets.pricesAre(0.4)
    const asset = await baskets.threeBets()
    const { positions } = world.ports
    const { ofSubaccount } = positions
    let reads = 0
    const counted: typeof ofSubaccount = (...requested) => {
      reads += 1
      return ofSubaccount(...requested)
    }
    Object.assign(positions, { ofSubaccount: counted })
    await preview({ ...MARKET, svc_id: null, custom_asset_id: asset, qty: 10, buy_flag: false })
    expect(reads).toBe(1)
  })

  it('an empty custom asset is refused as an order on it would be', async () => {
    const asset = await basketStories(world).makeAsset([], 'EQUAL')
    const { body } = await preview({ ...MARKET, svc_id: null, custom_asset_id: asset })
    expect(codes(body.refusals)).toEqual(['custom_asset_empty'])
  })
})

it('cash whose shard the exchange does not report is unknown for one shard, and refuses nothing', async () => {
  await startWorld()
  // A key that is locked to one of the exchange's own subaccounts receives the total only (Kalshi OpenAPI, `GetBalanceResponse`).
  const total = { balance: 5_000, balance_dollars: '50.0000', portfolio_value: 0, updated_ts: 0 }
  await world.simulated.fault({ method: 'GET', path: '/portfolio/balance', kind: 'status', status: 200, body: total })
  for (const ticker of [POLITICS, CRYPTO]) {
    await world.simulated.book([[0.4, 50]], [[0.42, 50]], ticker)
    const { body } = await preview({ svc_id: svcIdOf('EXCHANGE_A', ticker) })
    expect(body).toMatchObject({ cash_free: null, refusals: [] })
    expect(codes(body.warnings)).toEqual(['balance_unknown'])
  }
  expect((await world.get('/v1/balances')).body).toMatchObject([{ balance: 50, shards: [], error: null }])
})

it('two quick previews and a cash list are answered while the exchange reports cash once a second', async () => {
  await startWorld()
  await world.simulated.book([[0.4, 50]], [[0.42, 50]])
  await world.simulated.switches({ rate_limits: true })
  for (let n = 0; n < 2; n += 1) {
    const { body } = await preview({})
    expect([codes(body.warnings), typeof body.cash_free]).toEqual([[], 'number'])
  }
  await world.pass('2s')
  const balances = async () => (await world.get('/v1/balances')).body
  const [first] = await balances()
  expect(first).toMatchObject({
    balance: expect.any(Number),
    as_of: new Date(START + 2_000).toISOString(),
    error: null,
  })
  await world.pass('3s')
  expect(await balances()).toEqual([first])
  await world.pass('3s')
  expect(await balances()).toMatchObject([{ as_of: new Date(START + 8_000).toISOString() }])
})
