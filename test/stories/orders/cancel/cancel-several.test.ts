/** Several orders cancelled at once: by their ids, or all that a filter names. */

import { beforeEach, describe, expect, it } from 'vitest'
import { svcIdOf } from '#domain/markets/market.ts'
import { useWorld } from '../../../support/use-world.ts'

const world = useWorld({ both: true })

beforeEach(async () => {
  for (const name of ['EXCHANGE_A', 'EXCHANGE_B'] as const) await world.at(name).book([[0.4, 500]], [[0.44, 500]])
})

/** A buy and a sell on each exchange, at rest. */
const four = async () => {
  const there = { svc_id: svcIdAtB() }
  const placed = {
    buyA: await world.place({ price: 0.39 }),
    sellA: await world.place({ price: 0.45, buy_flag: false }),
    buyB: await world.place({ price: 0.39, ...there }),
    sellB: await world.place({ price: 0.45, buy_flag: false, ...there }),
  }
  await world.pass('5s')
  return placed
}

const svcIdAtB = (): number => {
  const { exchange, market } = world.at('EXCHANGE_B')
  return svcIdOf(exchange, market)
}

const cancelAll = (filter: object = {}) =>
  world.post('/v1/orders/cancel-all', { subaccount_id: world.hero.subaccountId, ...filter })

const statusOf = async (orderId: string): Promise<string> => (await world.order(orderId)).status

describe('POST /v1/orders/cancel', () => {
  it('cancels each order separately, and gives a reason for each one that stays', async () => {
    const { buyA, sellA, buyB, sellB } = await four()
    await world.delete(`/v1/orders/${sellB}`)
    await world.pass('10s')
    const unknown = '019aa5a0-0000-7000-8000-0000000000ff'
    const answer = await world.post('/v1/orders/cancel', { svc_order_ids: [buyA, buyB, sellB, unknown, buyA] })
    expect(answer).toMatchObject({
      status: 202,
      body: {
        cancelled_svc_order_ids: [buyA, buyB],
        failed_cancelled_reasons: { [sellB]: 'The order is already CANCELLED.', [unknown]: 'There is no such order.' },
      },
    })
    await world.pass('10s')
    expect(await world.order(buyA)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user' })
    expect(await statusOf(buyB)).toBe('CANCELLED')
    expect(await statusOf(sellA)).toBe('RESTING')
  })

  it('ends an unsent order at once, and shows since when the cancel was requested', async () => {
    const alone = await world.place({ price: 0.39 })
    const asset = await world.post('/v1/custom-assets', {
      subaccount_id: world.hero.subaccountId,
      name: 'Both',
      svc_ids: [world.svcId(), svcIdAtB()],
    })
    const { custom_asset_id } = asset.body
    const spread = await world.place({ svc_id: undefined, custom_asset_id, order_type: 'MARKET', price: undefined })
    await world.post('/v1/orders/cancel', { svc_order_ids: [alone, spread] })
    for (const id of [alone, spread]) {
      const order = await world.order(id)
      expect(order).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user' })
      expect(order.cancel_requested_at).toBe(order.updated_at)
    }
    await world.pass('5s')
  })

  it('cancels no order of another user', async () => {
    const { buyA } = await four()
    const key = await world.newKey('trade', world.ids.uuid())
    const answer = await world.post('/v1/orders/cancel', { svc_order_ids: [buyA] }, { key })
    expect(answer.body).toEqual({
      cancelled_svc_order_ids: [],
      failed_cancelled_reasons: { [buyA]: 'There is no such order.' },
    })
    await world.pass('5s')
    expect(await statusOf(buyA)).toBe('RESTING')
  })

  it('needs a key that may trade', async () => {
    const { buyA } = await four()
    const key = await world.newKey('read')
    expect((await world.post('/v1/orders/cancel', { svc_order_ids: [buyA] }, { key })).status).toBe(403)
  })

  it.each([
    ['none', [], 'too_short', 'List should have at least 1 item after validation, not 0'],
    [
      '101',
      Array.from({ length: 101 }, () => '019aa5a0-0000-7000-8000-0000000000ff'),
      'too_long',
      'List should have at most 100 items after validation, not 101',
    ],
  ])('a cancel of %s is a 422', async (_what, svc_order_ids, type, msg) => {
    const answer = await world.post('/v1/orders/cancel', { svc_order_ids })
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toMatchObject([{ type, loc: ['body', 'svc_order_ids'], msg }])
  })

  it('a repeated request ends every order although its function dies at any step', async () => {
    const { buyA, buyB } = await four()
    for (let step = 0; step < 12; step += 3) {
      await world.post('/v1/orders/cancel', { svc_order_ids: [buyA, buyB] }, { dieAt: step }).catch(() => undefined)
      await world.settle()
    }
    await world.post('/v1/orders/cancel', { svc_order_ids: [buyA, buyB] })
    await world.pass('1m', 5)
    expect([await statusOf(buyA), await statusOf(buyB)]).toEqual(['CANCELLED', 'CANCELLED'])
  })
})

describe('POST /v1/orders/cancel-all', () => {
  it.each([
    ['an exchange', () => ({ exchange_name: 'EXCHANGE_A' }), ['buyA', 'sellA']],
    ['a side', () => ({ buy_flag: true }), ['buyA', 'buyB']],
    ['a side of an exchange', () => ({ exchange_name: 'EXCHANGE_B', buy_flag: false }), ['sellB']],
    ['markets', () => ({ svc_ids: [svcIdAtB()] }), ['buyB', 'sellB']],
    ['a side of markets', () => ({ svc_ids: [world.svcId(), svcIdAtB()], buy_flag: false }), ['sellA', 'sellB']],
    ['a market of another exchange', () => ({ svc_id: world.svcId(), exchange_name: 'EXCHANGE_B' }), []],
    [
      'nothing',
      () => ({ svc_id: null, svc_ids: null, exchange_name: null, buy_flag: null }),
      ['buyA', 'sellA', 'buyB', 'sellB'],
    ],
  ])('a cancel with the filter of %s cancels the matching orders and no others', async (_what, filter, expected) => {
    const placed = await four()
    const answer = await cancelAll(filter())
    const named = Object.entries(placed).filter(([, id]) => answer.body.cancelled_svc_order_ids.includes(id))
    expect([answer.status, named.map(([name]) => name)]).toEqual([202, expected])
    await world.pass('10s')
    for (const [name, id] of Object.entries(placed))
      expect([name, await statusOf(id)]).toEqual([name, expected.includes(name) ? 'CANCELLED' : 'RESTING'])
  })

  it('a cancel with a filter does not reach accepted, unsent orders outside the filter', async () => {
    const waits = await world.place({ price: 0.39 })
    await cancelAll({ exchange_name: 'EXCHANGE_B' })
    await world.pass('5s')
    expect(await statusOf(waits)).toBe('RESTING')
  })

  it('a cancel for a missing market is a 404, and cancels nothing', async () => {
    const { buyA } = await four()
    expect(await cancelAll({ svc_ids: [world.svcId(), 1] })).toMatchObject({
      status: 404,
      body: { code: 'not_found', detail: 'Market 1 not found' },
    })
    await world.pass('5s')
    expect(await statusOf(buyA)).toBe('RESTING')
  })

  it.each([
    [{ svc_id: 1, svc_ids: [1] }, ['body'], 'value_error', 'Value error, svc_id and svc_ids are mutually exclusive'],
    [
      { exchange_name: 'EXCHANGE_C' },
      ['body', 'exchange_name'],
      'enum',
      "Input should be 'EXCHANGE_A' or 'EXCHANGE_B'",
    ],
    [
      { buy_flag: 'maybe' },
      ['body', 'buy_flag'],
      'bool_parsing',
      'Input should be a valid boolean, unable to interpret input',
    ],
    [{ svc_ids: [] }, ['body', 'svc_ids'], 'too_short', 'List should have at least 1 item after validation, not 0'],
  ])('a cancel with %j is a 422', async (filter, loc, type, msg) => {
    const answer = await cancelAll(filter)
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toMatchObject([{ type, loc, msg }])
  })
})
