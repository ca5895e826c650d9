/** Answers to requests for complex orders: refusals in exact words, lists, repeats. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../../support/world.ts'

let world: World

const NOBODY = '0193a1b2-0000-7000-8000-00000000dead'

beforeAll(async () => {
  world = await startWorld()
  await world.simulated.book([[0.4, 500]], [[0.44, 500]])
})

afterAll(() => world.stop())

const STOP = { trigger_order: { qty: 10, buy_flag: false }, stop_order_price: 0.3 }

const post = (params: object, more: object = {}, given: object = {}) =>
  world.post(
    '/v1/complex-orders',
    {
      subaccount_id: world.hero.subaccountId,
      svc_id: world.svcId(),
      conditional_order_params: params,
      ...more,
    },
    given,
  )

const faults = async (params: object, more: object = {}): Promise<readonly (readonly [string, string, string])[]> => {
  const answer = await post(params, more)
  expect(answer.status, JSON.stringify(answer.body)).toBe(422)
  return answer.body.detail.map((item: { loc: string[]; type: string; msg: string }) => [
    item.loc.slice(1).join('.'),
    item.type,
    item.msg.replace('Value error, ', ''),
  ])
}

const AT = 'conditional_order_params'

describe('POST /v1/complex-orders', () => {
  it.each([
    ['without what to place', {}, {}, [[`${AT}.trigger_order`, 'missing', 'Field required']]],
    [
      'with a price outside 0 to 1',
      { ...STOP, stop_order_price: 1 },
      {},
      [[`${AT}.stop_order_price`, 'less_than', 'Input should be less than 1']],
    ],
    [
      'with a type nobody knows',
      { ...STOP, conditional_order_type: 'OCO' },
      {},
      [[`${AT}.conditional_order_type`, 'enum', "Input should be 'TP', 'SL', 'STOP' or 'REVERSE_STOP'"]],
    ],
    [
      'with both an instrument and a basket',
      STOP,
      { custom_asset_id: NOBODY },
      [['', 'value_error', 'svc_id and custom_asset_id are mutually exclusive']],
    ],
    [
      'with neither, and no parent',
      STOP,
      { svc_id: null },
      [['', 'value_error', 'exactly one of svc_id and custom_asset_id is required without a parent']],
    ],
    [
      'with two parents',
      { ...STOP, conditional_order_type: 'STOP', parent_svc_order_id: NOBODY, parent_complex_order_id: NOBODY },
      {},
      [[AT, 'value_error', 'parent_svc_order_id and parent_complex_order_id are mutually exclusive']],
    ],
    [
      'a TP without a parent',
      { conditional_order_type: 'TP', trigger_order: { qty: 1, buy_flag: false, price: 0.6 } },
      {},
      [[AT, 'value_error', 'TP requires parent_svc_order_id or parent_complex_order_id']],
    ],
    [
      'a MARKET trigger order with a price',
      { ...STOP, trigger_order: { qty: 1, buy_flag: false, price: 0.2, order_type: 'MARKET' } },
      {},
      [[AT, 'value_error', 'a MARKET trigger order has no price; to cap the price make it a LIMIT order']],
    ],
    [
      'a stop at the market, whose type nothing tells',
      { ...STOP, stop_order_price: 0.42 },
      {},
      [[`${AT}.conditional_order_type`, 'missing', 'Field required']],
    ],
    [
      'one without any price',
      { trigger_order: { qty: 1, buy_flag: false } },
      {},
      [[`${AT}.conditional_order_type`, 'missing', 'Field required']],
    ],
  ])('%s is refused', async (_, params, more, expected) => {
    expect(await faults(params, more)).toEqual(expected)
  })

  it('a parent of another subaccount, of another instrument, or too small is refused in words', async () => {
    const parent = await world.place({ price: 0.41, qty: 5 })
    const tp = { trigger_order: { qty: 5, buy_flag: false, price: 0.6 }, parent_svc_order_id: parent }
    const other = (await world.post('/v1/subaccounts', { name: 'other' })).body.subaccount_id
    expect(await faults(tp, { subaccount_id: other })).toEqual([
      [AT, 'value_error', 'the parent belongs to another subaccount'],
    ])
    const found = await world.get('/v1/markets/search?limit=5&exchange_name=EXCHANGE_A')
    const elsewhere = found.body.results.find(({ svc_id }: { svc_id: number }) => svc_id !== world.svcId())
    expect(await faults(tp, { svc_id: elsewhere.svc_id })).toEqual([
      [AT, 'value_error', 'the parent is of another instrument'],
    ])
    expect(await faults({ ...tp, trigger_order: { ...tp.trigger_order, qty: 6 } })).toEqual([
      [AT, 'value_error', 'a TP must not have more qty than its parent'],
    ])
    expect(await faults({ ...tp, trigger_order: { qty: 5, buy_flag: true, price: 0.3 } })).toEqual([
      [AT, 'value_error', 'a TP trades against its parent: trigger_order.buy_flag must be false'],
    ])
  })

  it('an object that does not exist for the caller is a 404', async () => {
    const stranger = { key: await world.newKey('admin', NOBODY) }
    const mine = (await post(STOP)).body.complex_order_id
    for (const answer of [
      await post(STOP, { svc_id: 1 }),
      await post(STOP, { subaccount_id: NOBODY }),
      await post({ ...STOP, conditional_order_type: 'STOP', parent_svc_order_id: NOBODY }),
      await post({ ...STOP, conditional_order_type: 'STOP', parent_complex_order_id: NOBODY }),
      await world.get(`/v1/complex-orders/${mine}`, stranger),
      await world.delete(`/v1/complex-orders/${mine}`, stranger),
      await world.post('/v1/complex-orders/cancel-all', { subaccount_id: world.hero.subaccountId }, stranger),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await world.get(`/v1/complex-orders/${mine}`)).body.status).toBe('PENDING')
  })

  it('a read-only key places and cancels no order', async () => {
    const reader = { key: await world.newKey('read') }
    expect((await post(STOP, {}, reader)).status).toBe(403)
    expect((await world.delete(`/v1/complex-orders/${NOBODY}`, reader)).status).toBe(403)
  })

  it('the same request under one Idempotency-Key makes one complex order', async () => {
    const given = { headers: { 'idempotency-key': 'once' } }
    const before = (await world.get('/v1/complex-orders')).body.count
    const first = await post(STOP, {}, given)
    const second = await post(STOP, {}, given)
    expect(second.body).toEqual(first.body)
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect((await world.get('/v1/complex-orders')).body.count).toBe(before + 1)
  })

  it('refuses a misspelt stop price instead of ignoring it', async () => {
    const answer = await post({ ...STOP, stop_prise: 0.2 })
    expect(answer).toMatchObject({
      status: 422,
      body: {
        detail: [{ type: 'extra_forbidden', loc: ['body', 'conditional_order_params', 'stop_prise'], input: 0.2 }],
      },
    })
  })

  it('a chain is at most ten long', async () => {
    let parent = (await post({ ...STOP, conditional_order_type: 'STOP' })).body.complex_order_id
    for (let depth = 2; depth <= 10; depth += 1) {
      const next = await post({
        trigger_order: { qty: 10, buy_flag: depth % 2 === 0 },
        stop_order_price: 0.3,
        conditional_order_type: 'STOP',
        parent_complex_order_id: parent,
      })
      expect(next.status, JSON.stringify(next.body)).toBe(202)
      parent = next.body.complex_order_id
    }
    const eleventh = { ...STOP, conditional_order_type: 'STOP', parent_complex_order_id: parent }
    expect(await faults(eleventh)).toEqual([[AT, 'value_error', 'a chain of complex orders is at most 10 long']])
  })
})

describe('POST /v1/orders with conditional orders', () => {
  const place = (conditionals: object[], order: object = {}) =>
    world.postOrder({
      order_type: 'LIMIT',
      price: 0.41,
      qty: 10,
      buy_flag: true,
      conditional_orders_params: conditionals,
      ...order,
    })
  const tp = { trigger_order: { qty: 10, buy_flag: false, price: 0.6 } }
  const sl = { trigger_order: { qty: 10, buy_flag: false, stop_order_price: 0.3 } }

  it('refuses parents, more than ten orders, and a TP below its SL, each at its place', async () => {
    const sentences = async (conditionals: object[]) =>
      (await place(conditionals)).body.detail.map(({ loc, msg }: { loc: string[]; msg: string }) => [
        loc.slice(1).join('.'),
        msg.replace('Value error, ', ''),
      ])
    expect(await sentences([tp, { ...sl, parent_svc_order_id: NOBODY }])).toEqual([
      ['conditional_orders_params.1', 'the parent is the order itself: parent ids have no place here'],
    ])
    expect((await sentences(Array.from({ length: 11 }, () => tp)))[0][1]).toMatch(/at most 10 items/)
    const low = { conditional_order_type: 'TP', trigger_order: { qty: 10, buy_flag: false, price: 0.2 } }
    expect(await sentences([low, { ...sl, conditional_order_type: 'SL' }])).toEqual([
      ['conditional_orders_params.0', 'the TP must be above the limit price of its parent'],
      ['conditional_orders_params.1', 'the TP must be above the SL'],
    ])
    expect(await sentences([{ trigger_order: { qty: 10, buy_flag: false, price: 0.2 } }])).toEqual([
      ['conditional_orders_params.0.conditional_order_type', 'Field required'],
    ])
  })

  it('stores no order when one conditional order is refused', async () => {
    const before = [(await world.orders()).length, (await world.get('/v1/complex-orders')).body.count]
    expect((await place([tp, { trigger_order: { qty: 10, buy_flag: false } }])).status).toBe(422)
    expect([(await world.orders()).length, (await world.get('/v1/complex-orders')).body.count]).toEqual(before)
  })

  it('conditional orders of a MARKET order take their types from the market', async () => {
    const placed = await place([sl, tp], { order_type: 'MARKET', price: null })
    expect(placed.status, JSON.stringify(placed.body)).toBe(202)
    const kinds = await Promise.all(
      placed.body.complex_orders.conditional_orders.map(
        async (id: string) => (await world.get(`/v1/complex-orders/${id}`)).body.complex_order_subtype,
      ),
    )
    expect(kinds).toEqual(['SL', 'TP'])
  })

  it('the same request under one Idempotency-Key makes one order and one bracket', async () => {
    const before = (await world.get('/v1/complex-orders')).body.count
    const body = {
      price: 0.41,
      qty: 10,
      buy_flag: true,
      svc_id: world.svcId(),
      subaccount_id: world.hero.subaccountId,
      conditional_orders_params: [tp, sl],
    }
    const given = { headers: { 'idempotency-key': 'bracket' } }
    const answers = [await world.post('/v1/orders', body, given), await world.post('/v1/orders', body, given)]
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect((await world.get('/v1/complex-orders')).body.count).toBe(before + 2)
  })
})

describe('GET /v1/complex-orders', () => {
  it('an unknown type and a foreign id give an empty list, an unknown status a 422', async () => {
    const empty = { status: 200, body: { complex_orders: { conditional_orders: [] }, count: 0 } }
    expect(await world.get('/v1/complex-orders?complex_order_type=ICEBERG')).toMatchObject(empty)
    expect(await world.get('/v1/complex-orders?complex_order_type=TWAP')).toMatchObject(empty)
    expect(await world.get(`/v1/complex-orders?parent_svc_order_id=${NOBODY}`)).toMatchObject(empty)
    expect(await world.get(`/v1/complex-orders?subaccount_id=${NOBODY}`)).toMatchObject(empty)
    expect((await world.get('/v1/complex-orders?status=OPEN')).status).toBe(422)
    expect((await world.get('/v1/complex-orders?limit=1001')).status).toBe(422)
  })

  it('pages newest first, with the total', async () => {
    const all = (await world.get('/v1/complex-orders?limit=1000&complex_order_type=CONDITIONAL')).body
    const ids = all.complex_orders.conditional_orders.map((one: { complex_order_id: string }) => one.complex_order_id)
    expect(ids).toHaveLength(all.count)
    const page = (await world.get('/v1/complex-orders?limit=3&offset=2')).body
    expect(page.count).toBe(all.count)
    expect(
      page.complex_orders.conditional_orders.map((one: { complex_order_id: string }) => one.complex_order_id),
    ).toEqual(ids.slice(2, 5))
  })

  it('a subaccount with waiting complex orders is not deleted', async () => {
    const answer = await world.delete(`/v1/subaccounts/${world.hero.subaccountId}`)
    expect(answer).toMatchObject({ status: 409, body: { code: 'subaccount_in_use' } })
  })
})

describe('a request with a parent', () => {
  it('a missing subaccount is not found, whatever is wrong with the parent', async () => {
    const other = (await world.post('/v1/subaccounts', { name: 'other' })).body.subaccount_id
    const twap = await world.postTwap({ buy_flag: true, total_qty: 10, duration_s: 60, slices: 2, limit_price: 0.01 })
    const onTwap = { ...STOP, conditional_order_type: 'STOP', parent_complex_order_id: twap.body.complex_order_id }
    const order = { ...STOP, conditional_order_type: 'STOP', parent_svc_order_id: await world.place({ price: 0.1 }) }
    for (const params of [onTwap, order]) {
      expect(await post(params, { subaccount_id: NOBODY })).toMatchObject({
        status: 404,
        body: { detail: 'Subaccount not found', code: 'not_found' },
      })
      expect((await post(params, { subaccount_id: other })).status).toBe(422)
    }
  })

  it('a missing market or custom asset is not found, whatever is wrong with the parent', async () => {
    const order = { ...STOP, conditional_order_type: 'STOP', parent_svc_order_id: await world.place({ price: 0.1 }) }
    const ended = (await post(STOP)).body.complex_order_id
    expect((await world.delete(`/v1/complex-orders/${ended}`)).body.cancelled_complex_order_ids).toEqual([ended])
    const onEnded = { ...STOP, conditional_order_type: 'STOP', parent_complex_order_id: ended }
    for (const params of [order, onEnded]) {
      expect(await post(params, { svc_id: 1 })).toMatchObject({ status: 404, body: { detail: 'Market not found' } })
      expect(await post(params, { svc_id: undefined, custom_asset_id: NOBODY })).toMatchObject({
        status: 404,
        body: { detail: 'Custom asset not found' },
      })
    }
    expect(await post(onEnded)).toMatchObject({ status: 409, body: { code: 'parent_ended' } })
  })

  it('a fault found later contains the sent value at its place', async () => {
    const params = { ...STOP, conditional_order_type: 'STOP', parent_complex_order_id: NOBODY }
    expect((await post(params)).status).toBe(404)
    const untyped = { trigger_order: { qty: 10, buy_flag: false } }
    const twap = (await world.get('/v1/complex-orders?complex_order_type=TWAP')).body.complex_orders.twap_orders[0]
    const onTwap = { ...params, parent_complex_order_id: twap.complex_order_id }
    expect(await post(onTwap)).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'value_error', loc: ['body', AT], input: onTwap, ctx: { error: {} } }] },
    })
    const order = await world.place({ price: 0.1 })
    const inferred = { ...untyped, parent_svc_order_id: order }
    expect(await post(inferred)).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'missing', loc: ['body', AT, 'conditional_order_type'], input: inferred }] },
    })
  })
})

describe('credentials', () => {
  beforeEach(async () => {
    await world.stop()
    world = await startWorld()
    await world.simulated.book([[0.4, 500]], [[0.44, 500]])
  })

  const path = () => `/v1/subaccounts/${world.hero.subaccountId}/credentials/EXCHANGE_A`
  const cancelAll = () => world.post('/v1/complex-orders/cancel-all', { subaccount_id: world.hero.subaccountId })

  it.each<[string, object]>([
    [
      'an armed stop',
      {
        conditional_order_params: {
          conditional_order_type: 'STOP',
          stop_order_price: 0.9,
          trigger_order: { qty: 1, buy_flag: true, price: 0.95 },
        },
      },
    ],
    [
      'a TWAP that is under way',
      { twap_order_params: { buy_flag: true, total_qty: 20, duration_s: 600, slices: 4, limit_price: 0.3 } },
    ],
  ])('are not deleted while %s needs them, and in words; once it is cancelled they are', async (_, params) => {
    const { hero } = world
    const placed = await world.post('/v1/complex-orders', {
      subaccount_id: hero.subaccountId,
      svc_id: world.svcId(),
      ...params,
    })
    expect(placed.status, JSON.stringify(placed.body)).toBe(202)
    expect(await world.delete(path())).toMatchObject({ status: 409, body: { code: 'live_orders' } })
    await world.pass('20s')
    const answer = await world.delete(path())
    expect(answer).toMatchObject({ status: 409, body: { code: 'live_orders' } })
    expect(answer.body.detail).toContain('complex-orders/cancel-all')
    expect((await world.delete(`/v1/subaccounts/${hero.subaccountId}`)).body.code).toBe('subaccount_in_use')
    expect((await cancelAll()).status).toBe(202)
    await world.pass('30s')
    expect((await world.delete(path())).status).toBe(204)
  })
})
