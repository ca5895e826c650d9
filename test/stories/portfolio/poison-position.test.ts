/** One position that cannot be read holds up nothing in the other markets of its subaccount. */

import { beforeEach, describe, expect, it } from 'vitest'
import { marketKey, orderKey, positionKey } from '#adapters/store/engine/keys.ts'
import { elsewhere } from '#test/support/ledger/elsewhere.ts'
import { positionThere } from '#test/support/ledger/position-there.ts'
import { basketStories } from '../../support/baskets/stories.ts'
import { playedOn } from '../../support/run/plays.ts'
import { useWorld } from '../../support/use-world.ts'

describe.each(playedOn('EXCHANGE_A'))('beside a position on %s that cannot be read', (exchange) => {
  const world = useWorld({ exchange })

  /** As a later version may have stored it. */
  const damage = (svcId: number): Promise<void> =>
    world.table.putAll([{ ...positionKey(world.hero.subaccountId, exchange, svcId), n: 'KX', fs: 'many' }])

  beforeEach(async () => {
    await world.simulated.book([[0.4, 500]], [[0.44, 500]])
    await world.place({ order_type: 'MARKET', price: null, time_in_force: null, qty: 10 })
    await world.pass('20s')
    await damage(7)
  })

  const reduce = (order: object) =>
    world.place({ reduce_only: true, buy_flag: false, qty: 10, time_in_force: null, price: null, ...order })
  const sold = { status: 'EXECUTED', traded_qty: 10 }

  it('a reduce-only order of another market goes out', async () => {
    const id = await reduce({ order_type: 'MARKET' })
    await world.pass('30s')
    expect(await world.order(id)).toMatchObject(sold)
  })

  it('a resting reduce-only order leaves the book with its position', async () => {
    const id = await reduce({ time_in_force: 'GTC', price: 0.43 })
    await world.pass('20s')
    await world.place({ time_in_force: 'IOC', price: 0.39, buy_flag: false })
    await world.pass('90s')
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'position_closed' })
  })

  it('a protect stop follows its position', async () => {
    const stop = { protect: true, conditional_order_type: 'STOP', stop_order_price: 0.3 }
    const { body } = await world.postConditional({ ...stop, trigger_order: { buy_flag: false } })
    await world.pass('10s')
    await world.place({ order_type: 'MARKET', price: null, time_in_force: null, qty: 5 })
    await world.pass('30s')
    expect(await world.complexOrder(body.complex_order_id)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 15 })
  })

  it('an order of another market is previewed, also one that reduces', async () => {
    const requested = { subaccount_id: world.hero.subaccountId, svc_id: world.svcId(), order_type: 'MARKET', qty: 5 }
    const preview = (more: object) => world.post('/v1/orders/preview', { ...requested, ...more })
    expect(await preview({ buy_flag: true })).toMatchObject({ status: 200, body: { qty: 5, position_after: 15 } })
    const reduces = { buy_flag: false, reduce_only: true }
    expect(await preview(reduces)).toMatchObject({ status: 200, body: { qty: 5, position_after: 5, refusals: [] } })
  })

  it('an order is previewed beside an order that cannot be read either', async () => {
    const bad = await world.place({ price: 0.3 })
    await world.pass('10s')
    const row = await world.table.get(orderKey(bad))
    if (row === null) throw new Error('there is no order')
    await world.table.putAll([{ ...row, ...orderKey(bad), q: 'many' }])
    const requests = { subaccount_id: world.hero.subaccountId, svc_id: world.svcId(), order_type: 'MARKET', qty: 5 }
    expect(await world.post('/v1/orders/preview', { ...requests, buy_flag: true })).toMatchObject({ status: 200 })
    expect(await world.get(`/v1/orders/${bad}`)).toMatchObject({
      status: 500,
      body: { code: 'unreadable_record', detail: expect.stringContaining(`order ${bad}`) },
    })
    await world.table.putAll([{ ...row, ...orderKey(bad) }])
  })

  it('a daily limit without a decision fails with the market, and the preview names that', async () => {
    const subaccount = world.hero.subaccountId
    await world.table.write([{ remove: positionKey(subaccount, exchange, 7), expect: 'anything' }])
    expect((await world.put(`/v1/subaccounts/${subaccount}/limits`, { max_daily_loss: 5 })).status).toBe(200)
    await damage(7)
    const order = { subaccount_id: subaccount, svc_id: world.svcId(), qty: 5, buy_flag: true, price: 0.44 }
    const unreadable = {
      code: 'unreadable_record',
      detail: expect.stringContaining(`position in market 7 on ${exchange}`),
    }
    expect(await world.post('/v1/orders', order)).toMatchObject({ status: 500, body: unreadable })
    const previewed = await world.post('/v1/orders/preview', order)
    expect(previewed).toMatchObject({ status: 200, body: { qty: 5, position_after: 15, refusals: [unreadable] } })
  })

  it.each(['/v1/positions/close', 'flatten'])('%s closes all others', async (path) => {
    const subaccount = world.hero.subaccountId
    const answer = await (path === 'flatten'
      ? world.post(`/v1/subaccounts/${subaccount}/flatten`, {})
      : world.post(path, { subaccount_id: subaccount }))
    expect(answer.status, JSON.stringify(answer.body)).toBe(202)
    await world.pass('1m', 5)
    expect(await positionThere(world)).toBe(0)
  })
})

describe.each(playedOn('EXCHANGE_A'))(
  'while the catalogue’s row of a market on %s that is held cannot be read',
  (exchange) => {
    const world = useWorld({ exchange })

    it('the polls of its account continue, and lists show all but the market name', async () => {
      await world.simulated.book([[0.4, 500]], [[0.44, 500]])
      await world.place({ order_type: 'MARKET', price: null, time_in_force: null, qty: 10 })
      await world.pass('20s')
      const key = marketKey(world.svcId())
      const row = await world.table.get(key)
      if (row === null) throw new Error('there is no market')
      await world.table.putAll([{ ...row, ...key, st: 'asleep' }])
      world.time.now += 60_000
      const before = world.time.now
      await world.get('/v1/positions')
      await world.pass('20s')
      const { status, body } = await world.get('/v1/positions')
      expect(status).toBe(200)
      const [held] = body.subaccount_to_positions[0].positions
      expect(held).toMatchObject({ svc_id: world.svcId(), position: 10 })
      expect(Date.parse(held.as_of)).toBeGreaterThan(before)
      await world.table.putAll([{ ...row, ...key }])
    })
  },
)

describe.each(playedOn('EXCHANGE_A'))('while its own position on %s cannot be read', (exchange) => {
  const world = useWorld({ exchange })

  it('a reduce-only order that rests stays as it is, and no other one goes out', async () => {
    await world.simulated.book([[0.4, 500]], [[0.44, 500]])
    await world.place({ order_type: 'MARKET', price: null, time_in_force: null, qty: 10 })
    await world.pass('20s')
    const order = { reduce_only: true, buy_flag: false, qty: 10, price: 0.43 }
    const rests = await world.place(order)
    await world.pass('20s')
    const key = positionKey(world.hero.subaccountId, exchange, world.svcId())
    const row = await world.table.get(key)
    if (row === null) throw new Error('there is no position')
    await world.table.putAll([{ ...row, ...key, fs: 'many' }])
    const waits = await world.place({ ...order, price: 0.42 })
    await world.pass('90s', 5)
    expect(await world.order(rests)).toMatchObject({ status: 'RESTING', qty: 10 })
    expect(await world.order(waits)).toMatchObject({ status: 'PENDING_SUBMISSION', exchange_order_id: null })
    await world.table.putAll([{ ...row, ...key }])
    await world.pass('3m', 5)
    expect((await world.order(waits)).status).not.toBe('PENDING_SUBMISSION')
  })

  it('an order is previewed as sent, and fields that depend on the position are unknown', async () => {
    await world.simulated.book([[0.4, 500]], [[0.44, 500]])
    const key = positionKey(world.hero.subaccountId, exchange, world.svcId())
    await world.table.putAll([{ ...key, n: 'KX', fs: 'many' }])
    const requestedAt = { subaccount_id: world.hero.subaccountId, svc_id: world.svcId(), order_type: 'MARKET', qty: 5 }
    const preview = (more: object) => world.post('/v1/orders/preview', { ...requestedAt, ...more })
    const unknown = {
      code: 'position_unknown',
      detail: expect.stringContaining(`position in market ${world.svcId()} on ${exchange}`),
    }
    expect(await preview({ buy_flag: true })).toMatchObject({
      status: 200,
      body: { qty: 5, average_price: 0.44, position_after: null, cash_free: null, warnings: [unknown], refusals: [] },
    })
    expect(await preview({ buy_flag: false, reduce_only: true })).toMatchObject({
      status: 200,
      body: { qty: 0, position_after: null, warnings: [unknown, { code: 'not_now' }], refusals: [] },
    })
    await world.table.write([{ remove: key, expect: 'anything' }])
  })
})

describe.each(playedOn('EXCHANGE_A'))('of an account on %s', (exchange) => {
  const world = useWorld({ exchange }, { agrees: false })

  beforeEach(async () => {
    await world.simulated.book([[0.4, 500]], [[0.44, 500]])
    await world.place({ order_type: 'MARKET', price: null, time_in_force: null, qty: 10 })
    await world.pass('1m', 5)
  })

  /** Answers what repairs it. */
  const damage = async (svcId: number, subaccountId = world.hero.subaccountId) => {
    const key = positionKey(subaccountId, exchange, svcId)
    const row = await world.table.get(key)
    await world.table.putAll([{ ...row, ...key, fs: 'many' }])
    return () =>
      row === null ? world.table.write([{ remove: key, expect: 'anything' }]) : world.table.putAll([{ ...row, ...key }])
  }
  const positions = async (key = world.hero.key) =>
    (await world.get('/v1/positions', { key })).body.subaccount_to_positions[0]?.positions
  /** When a poll last came to its end, and asked what the account holds. */
  const positionsReadAt = async (subaccountId = world.hero.subaccountId) =>
    (await world.ports.accountSyncs.get(subaccountId, exchange))?.positionsReadAt

  it('the past is read to its end beside an unreadable position, and is no loss of today', async () => {
    await world.simulated.book([[0.2, 500]], [[0.25, 500]])
    // A first poll reads at most one hour back.
    await world.pass('70m', 60)
    const { key, subaccount_id: other } = await elsewhere(world)
    const limits = `/v1/subaccounts/${other}/limits`
    expect((await world.put(limits, { max_daily_loss: 1 }, { key })).status).toBe(200)
    const repair = await damage(7, other)
    const damagedAt = world.time.now
    await world.pass('3m', 5)
    expect(await positionsReadAt(other)).toBeGreaterThan(damagedAt)
    expect(await positions(key)).toMatchObject([{ position: 10 }])
    await repair()
    expect((await world.get(limits, { key })).body).toMatchObject({ daily_loss: 0, worst_daily_loss: 0 })
  })

  it('only the past waits for its own unreadable position', async () => {
    await world.pass('70m', 60)
    const { key, subaccount_id: other } = await elsewhere(world)
    const repair = await damage(world.svcId(), other)
    const damagedAt = world.time.now
    await world.pass('3m', 5)
    expect(await positionsReadAt(other)).toBeGreaterThan(damagedAt)
    await repair()
    await world.pass('3m', 5)
    expect(await positions(key)).toMatchObject([{ position: 10, fill_count: 1 }])
  })

  it('a trade made elsewhere is stored when the position of its market is repaired, and holds up no poll', async () => {
    const { key, subaccount_id } = await elsewhere(world)
    await world.pass('1m', 5)
    const repair = await damage(world.svcId())
    const damagedAt = world.time.now
    const order = { subaccount_id, svc_id: world.svcId(), qty: 6, price: 0.44, buy_flag: true }
    expect((await world.post('/v1/orders', order, { key })).status).toBe(202)
    await world.pass('6m', 5)
    expect(await positionsReadAt()).toBeGreaterThan(damagedAt)
    await repair()
    await world.pass('6m', 5)
    expect(await positions()).toMatchObject([{ position: 16, fill_count: 2 }])
  })

  it('orders that trade at once are stored when the position of their market is repaired, and hold up no poll', async () => {
    const ids = [await world.place({ price: 0.42 }), await world.place({ price: 0.42 })]
    await world.pass('20s')
    const repair = await damage(world.svcId())
    const damagedAt = world.time.now
    await world.simulated.trade(0.42, 20, false)
    await world.pass('2m', 5)
    expect(await positionsReadAt()).toBeGreaterThan(damagedAt)
    await repair()
    await world.pass('2m', 5)
    for (const id of ids) expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 10 })
    expect(await positions()).toMatchObject([{ position: 30, fill_count: 3 }])
  })
})

describe('on a custom asset, beside a position in another market that cannot be read,', () => {
  const world = useWorld({ both: true })
  const baskets = basketStories(world)

  const hold = async (): Promise<{ readonly asset: string; readonly stopLoss: string }> => {
    await baskets.pricesAre(0.4)
    const asset = await baskets.sameBet()
    const stop = { trigger_order: { qty: 30, buy_flag: false, stop_order_price: 0.3 } }
    const { body } = await baskets.order(asset, { qty: 30, conditional_orders_params: [stop] })
    await world.pass('30s', 5)
    expect(await world.order(body.svc_order_id)).toMatchObject({ status: 'EXECUTED' })
    await world.table.putAll([{ ...positionKey(world.hero.subaccountId, 'EXCHANGE_A', 7), n: 'KX', fs: 'many' }])
    return { asset, stopLoss: body.complex_orders.conditional_orders[0] }
  }

  it('an exit sells the purchase', async () => {
    const { stopLoss } = await hold()
    await baskets.pricesAre(0.28)
    await baskets.watch(30)
    const fired = await baskets.show(stopLoss)
    expect(await baskets.summed(fired.trigger_svc_order_id)).toMatchObject({ status: 'EXECUTED', traded_qty: 30 })
  })

  it('a sale is previewed', async () => {
    const { asset } = await hold()
    const sale = { subaccount_id: world.hero.subaccountId, custom_asset_id: asset, order_type: 'MARKET', qty: 20 }
    const previewed = await world.post('/v1/orders/preview', { ...sale, buy_flag: false })
    expect(previewed).toMatchObject({ status: 200, body: { qty: 20, refusals: [] } })
  })

  it('a purchase is previewed beside an unreadable member position, and a sale shows that it waits', async () => {
    const { asset } = await hold()
    const key = positionKey(world.hero.subaccountId, 'EXCHANGE_A', baskets.svcIdAt('EXCHANGE_A'))
    const row = await world.table.get(key)
    await world.table.putAll([{ ...row, ...key, n: 'KX', fs: 'many' }])
    const asked = { subaccount_id: world.hero.subaccountId, custom_asset_id: asset, order_type: 'MARKET', qty: 20 }
    const preview = (buyFlag: boolean) => world.post('/v1/orders/preview', { ...asked, buy_flag: buyFlag })
    const unknown = { code: 'position_unknown' }
    expect(await preview(true)).toMatchObject({
      status: 200,
      body: { qty: 20, position_after: null, warnings: [unknown], refusals: [] },
    })
    expect(await preview(false)).toMatchObject({
      status: 200,
      body: { qty: 0, warnings: [unknown, { code: 'not_now' }], refusals: [] },
    })
    await (row === null
      ? world.table.write([{ remove: key, expect: 'anything' }])
      : world.table.putAll([{ ...row, ...key }]))
  })
})
