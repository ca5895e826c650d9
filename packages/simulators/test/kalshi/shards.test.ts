/** Shards of the simulated EXCHANGE_A: money moves to where it is wanted, and each can pause alone. */

import { afterEach, describe, expect, it } from 'vitest'
import { CRYPTO, openSimulated, orderBody, POLITICS, type SimulatedExchange } from './simulated.ts'

let simulated: SimulatedExchange

afterEach(() => simulated.close())

const ALLOCATION = '/portfolio/target_balance_allocation'

const shards = async (): Promise<Record<number, number>> => {
  const rows = (await simulated.call('GET', '/portfolio/balance')).body['balance_breakdown'] as unknown as {
    exchange_index: number
    balance: string
  }[]
  return Object.fromEntries(rows.map(({ exchange_index, balance }) => [exchange_index, Number(balance)]))
}

const half = (more: Record<string, unknown> = {}) => ({
  allocations: [
    { exchange_index: 0, percent: 50 },
    { exchange_index: 2, percent: 50 },
  ],
  ...more,
})

describe('the target allocation', () => {
  it('moves free money every 10 s, and what resting orders hold stays', async () => {
    simulated = await openSimulated()
    await simulated.call('POST', '/portfolio/events/orders', orderBody({ price: '0.4000', count: '1000.00' }))
    expect((await simulated.call('POST', ALLOCATION, half())).status).toBe(200)
    await simulated.pass(10_000)
    const held = 400
    const free = 1_200 - held
    const after = await shards()
    expect(after[2]).toBeCloseTo(free / 2, 0)
    expect(after[0]).toBeCloseTo(held + free / 2, 0)
    expect(after[3] ?? 0).toBe(0)
  })

  it('can move all money, or all but what the largest order holds', async () => {
    simulated = await openSimulated()
    const ticker = POLITICS
    for (const price of ['0.4000', '0.3000']) {
      await simulated.call('POST', '/portfolio/events/orders', orderBody({ ticker, price, count: '1000.00' }))
    }
    await simulated.call('POST', ALLOCATION, half({ resting_margin_reservation: 'max' }))
    await simulated.pass(10_000)
    expect((await shards())[2]).toBe((1_200 - 400) / 2)
    await simulated.call('POST', ALLOCATION, half({ resting_margin_reservation: 'none' }))
    await simulated.pass(10_000)
    expect((await shards())[2]).toBe(600)
  })

  it('is reported as it was set, and is empty until it is set', async () => {
    simulated = await openSimulated()
    const none = { allocations: [], resting_margin_reservation: 'sum' }
    expect((await simulated.call('GET', ALLOCATION)).body).toEqual(none)
    await simulated.call('POST', ALLOCATION, half({ resting_margin_reservation: 'max' }))
    expect((await simulated.call('GET', ALLOCATION)).body).toEqual(half({ resting_margin_reservation: 'max' }))
    await simulated.call('POST', ALLOCATION, { allocations: [] })
    const before = await shards()
    await simulated.pass(20_000)
    expect(await shards()).toEqual(before)
  })

  it.each([
    ['percentages that do not add up to 100', { allocations: [{ exchange_index: 0, percent: 99 }] }],
    ['a shard that does not exist', { allocations: [{ exchange_index: 4, percent: 100 }] }],
    ['an unknown reservation', half({ resting_margin_reservation: 'some' })],
  ])('refuses %s', async (_, body) => {
    simulated = await openSimulated()
    expect((await simulated.call('POST', ALLOCATION, body)).status).toBe(400)
  })
})

describe('a transfer', () => {
  it('with a name of its own is not made twice', async () => {
    simulated = await openSimulated()
    const body = {
      source: 'event_contract',
      destination: 'event_contract',
      amount: 100_000,
      source_exchange_shard: 0,
      destination_exchange_shard: 2,
      client_transfer_id: '0b0f8b26-6d1c-4a0f-8a52-5e6f2b0f7d11',
    }
    const path = '/portfolio/intra_exchange_instance_transfer'
    expect((await simulated.call('POST', path, body)).status).toBe(200)
    expect((await simulated.call('POST', path, body)).status).toBe(409)
    await simulated.pass(3_000)
    expect(await shards()).toMatchObject({ 0: 990, 2: 110 })
  })
})

describe('a shard that pauses alone', () => {
  it('takes no orders, lets go of those that asked for it, and says so in the status', async () => {
    simulated = await openSimulated()
    const place = (more: Record<string, unknown>) =>
      simulated.call('POST', '/portfolio/events/orders', orderBody({ count: '1.00', price: '0.1000', ...more }))
    const leaving = await place({ ticker: CRYPTO, cancel_order_on_pause: true })
    await simulated.control('switches', { paused_shards: [2] })
    expect((await place({ ticker: CRYPTO })).body).toMatchObject({ error: { code: 'trading_is_paused' } })
    expect((await place({ ticker: POLITICS })).status).toBe(201)
    const { body } = await simulated.call('GET', `/portfolio/orders/${leaving.body['order_id']}`)
    expect(body['order']).toMatchObject({ status: 'canceled' })
    const status = (await simulated.call('GET', '/exchange/status')).body
    const rows = status['exchange_index_statuses'] as unknown as Record<string, unknown>[]
    expect(rows.map((row) => row['trading_active'])).toEqual([true, true, false, true])
    expect(status['trading_active']).toBe(true)
    await simulated.control('switches', { paused_shards: [] })
    expect((await place({ ticker: CRYPTO })).status).toBe(201)
  })
})
