import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BOB, CRYPTO, FED, openSimulated, orderBody, POLITICS, type SimulatedExchange, TENNIS } from './simulated.ts'

let simulated: SimulatedExchange

beforeEach(async () => {
  simulated = await openSimulated()
})

afterEach(() => simulated.close())

const ORDERS = '/portfolio/events/orders'
const place = (more: Record<string, unknown> = {}, as?: Parameters<SimulatedExchange['call']>[3]) =>
  simulated.call('POST', ORDERS, orderBody(more), as)
const ask = (price: string, count: string) => place({ side: 'ask', price, count }, BOB)
const stateOf = async (id: unknown) => (await simulated.call('GET', `/portfolio/orders/${id}`)).body['order']

describe('creating an order', () => {
  it('answers 201 with a flat body, and averages only when something filled', async () => {
    const rested = await place({ client_order_id: 'one' })
    expect(rested.status).toBe(201)
    expect(rested.body).toEqual({
      order_id: expect.any(String),
      client_order_id: 'one',
      fill_count: '0.00',
      remaining_count: '10.00',
      ts_ms: simulated.time.now,
    })
    await ask('0.5000', '4.00')
    const filled = await place({ price: '0.6000', count: '4', time_in_force: 'immediate_or_cancel' })
    expect(filled.body).toMatchObject({
      fill_count: '4.00',
      remaining_count: '0.00',
      average_fill_price: '0.5000',
      average_fee_paid: '0.0175',
    })
  })

  it('gives a taker the resting price, and an immediate order that finds nothing 201 with zeros', async () => {
    const nothing = await place({ time_in_force: 'immediate_or_cancel' })
    expect([nothing.status, nothing.body]).toMatchObject([201, { fill_count: '0.00', remaining_count: '0.00' }])
    expect(await stateOf(nothing.body['order_id'])).toMatchObject({ status: 'canceled', remaining_count_fp: '0.00' })
    await ask('0.5200', '1.00')
    const filled = await place({ price: '0.9900', count: '3.00', time_in_force: 'immediate_or_cancel' })
    expect(filled.body).toMatchObject({ fill_count: '1.00', remaining_count: '0.00', average_fill_price: '0.5200' })
  })

  it('kills a fill-or-kill order with 409 and burns its client id', async () => {
    await ask('0.5000', '1.00')
    const body = { client_order_id: 'fok', price: '0.5000', time_in_force: 'fill_or_kill' }
    const killed = await place({ ...body, count: '2.00' })
    expect([killed.status, killed.body]).toEqual([
      409,
      {
        error: {
          code: 'fill_or_kill_insufficient_resting_volume',
          message: 'fill or kill insufficient resting volume',
        },
      },
    ])
    expect((await place({ ...body, count: '1.00' })).body).toMatchObject({ error: { code: 'order_already_exists' } })
  })

  it('answers a repeated client id 409 for good, whatever the payload, per account', async () => {
    const first = await place({ client_order_id: 'mine' })
    await simulated.call('DELETE', `${ORDERS}/${first.body['order_id']}`)
    for (const again of [{}, { price: 'nonsense' }, { ticker: 'KXNONE' }]) {
      const answer = await place({ client_order_id: 'mine', ...again })
      expect([answer.status, answer.body]).toEqual([
        409,
        { error: { code: 'order_already_exists', message: 'order already exists' } },
      ])
    }
    expect((await place({ client_order_id: 'mine' }, BOB)).status).toBe(201)
  })

  it('does not burn the client id of an order that was refused', async () => {
    expect((await place({ client_order_id: 'poor', count: '99999.00' })).body).toEqual({
      error: { code: 'insufficient_balance', message: 'insufficient balance' },
    })
    expect((await place({ client_order_id: 'poor' })).status).toBe(201)
  })

  it('refuses a post-only order that crosses with 400 and leaves nothing', async () => {
    await ask('0.5000', '1.00')
    const answer = await place({ price: '0.5000', post_only: true })
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: { code: 'invalid_order', message: 'invalid order', details: 'post only cross' } },
    ])
    expect((await simulated.call('GET', '/portfolio/orders')).body['orders']).toEqual([])
  })

  it.each([
    [{ price: '0.4050' }, 400, 'invalid_price'],
    [{ price: '1.0000' }, 400, 'invalid_price'],
    [{ price: '0.0000' }, 400, 'invalid_price'],
    [{ count: '0.005' }, 400, 'invalid_order_size'],
    [{ count: '0.00' }, 400, 'invalid_order_size'],
    [{ count: '-1.00' }, 400, 'invalid_order_size'],
    [{ side: 'buy' }, 400, 'invalid_parameters'],
    [{ time_in_force: 'gtt' }, 400, 'invalid_parameters'],
    [{ ticker: undefined }, 400, 'missing_parameters'],
    [{ self_trade_prevention_type: undefined }, 400, 'missing_parameters'],
    [{ ticker: 'KXNONE-1' }, 404, 'market_not_found'],
    [{ exchange_index: 2 }, 404, 'market_not_found'],
    [{ exchange_index: 4 }, 400, 'exchange_index_must_be_between_0_and_3'],
    [{ reduce_only: true }, 400, 'invalid_order'],
    [{ expiration_time: 1 }, 400, 'invalid_parameters'],
    [{ expiration_time: 1_999_999_999, time_in_force: 'immediate_or_cancel' }, 400, 'invalid_parameters'],
    [{ ticker: 'KXMLBGAME-26NOV23SDPLAD-SDP' }, 409, 'market_inactive'],
    [{ ticker: 'KXBTCD-26NOV2100-T90999.99' }, 409, 'market_inactive'],
  ])('refuses %j with %i %s', async (more, status, code) => {
    const answer = await place(more)
    expect([answer.status, answer.body]).toMatchObject([status, { error: { code } }])
  })

  it('takes sub-cent prices where the grid has them and 0.01 contracts everywhere', async () => {
    expect((await place({ price: '0.0550', count: '0.01' })).status).toBe(201)
    expect((await place({ ticker: FED, price: '0.0555', count: '1' })).body).toMatchObject({
      error: { code: 'invalid_price' },
    })
  })

  it('refuses JSON numbers in the decoder’s words, and a body that is none', async () => {
    const numbers = await place({ count: 1, price: 0.01 })
    expect([numbers.status, numbers.body]).toEqual([
      400,
      {
        code: 'bad_request',
        message: 'bad request',
        details: 'json: cannot unmarshal number into Go struct field CreateOrderV2Request.count of type string',
      },
    ])
    expect((await simulated.call('POST', ORDERS)).body).toMatchObject({ error: { code: 'invalid_content_type' } })
    expect((await simulated.call('POST', ORDERS, '{')).body).toMatchObject({ code: 'bad_request' })
    expect((await simulated.call('POST', ORDERS, '[1]')).body).toMatchObject({ code: 'bad_request' })
  })

  it('prevents self-trades in both ways', async () => {
    const own = await place({ price: '0.4800', post_only: true })
    const crossing = { side: 'ask', price: '0.4800', count: '1.00', time_in_force: 'immediate_or_cancel' }
    const taker = await place(crossing)
    expect([taker.status, taker.body]).toMatchObject([201, { fill_count: '0.00', remaining_count: '0.00' }])
    expect(await stateOf(own.body['order_id'])).toMatchObject({ status: 'resting' })
    const maker = await place({ ...crossing, self_trade_prevention_type: 'maker' })
    expect(maker.status).toBe(201)
    expect(await stateOf(own.body['order_id'])).toMatchObject({ status: 'canceled' })
  })

  it('caps a reduce-only order at the position, and ends one at once that has nothing to reduce', async () => {
    await ask('0.5000', '2.00')
    await place({ price: '0.5000', count: '2.00' })
    await place({ price: '0.3000', count: '9.00' }, BOB)
    const body = {
      side: 'ask',
      price: '0.0100',
      count: '5.00',
      reduce_only: true,
      time_in_force: 'immediate_or_cancel',
    }
    expect((await place(body)).body).toMatchObject({ fill_count: '2.00', average_fill_price: '0.3000' })
    const nothing = await place({ ...body, client_order_id: 'nothing-to-reduce' })
    expect([nothing.status, nothing.body]).toMatchObject([201, { fill_count: '0.00', remaining_count: '0.00' }])
    expect((await place({ ...body, client_order_id: 'nothing-to-reduce' })).status).toBe(409)
  })

  it('ends an order at its expiration time as canceled', async () => {
    const at = Math.floor(simulated.time.now / 1000) + 60
    const gtd = await place({ expiration_time: at })
    expect(await stateOf(gtd.body['order_id'])).toMatchObject({
      status: 'resting',
      expiration_time: '2026-11-21T07:31:00.000000Z',
    })
    await simulated.pass(60_000)
    expect(await stateOf(gtd.body['order_id'])).toMatchObject({ status: 'canceled', fill_count_fp: '0.00' })
  })
})

describe('shards', () => {
  it('lets an order use the money of its own market’s shard only', async () => {
    const rich = { ticker: CRYPTO, price: '0.5000' }
    expect((await place({ ...rich, count: '100.00' })).status).toBe(201)
    const answer = await place({ ...rich, count: '500.00' })
    expect([answer.status, answer.body]).toMatchObject([400, { error: { code: 'insufficient_shard_balance' } }])
    expect((await place({ ...rich, exchange_index: 2, count: '1.00' })).status).toBe(201)
  })

  it('knows a cancel without ticker or shard on shard 0 only', async () => {
    const order = await place({ ticker: TENNIS })
    const path = `${ORDERS}/${order.body['order_id']}`
    expect((await simulated.call('DELETE', path)).body).toEqual({ error: { code: 'not_found', message: 'not found' } })
    expect((await simulated.call('DELETE', `${path}?exchange_index=2`)).status).toBe(404)
    expect((await simulated.call('DELETE', `${path}?market_ticker=${TENNIS}`)).body).toEqual({
      order_id: order.body['order_id'],
      reduced_by: '10.00',
      ts_ms: simulated.time.now,
    })
    expect((await simulated.call('DELETE', `${path}?exchange_index=3`)).status).toBe(404)
  })

  it('moves money between shards, which takes a while', async () => {
    const transfer = (amount: number) =>
      simulated.call('POST', '/portfolio/intra_exchange_instance_transfer', {
        source: 'event_contract',
        destination: 'event_contract',
        amount,
        source_exchange_shard: 0,
        destination_exchange_shard: 2,
      })
    const balances = async () => (await simulated.call('GET', '/portfolio/balance')).body['balance_breakdown']
    const { body } = await transfer(500_000)
    const path = `/portfolio/intra_exchange_instance_transfers/${body['transfer_id']}`
    expect((await simulated.call('GET', path)).body['transfer']).toMatchObject({ status: 'pending', amount: '50.0000' })
    expect(await balances()).toMatchObject([{ balance: '950.0000' }, { balance: '100.0000' }, { balance: '100.0000' }])
    await simulated.pass(5_000)
    expect((await simulated.call('GET', path)).body['transfer']).toMatchObject({ status: 'complete' })
    expect(await balances()).toMatchObject([{ balance: '950.0000' }, { balance: '150.0000' }, { balance: '100.0000' }])
    expect((await transfer(90_000_000)).body).toMatchObject({ error: { code: 'available_balance_too_low' } })
    expect(
      (await simulated.call('GET', '/portfolio/intra_exchange_instance_transfers')).body['transfers'],
    ).toHaveLength(1)
  })
})

describe('changing orders', () => {
  it('answers 404 for a cancel of an unknown, canceled, executed or foreign order', async () => {
    await ask('0.5000', '1.00')
    const executed = await place({ price: '0.5000', count: '1.00' })
    const external = await place({}, BOB)
    for (const id of [executed.body['order_id'], external.body['order_id'], '00000000-0000-0000-0000-000000000000']) {
      const answer = await simulated.call('DELETE', `${ORDERS}/${id}`)
      expect([answer.status, answer.body]).toEqual([404, { error: { code: 'not_found', message: 'not found' } }])
    }
  })

  it('amends price and size; the count includes the filled part', async () => {
    const order = await place({ client_order_id: 'a' })
    await place({ side: 'ask', price: '0.4000', count: '4.00' }, BOB)
    const path = `${ORDERS}/${order.body['order_id']}/amend`
    const amend = (more: object) =>
      simulated.call('POST', path, { ticker: POLITICS, side: 'bid', price: '0.4500', count: '9.00', ...more })
    expect((await amend({ updated_client_order_id: 'b' })).body).toMatchObject({
      order_id: order.body['order_id'],
      client_order_id: 'b',
      remaining_count: '5.00',
      fill_count: '0.00',
    })
    expect((await amend({ expiration_time: 1_999_999_999 })).body).toMatchObject({
      remaining_count: null,
      fill_count: null,
    })
    expect((await amend({ ticker: FED })).body).toMatchObject({ error: { code: 'order_ticker_mismatch' } })
    expect((await amend({ side: 'ask' })).body).toMatchObject({ error: { code: 'order_side_mismatch' } })
    expect((await amend({ client_order_id: 'a' })).body).toMatchObject({
      error: { code: 'order_id_and_client_order_id_mismatch' },
    })
    expect((await amend({ count: '3.00' })).body).toMatchObject({ error: { code: 'invalid_order_size' } })
    expect((await place({ client_order_id: 'b' })).status).toBe(409)
    expect((await amend({ count: '4.00' })).body).toMatchObject({ remaining_count: '0.00' })
    expect(await stateOf(order.body['order_id'])).toMatchObject({ status: 'canceled', fill_count_fp: '4.00' })
  })

  it('decreases by or to, never both', async () => {
    const order = await place()
    const decrease = (body: object) => simulated.call('POST', `${ORDERS}/${order.body['order_id']}/decrease`, body)
    expect((await decrease({ reduce_by: '3.00' })).body).toMatchObject({ remaining_count: '7.00' })
    expect((await decrease({ reduce_to: '2.00' })).body).toMatchObject({ remaining_count: '2.00' })
    expect((await decrease({ reduce_to: '2.00', reduce_by: '1.00' })).status).toBe(400)
    expect((await decrease({})).status).toBe(400)
  })

  it('cancels everything on all shards with 204', async () => {
    await place()
    await place({ ticker: TENNIS })
    await place({}, BOB)
    expect((await simulated.call('DELETE', ORDERS)).status).toBe(204)
    const { orders } = (await simulated.call('GET', '/portfolio/orders')).body as unknown as {
      orders: { status: string }[]
    }
    expect(orders.map(({ status }) => status)).toEqual(['canceled', 'canceled'])
    const bobs = await simulated.call('GET', '/portfolio/orders?status=resting', undefined, BOB)
    expect(bobs.body['orders']).toHaveLength(1)
  })
})
