/** Rules for every request: keys, scopes, objects of other users, bad input, and the handling of secrets. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import document from '../../../docs/openapi.json' with { type: 'json' }
import { saidIn } from '../../support/said-in.ts'
import { PRIVATE_KEY } from '../../support/simulators/kalshi.ts'
import { startWorld, type World } from '../../support/world.ts'

let world: World
let stranger: string
let reader: string

beforeAll(async () => {
  world = await startWorld()
  stranger = await world.newKey('admin', '01a1fd00-0000-7000-8000-000000000000')
  reader = await world.newKey('read')
})

afterAll(() => world.stop())

const good = () => ({
  qty: 10,
  buy_flag: true,
  price: 0.41,
  subaccount_id: world.hero.subaccountId,
  svc_id: world.svcId(),
})
const faults = async (change: object): Promise<Array<[string, string]>> => {
  const answer = await world.post('/v1/orders', { ...good(), ...change })
  expect(answer.status, JSON.stringify(answer.body)).toBe(422)
  return answer.body.detail.map((item: { loc: string[]; msg: string }) => [item.loc.join('.'), item.msg])
}

describe('a key', () => {
  it.each([
    ['none', null, {}],
    ['not a key', 'pmt_x_y', {}],
    ['an unknown one', 'pmt_01a1fd00-0000-7000-8000-000000000000_0123456789012345678901234567890123456789012', {}],
  ])('a key that is %s gets 401', async (_what, key, headers) => {
    const answer = await world.get('/v1/orders', { key, headers })
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect(answer.headers['x-request-id']).toBeDefined()
  })

  it('works as x-api-key and as a bearer token', async () => {
    expect((await world.get('/v1/orders', { key: reader })).status).toBe(200)
    expect((await world.get('/v1/orders', { key: null, headers: { authorization: `Bearer ${reader}` } })).status).toBe(
      200,
    )
  })

  it('works as a bearer token beside an x-api-key that is empty', async () => {
    const headers = { authorization: `Bearer ${reader}`, 'x-api-key': ' ' }
    expect((await world.get('/v1/orders', { key: null, headers })).status).toBe(200)
  })

  it('a read-only key gets 403 for every change', async () => {
    const path = `/v1/subaccounts/${world.hero.subaccountId}`
    for (const answer of [
      await world.post('/v1/orders', good(), { key: reader }),
      await world.patch(path, { name: 'x' }, { key: reader }),
      await world.delete(path, { key: reader }),
      await world.post('/v1/api-keys', { name: 'wider', scope: 'trade' }, { key: reader }),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'scope_missing' } })
    }
  })

  it('a key is shown once, and stops working with the next request after it is revoked', async () => {
    const created = await world.post('/v1/api-keys', { name: 'short' }, { headers: { 'idempotency-key': 'key' } })
    expect(created).toMatchObject({ status: 201, body: { scope: 'read' } })
    const replay = await world.post('/v1/api-keys', { name: 'short' }, { headers: { 'idempotency-key': 'key' } })
    expect(replay.body).toEqual({ ...created.body, api_key: null })
    expect(JSON.stringify((await world.get('/v1/api-keys')).body)).not.toContain(created.body.api_key.slice(-43))
    const key = created.body.api_key
    expect((await world.get('/v1/orders', { key })).status).toBe(200)
    expect((await world.delete(`/v1/api-keys/${created.body.api_key_id}`)).status).toBe(204)
    expect((await world.get('/v1/orders', { key })).status).toBe(401)
  })
})

describe('things of another user', () => {
  it('are not found, exactly like things that do not exist', async () => {
    const orderId = await world.place()
    const sub = `/v1/subaccounts/${world.hero.subaccountId}`
    const calls: Array<[string, string, object?]> = [
      ['GET', `/v1/orders/${orderId}`],
      ['DELETE', `/v1/orders/${orderId}`],
      ['GET', sub],
      ['PATCH', sub, { name: 'mine' }],
      ['DELETE', sub],
      ['GET', `${sub}/credentials/EXCHANGE_A`],
      ['PUT', `${sub}/credentials/EXCHANGE_A`, { api_key_id: 'k', private_key: PRIVATE_KEY }],
      ['DELETE', `${sub}/credentials/EXCHANGE_A`],
      ['POST', '/v1/orders', good()],
      ['POST', '/v1/orders/cancel-all', { subaccount_id: world.hero.subaccountId }],
    ]
    for (const [method, path, body] of calls) {
      const external = await world.call(method, path, body, { key: stranger })
      const unknown = path.replace(orderId, '01a1fd00-0000-7000-8000-000000000001')
      expect(external, `${method} ${path}`).toMatchObject({ status: 404, body: { code: 'not_found' } })
      if (unknown !== path) expect(saidIn(await world.call(method, unknown, body))).toEqual(saidIn(external))
    }
    expect((await world.get('/v1/orders', { key: stranger })).body).toEqual({
      orders: [],
      count: 0,
      as_of: expect.any(String),
      has_more: false,
      next_cursor: null,
    })
    expect((await world.get(`/v1/orders?subaccount_id=${world.hero.subaccountId}`, { key: stranger })).body.count).toBe(
      0,
    )
    expect((await world.get(sub)).body.name).toBe('story')
    await world.settle()
    expect((await world.order(orderId)).status).toBe('RESTING')
  })
})

describe('an order that breaks a rule', () => {
  it.each<[string, object, Array<[string, string]>]>([
    [
      'no instrument',
      { svc_id: null },
      [['body', 'Value error, exactly one of svc_id and custom_asset_id is required']],
    ],
    [
      'two instruments',
      { custom_asset_id: '01a1fd00-0000-7000-8000-000000000001', order_type: 'MARKET', price: null },
      [['body', 'Value error, exactly one of svc_id and custom_asset_id is required']],
    ],
    ['LIMIT without a price', { price: null }, [['body', 'Value error, price is required for LIMIT orders']]],
    [
      'MARKET with a price',
      { order_type: 'MARKET' },
      [
        [
          'body',
          'Value error, a MARKET order has no price; to cap the price send a LIMIT order with time_in_force IOC',
        ],
      ],
    ],
    [
      'GTD without an expiry',
      { time_in_force: 'GTD' },
      [['body', 'Value error, expiry_ts_utc is required for GTD orders']],
    ],
    [
      'GTD with an expiry in the past',
      { time_in_force: 'GTD', expiry_ts_utc: '2020-01-01T00:00:00Z' },
      [['body', 'Value error, expiry_ts_utc must be in the future']],
    ],
    [
      'LIMIT on a custom asset',
      { svc_id: null, custom_asset_id: '01a1fd00-0000-7000-8000-000000000001' },
      [['body', 'Value error, orders on a custom asset must be MARKET orders']],
    ],
    ['a price of one', { price: 1 }, [['body.price', 'Input should be less than 1']]],
    ['a price of zero', { price: 0 }, [['body.price', 'Input should be greater than 0']]],
    ['a quantity of zero', { qty: 0 }, [['body.qty', 'Input should be greater than 0']]],
    ['true for a number', { qty: true }, [['body.qty', 'Input should be a valid number']]],
    [
      'seven decimals',
      { price: 0.1234567 },
      [['body.price', 'Decimal input should have no more than 6 decimal places']],
    ],
    [
      'an unknown time in force',
      { time_in_force: 'DAY' },
      [['body.time_in_force', "Input should be 'FOK', 'GTC', 'GTD' or 'IOC'"]],
    ],
    [
      'a stop loss that trades with its order',
      {
        conditional_orders_params: [
          { conditional_order_type: 'SL', trigger_order: { qty: 1, buy_flag: true, stop_order_price: 0.2 } },
        ],
      },
      [
        [
          'body.conditional_orders_params.0',
          'Value error, an SL trades against its parent: trigger_order.buy_flag must be false',
        ],
      ],
    ],
  ])('%s gets the exact 422', async (_what, change, expected) => {
    expect(await faults(change)).toEqual(expected)
  })

  it('an order with a fault in every field gets all faults at once, in field order', async () => {
    const all = {
      order_type: 'STOP',
      time_in_force: 1,
      qty: 'x',
      buy_flag: 'maybe',
      subaccount_id: 'x',
      price: 2,
      svc_id: 'x',
    }
    expect((await faults(all)).map(([loc]) => loc)).toEqual(Object.keys(all).map((name) => `body.${name}`))
  })

  it('a list request that breaks a rule gets 422 for each parameter', async () => {
    const answer = await world.get('/v1/orders?limit=0&offset=-1&status=OPEN&svc_id=x&subaccount_id=1&buy_flag=maybe')
    expect(answer.status).toBe(422)
    expect(answer.body.detail.map((item: { loc: string[] }) => item.loc[1]).sort()).toEqual(
      ['buy_flag', 'limit', 'offset', 'status', 'subaccount_id', 'svc_id'].sort(),
    )
  })
})

describe('the list of orders', () => {
  it('shows the newest first, counts all that match, and combines filters', async () => {
    const fresh = await world.post('/v1/subaccounts', { name: 'listed' })
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) {
      world.time.now += 10
      ids.unshift(await world.place({ price: (40 - count) / 100, buy_flag: count % 2 === 0 }))
    }
    const all = await world.get(`/v1/orders?subaccount_id=${world.hero.subaccountId}&limit=3`)
    expect(all.body.orders.map((order: { svc_order_id: string }) => order.svc_order_id)).toEqual(ids.slice(0, 3))
    expect(all.body.orders[0]).not.toHaveProperty('fills')
    const buys = await world.get(`/v1/orders?buy_flag=true&status=PENDING_SUBMISSION&svc_id=${world.svcId()}&offset=1`)
    expect(buys.body.count).toBe(3)
    expect(buys.body.orders).toHaveLength(2)
    expect((await world.get(`/v1/orders?subaccount_id=${fresh.body.subaccount_id}`)).body).toEqual({
      orders: [],
      count: 0,
      as_of: expect.any(String),
      has_more: false,
      next_cursor: null,
    })
    const created = (await world.order(ids[2] ?? '')).created_at
    const next = (await world.order(ids[1] ?? '')).created_at
    const listed = async (query: string) => {
      const { body } = await world.get(`/v1/orders?subaccount_id=${world.hero.subaccountId}&${query}`)
      return [body.orders.map((order: { svc_order_id: string }) => order.svc_order_id), body.count, body.has_more]
    }
    expect(await listed('limit=2')).toEqual([ids.slice(0, 2), all.body.count, true])
    expect(await listed(`created_after=${created}&limit=3`)).toEqual([ids.slice(0, 3), 3, false])
    expect(await listed(`created_after=${created}&created_before=${next}`)).toEqual([[ids[2]], 1, false])
    expect(await listed('order_type=MARKET')).toEqual([[], 0, false])
    expect(await listed('exchange_name=EXCHANGE_B')).toEqual([[], 0, false])
    expect((await listed('time_in_force=GTC&exchange_name=EXCHANGE_A&order_type=LIMIT'))[1]).toBe(all.body.count)
    const cancelled = await world.post('/v1/orders/cancel-all', { subaccount_id: world.hero.subaccountId })
    expect(cancelled.status).toBe(202)
    expect(cancelled.body.cancelled_svc_order_ids).toEqual(expect.arrayContaining(ids))
    await world.settle()
    world.time.now += 1_000
    expect((await world.get('/v1/orders?status=CANCELLED')).body.count).toBeGreaterThanOrEqual(5)
  })
})

describe('credentials', () => {
  it('are checked before they are stored, refused in words, and never echoed', async () => {
    const { subaccount_id: other } = (await world.post('/v1/subaccounts', { name: 'other' })).body
    const path = `/v1/subaccounts/${other}/credentials/EXCHANGE_A`
    const put = (body: object) => world.put(path, body)
    const broken = await put({ api_key_id: 'story-key', private_key: 'my secret key' })
    expect(broken).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'private_key'], input: null }] } })
    const unknown = await put({ api_key_id: 'nobody', private_key: PRIVATE_KEY })
    expect(unknown).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'api_key_id'] }] } })
    const missing = await put({ api_key_id: 7, private_key: null })
    expect(missing.body.detail.every((item: { input: unknown }) => item.input === null)).toBe(true)
    expect(await put({ api_key_id: 'story-key', private_key: PRIVATE_KEY })).toMatchObject({
      status: 409,
      body: { code: 'credentials_in_use' },
    })
    expect((await world.get(path)).status).toBe(404)
    expect(await world.post('/v1/orders', { ...good(), subaccount_id: other })).toMatchObject({
      status: 409,
      body: { code: 'credentials_missing' },
    })
  })

  it('show a fingerprint, what the account lacks, and no secret', async () => {
    const shown = await world.get(`/v1/subaccounts/${world.hero.subaccountId}/credentials/EXCHANGE_A`)
    expect(Object.keys(shown.body).sort()).toEqual([
      'auto_redeem',
      'exchange_name',
      'fingerprint',
      'inserted_at',
      'paper',
      'readiness',
      'subaccount_id',
      'verified_at',
    ])
  })

  it.each([
    ['PUT', 'EXCHANGE_A/allocation'],
    ['POST', 'EXCHANGE_A/approvals'],
    ['PUT', 'EXCHANGE_C'],
  ] as const)('credentials are not shown again by the 422 of %s %s', async (method, path) => {
    const url = `/v1/subaccounts/${world.hero.subaccountId}/credentials/${path}`
    const sent = { api_key_id: 'story-key', private_key: PRIVATE_KEY }
    const answer = await (method === 'PUT' ? world.put(url, sent) : world.post(url, sent))
    expect(answer.status).toBe(422)
    for (const item of answer.body.detail) expect(item.input).toBeNull()
  })

  it('stay while live orders need them, and so does the subaccount', async () => {
    const id = await world.place({ price: 0.2 })
    await world.settle()
    const path = `/v1/subaccounts/${world.hero.subaccountId}`
    const again = { api_key_id: 'story-key', private_key: PRIVATE_KEY }
    // Another key of the same account may come at any time: the old one may have been revoked.
    expect((await world.put(`${path}/credentials/EXCHANGE_A`, again)).status).toBe(200)
    expect(await world.delete(`${path}/credentials/EXCHANGE_A`)).toMatchObject({
      status: 409,
      body: { code: 'live_orders' },
    })
    expect(await world.delete(path)).toMatchObject({ status: 409, body: { code: 'subaccount_in_use' } })
    expect((await world.get(path)).body.is_active).toBe(true)
    await world.delete(`/v1/orders/${id}`)
    await world.settle()
  })

  it('credentials and keys appear in no log line', () => {
    const text = world.log.join('\n')
    expect(text.length).toBeGreaterThan(100)
    for (const secret of [PRIVATE_KEY.slice(60, 100), world.hero.key.slice(-43), 'my secret key'])
      expect(text).not.toContain(secret)
  })
})

describe('an inactive subaccount', () => {
  it('takes no new order until it is active again', async () => {
    const path = `/v1/subaccounts/${world.hero.subaccountId}`
    expect((await world.patch(path, { is_active: false, description: 'resting' })).body).toMatchObject({
      is_active: false,
      description: 'resting',
    })
    expect(await world.post('/v1/orders', good())).toMatchObject({ status: 409, body: { code: 'subaccount_inactive' } })
    expect((await world.patch(path, { is_active: true, description: null })).body).toMatchObject({
      is_active: true,
      description: null,
    })
  })
})

describe('an instrument', () => {
  it('has no negative id, in a body, a query and a path alike', async () => {
    const fault = (place: readonly string[]) => ({
      status: 422,
      body: { detail: [{ type: 'greater_than_equal', loc: place, ctx: { ge: 0 } }] },
    })
    const subaccount_id = world.hero.subaccountId
    expect(await world.post('/v1/orders', { ...good(), svc_id: -1 })).toMatchObject(fault(['body', 'svc_id']))
    expect(await world.post('/v1/orders/cancel-all', { subaccount_id, svc_id: -1 })).toMatchObject(
      fault(['body', 'svc_id']),
    )
    for (const list of ['orders', 'complex-orders', 'fills', 'positions'])
      expect(await world.get(`/v1/${list}?svc_id=-1`), list).toMatchObject(fault(['query', 'svc_id']))
    for (const path of ['markets', 'prices', 'orderbooks'])
      expect(await world.get(`/v1/${path}/-1`), path).toMatchObject(fault(['path', 'svc_id']))
  })

  it('a missing instrument has no orders to cancel: 404, and no order is cancelled', async () => {
    const id = await world.place({ price: 0.2 })
    const subaccount_id = world.hero.subaccountId
    expect(await world.post('/v1/orders/cancel-all', { subaccount_id, svc_id: 17 })).toMatchObject({
      status: 404,
      body: { detail: 'Market 17 not found', code: 'not_found' },
    })
    const foreign = await world.post('/v1/orders/cancel-all', { subaccount_id, svc_id: 17 }, { key: stranger })
    expect(foreign.body.detail).toBe('Subaccount not found')
    expect((await world.order(id)).cancel_requested_at).toBeNull()
    const cancelled = await world.post('/v1/orders/cancel-all', { subaccount_id, svc_id: world.svcId() })
    expect(cancelled.body.cancelled_svc_order_ids).toContain(id)
  })
})

describe('an order that leaves its type open', () => {
  it.each(['order_type', 'time_in_force'])('an order with null in %s gets the default', async (name) => {
    const placed = await world.post('/v1/orders', { ...good(), price: 0.2, [name]: null })
    expect(placed.status).toBe(202)
    expect(await world.order(placed.body.svc_order_id)).toMatchObject({ order_type: 'LIMIT', time_in_force: 'GTC' })
  })

  it('an order with null in order_type follows the rules of a LIMIT order', async () => {
    expect(await faults({ order_type: null, price: null })).toEqual([
      ['body', 'Value error, price is required for LIMIT orders'],
    ])
  })
})

describe('a refusal', () => {
  it('has a code for programs, and the request id of its header', async () => {
    const refused = {
      401: await world.get('/v1/orders', { key: null }),
      403: await world.post('/v1/orders', good(), { key: reader }),
      404: await world.get('/v1/orders/01a1fd00-0000-7000-8000-00000000000f'),
      405: await world.call('PUT', '/v1/orders/cancel-all', {}),
      413: await world.post('/v1/orders', { padding: 'x'.repeat(65 * 1024) }),
      415: await world.post('/v1/orders', good(), { headers: { 'content-encoding': 'gzip' } }),
      422: await world.post('/v1/orders', { ...good(), qty: 0 }),
      426: await world.get('/v1/stream', { key: null }),
    }
    const path = `/v1/subaccounts/${world.hero.subaccountId}`
    await world.patch(path, { is_active: false })
    const inactive = await world.post('/v1/orders', good())
    await world.patch(path, { is_active: true })
    const ruled = await world.post('/v1/orders', { ...good(), price: null })
    for (const [status, { body, headers }] of [...Object.entries(refused), [409, inactive], [422, ruled]] as const) {
      expect(body, String(status)).toEqual({
        detail: body.detail,
        code: expect.stringMatching(/^[a-z_]+$/),
        request_id: headers['x-request-id'],
        doc_url: `/v1/docs?page=errors#${body.code}`,
      })
      expect(body.detail.length, String(status)).toBeGreaterThan(0)
    }
    expect(Object.entries(refused).map(([status, answer]) => [status, answer.status])).toEqual(
      Object.keys(refused).map((status) => [status, Number(status)]),
    )
    expect([inactive.status, ruled.body.code, refused[422].body.code]).toEqual([
      409,
      'invalid_request',
      'invalid_request',
    ])
  })
})

describe('an unknown path', () => {
  it('gets 404, or 405 with Allow if another method exists', async () => {
    expect(await world.get('/v1/nothing')).toMatchObject({
      status: 404,
      body: { detail: 'Not Found', code: 'not_found' },
    })
    const wrong = await world.call('PUT', '/v1/orders/cancel-all', {})
    expect(wrong).toMatchObject({ status: 405, body: { detail: 'Method Not Allowed' } })
    expect(wrong.headers['allow']).toContain('POST')
  })

  it('a fixed path under a method of a path with a parameter gets 405, as in Allow', async () => {
    const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
    for (const [path, operations] of Object.entries(document.paths)) {
      if (path.includes('{')) continue
      const documented = Object.keys(operations).map((method) => method.toUpperCase())
      for (const method of METHODS.filter((one) => !documented.includes(one))) {
        const answer = await world.call(method, path, method === 'GET' || method === 'DELETE' ? undefined : {})
        expect([answer.status, answer.headers['allow']], `${method} ${path}`).toEqual([405, documented.join(', ')])
      }
    }
  })

  it('the stream without a WebSocket request gets 426, with the address to open one', async () => {
    const answer = await world.get('/v1/stream', { key: null })
    expect(answer).toMatchObject({ status: 426, body: { code: 'upgrade_required' }, headers: { upgrade: 'websocket' } })
    expect(answer.body.detail).toContain('stream_url')
  })

  it('404, 405 and 426 precede all other faults, whatever the parameters and the key', async () => {
    const wrong = { key: null }
    expect((await world.get('/v1/zork?zork=1', wrong)).status).toBe(404)
    expect((await world.call('DELETE', '/v1/orders?zork=1', undefined, wrong)).status).toBe(405)
    expect((await world.get('/v1/stream?zork=1', wrong)).status).toBe(426)
    expect((await world.get('/v1/orders?zork=1', wrong)).status).toBe(401)
    expect((await world.get('/v1/orders?zork=1')).status).toBe(422)
  })

  it('OPTIONS allows on every path exactly the methods of the document', async () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const answer = await world.call('OPTIONS', path.replaceAll(/\{\w+\}/g, 'x'), undefined)
      expect(answer.status, path).toBe(405)
      const documented = Object.keys(methods).map((method) => method.toUpperCase())
      expect((answer.headers['allow'] ?? '').split(', ').sort(), path).toEqual(documented.sort())
    }
  })
})
