/** Answers to requests for a TWAP: refusals in exact words, lists, repeats. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../../support/world.ts'

let world: World

const NOBODY = '0193a1b2-0000-7000-8000-00000000dead'

beforeAll(async () => {
  world = await startWorld()
  await world.simulated.book([[0.4, 500]], [[0.44, 500]])
})

afterAll(() => world.stop())

const TWAP = { buy_flag: true, total_qty: 100, duration_s: 600, slices: 10 }

const post = (params: unknown, more: object = {}, given: object = {}) =>
  world.post(
    '/v1/complex-orders',
    { subaccount_id: world.hero.subaccountId, svc_id: world.svcId(), twap_order_params: params, ...more },
    given,
  )

const faults = async (params: unknown, more: object = {}): Promise<readonly (readonly [string, string, string])[]> => {
  const answer = await post(params, more)
  expect(answer.status, JSON.stringify(answer.body)).toBe(422)
  return answer.body.detail.map((item: { loc: string[]; type: string; msg: string }) => [
    item.loc.slice(1).join('.'),
    item.type,
    item.msg.replace('Value error, ', ''),
  ])
}

const AT = 'twap_order_params'
const STOP = { trigger_order: { qty: 10, buy_flag: false }, stop_order_price: 0.3 }
const ONE_OF = 'exactly one of conditional_order_params and twap_order_params is required'

describe('POST /v1/complex-orders with twap_order_params', () => {
  it.each<[string, unknown, object, unknown]>([
    [
      'without anything',
      {},
      {},
      ['buy_flag', 'total_qty', 'duration_s', 'slices'].map((name) => [`${AT}.${name}`, 'missing', 'Field required']),
    ],
    [
      'that is no object',
      5,
      {},
      [[AT, 'model_attributes_type', 'Input should be a valid dictionary or object to extract fields from']],
    ],
    [
      'of nothing',
      { ...TWAP, total_qty: 0 },
      {},
      [[`${AT}.total_qty`, 'greater_than', 'Input should be greater than 0']],
    ],
    [
      'too short',
      { ...TWAP, duration_s: 59 },
      {},
      [[`${AT}.duration_s`, 'greater_than_equal', 'Input should be greater than or equal to 60']],
    ],
    [
      'too long',
      { ...TWAP, duration_s: 86_401 },
      {},
      [[`${AT}.duration_s`, 'less_than_equal', 'Input should be less than or equal to 86400']],
    ],
    [
      'of half a second',
      { ...TWAP, duration_s: 60.5 },
      {},
      [[`${AT}.duration_s`, 'int_from_float', 'Input should be a valid integer, got a number with a fractional part']],
    ],
    [
      'of one slice',
      { ...TWAP, slices: 1 },
      {},
      [[`${AT}.slices`, 'greater_than_equal', 'Input should be greater than or equal to 2']],
    ],
    [
      'of too many slices',
      { ...TWAP, slices: 289 },
      {},
      [[`${AT}.slices`, 'less_than_equal', 'Input should be less than or equal to 288']],
    ],
    [
      'with a price of 1',
      { ...TWAP, limit_price: 1 },
      {},
      [[`${AT}.limit_price`, 'less_than', 'Input should be less than 1']],
    ],
    [
      'with no slippage at all',
      { ...TWAP, max_slippage: 0 },
      {},
      [[`${AT}.max_slippage`, 'greater_than', 'Input should be greater than 0']],
    ],
    [
      'with a word for a flag',
      { ...TWAP, randomize: 'perhaps' },
      {},
      [[`${AT}.randomize`, 'bool_parsing', 'Input should be a valid boolean, unable to interpret input']],
    ],
    [
      'with slices too close together',
      { ...TWAP, duration_s: 60, slices: 13 },
      {},
      [[AT, 'value_error', 'slices must be at least 5 seconds apart: 60 seconds have room for 12']],
    ],
    [
      'on a custom asset',
      TWAP,
      { custom_asset_id: NOBODY, svc_id: null },
      [
        ['', 'value_error', 'a TWAP trades one instrument: custom_asset_id must be absent'],
        ['', 'value_error', 'svc_id is required for a TWAP'],
      ],
    ],
    ['together with a conditional order', TWAP, { conditional_order_params: STOP }, [['', 'value_error', ONE_OF]]],
    ['that is null, and nothing else', null, {}, [['', 'value_error', ONE_OF]]],
  ])('%s is refused', async (_, params, more, expected) => {
    expect(await faults(params, more)).toEqual(expected)
  })

  it('accepts values at its bounds', async () => {
    for (const params of [
      { ...TWAP, duration_s: 60, slices: 12 },
      { ...TWAP, duration_s: 86_400, slices: 288 },
      { ...TWAP, limit_price: null, max_slippage: null, randomize: true },
    ])
      expect((await post(params)).status).toBe(202)
  })

  it('a missing object is a 404, and a read-only key a 403', async () => {
    const mine = (await post(TWAP)).body.complex_order_id
    const stranger = { key: await world.newKey('admin', NOBODY) }
    for (const answer of [
      await post(TWAP, { svc_id: 1 }),
      await post(TWAP, { subaccount_id: NOBODY }),
      await post(TWAP, {}, stranger),
      await world.get(`/v1/complex-orders/${mine}`, stranger),
      await world.delete(`/v1/complex-orders/${mine}`, stranger),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await world.get('/v1/complex-orders', stranger)).body.count).toBe(0)
    expect((await post(TWAP, {}, { key: await world.newKey('read') })).status).toBe(403)
  })

  it('the states that refuse an order refuse a TWAP', async () => {
    const bare = (await world.post('/v1/subaccounts', { name: 'bare' })).body.subaccount_id
    expect(await post(TWAP, { subaccount_id: bare })).toMatchObject({
      status: 409,
      body: { code: 'credentials_missing' },
    })
    await world.patch(`/v1/subaccounts/${bare}`, { is_active: false })
    expect(await post(TWAP, { subaccount_id: bare })).toMatchObject({
      status: 409,
      body: { code: 'subaccount_inactive' },
    })
  })

  it('the same request under one Idempotency-Key makes one TWAP', async () => {
    const given = { headers: { 'idempotency-key': 'twap' } }
    const before = (await world.get('/v1/complex-orders')).body.count
    const first = await post(TWAP, {}, given)
    expect((await post(TWAP, {}, given)).body).toEqual(first.body)
    expect((await world.get('/v1/complex-orders')).body.count).toBe(before + 1)
  })

  it('an order cannot be attached to a TWAP', async () => {
    const parent = (await post(TWAP)).body.complex_order_id
    const child = { ...STOP, conditional_order_type: 'STOP', parent_complex_order_id: parent }
    const answer = await post(undefined, { conditional_order_params: child })
    expect(answer).toMatchObject({ status: 422 })
    expect(answer.body.detail[0].msg).toBe('Value error, a TWAP places many orders, so nothing can hang on it')
  })

  it('a subaccount with a running TWAP is not deleted, nor inactive for a moment in which the TWAP would end', async () => {
    const stored = () => world.ports.subaccounts.get(world.hero.userId, world.hero.subaccountId)
    const before = await stored()
    const other = (await world.post('/v1/subaccounts', { name: 'other' })).body.subaccount_id
    expect(await world.delete(`/v1/subaccounts/${world.hero.subaccountId}`)).toMatchObject({
      status: 409,
      body: { code: 'subaccount_in_use' },
    })
    expect(await stored()).toEqual(before)
    expect((await world.delete(`/v1/subaccounts/${other}`)).status).toBe(204)
  })
})

describe('GET /v1/complex-orders', () => {
  it('shows each kind under its name, cut from both together', async () => {
    const all = (await world.get('/v1/complex-orders?limit=1000')).body
    const { conditional_orders: conditionals, twap_orders: twaps } = all.complex_orders
    expect(conditionals.length + twaps.length).toBe(all.count)
    expect(
      twaps.every(
        (one: { twap_order: unknown; conditional_order: unknown }) =>
          one.twap_order !== null && one.conditional_order === null,
      ),
    ).toBe(true)
    const page = (await world.get('/v1/complex-orders?limit=2')).body
    expect(page.complex_orders.twap_orders.length + page.complex_orders.conditional_orders.length).toBe(2)
    const ended = await world.get('/v1/complex-orders?status=COMPLETED')
    expect(ended).toMatchObject({ status: 200, body: { count: 0, complex_orders: { twap_orders: [] } } })
    expect((await world.get('/v1/complex-orders?status=EXPIRED')).status).toBe(200)
  })
})
