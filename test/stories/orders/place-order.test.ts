/** An order, from the request to its end. */

import { beforeEach, describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

describe.each(EXCHANGE_NAMES)('on %s', (exchange) => {
  beforeEach(async () => {
    await startWorld({ exchange })
    await world.simulated.book(
      [[0.4, 50]],
      [
        [0.44, 50],
        [0.46, 100],
      ],
    )
  })

  describe('a LIMIT order', () => {
    it('rests, fills when another order crosses it, and shows its fills, average and fees', async () => {
      const id = await world.place({ qty: 10, price: 0.42 })
      expect(await world.order(id)).toMatchObject({ status: 'PENDING_SUBMISSION', fills: [] })
      await world.settle()
      expect(await world.order(id)).toMatchObject({ status: 'RESTING', traded_qty: 0, average_price: null })
      await world.simulated.trade(0.42, 4, false)
      await world.pass('5s')
      expect(await world.order(id)).toMatchObject({ status: 'PARTIALLY_FILLED', traded_qty: 4, average_price: 0.42 })
      await world.simulated.trade(0.42, 6, false)
      await world.pass('5s')
      const order = await world.order(id)
      expect(order).toMatchObject({ status: 'EXECUTED', traded_qty: 10, average_price: 0.42, reject_reason: null })
      expect(order.fills).toHaveLength(2)
      expect(order.fills[0]).toMatchObject({
        svc_order_id: id,
        price: 0.42,
        buy_flag: true,
        is_maker: true,
        status: 'FINAL',
      })
      expect(order.fees_paid).toBeCloseTo(
        order.fills.reduce((sum: number, fill: { fee: number }) => sum + fill.fee, 0),
        6,
      )
    })

    it('a crossing LIMIT order takes each level at its own price', async () => {
      const id = await world.place({ qty: 60, price: 0.46 })
      await world.settle()
      await world.pass('5s')
      const order = await world.order(id)
      expect(order).toMatchObject({ status: 'EXECUTED', traded_qty: 60 })
      expect(order.average_price).toBeCloseTo((50 * 0.44 + 10 * 0.46) / 60, 6)
      expect(order.fees_paid).toBeGreaterThan(0)
    })

    it('is taken off the book when it is cancelled', async () => {
      const id = await world.place({ price: 0.41 })
      await world.settle()
      expect((await world.delete(`/v1/orders/${id}`)).body).toEqual({
        cancelled_svc_order_ids: [id],
        failed_cancelled_reasons: {},
      })
      await world.settle()
      expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user', traded_qty: 0 })
      expect((await world.delete(`/v1/orders/${id}`)).body).toEqual({
        cancelled_svc_order_ids: [],
        failed_cancelled_reasons: { [id]: 'The order is already CANCELLED.' },
      })
    })

    it('a LIMIT order off the price grid is accepted and then REJECTED in words', async () => {
      const id = await world.place({ price: 0.4251 })
      await world.settle()
      const order = await world.order(id)
      expect(order).toMatchObject({ status: 'REJECTED', reject_code: 'price_off_tick' })
      expect(order.reject_reason).toMatch(/price/i)
    })

    it('a LIMIT order above the available cash is REJECTED in words', async () => {
      const id = await world.place({ qty: 100_000 })
      await world.settle()
      expect(await world.order(id)).toMatchObject({ status: 'REJECTED', reject_code: 'insufficient_balance' })
    })
  })

  describe('an IOC order', () => {
    it('takes the available contracts and cancels the rest', async () => {
      const id = await world.place({ time_in_force: 'IOC', qty: 80, price: 0.44 })
      await world.settle()
      await world.pass('5s')
      expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'not_filled', traded_qty: 50 })
    })

    it('an IOC order without a counterparty ends with nothing', async () => {
      const id = await world.place({ time_in_force: 'IOC', price: 0.41 })
      await world.settle()
      expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', traded_qty: 0 })
    })
  })

  describe('a FOK order', () => {
    it('is filled whole or not at all', async () => {
      const killed = await world.place({ time_in_force: 'FOK', qty: 51, price: 0.44 })
      const filled = await world.place({ time_in_force: 'FOK', qty: 50, price: 0.44 })
      await world.settle()
      await world.pass('5s')
      expect(await world.order(killed)).toMatchObject({ status: 'CANCELLED', traded_qty: 0, reject_reason: null })
      expect(await world.order(filled)).toMatchObject({ status: 'EXECUTED', traded_qty: 50 })
    })
  })

  describe('a MARKET order', () => {
    const market = { order_type: 'MARKET', price: null, time_in_force: 'IOC' }

    it('shows its fills within seconds, also right after another of the account has ended', async () => {
      await world.place({ ...market, qty: 10 })
      await world.pass('8s')
      const id = await world.place({ ...market, qty: 5 })
      await world.pass('5s')
      expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 5 })
    })

    it('fills across levels and shows no price of its own', async () => {
      const id = await world.place({ ...market, qty: 60 })
      await world.settle()
      await world.pass('5s')
      expect(await world.order(id)).toMatchObject({
        status: 'EXECUTED',
        traded_qty: 60,
        price: null,
        time_in_force: 'IOC',
      })
    })

    it('a MARKET order on an empty book ends CANCELLED and sends nothing', async () => {
      await world.simulated.book([[0.4, 50]], [])
      const id = await world.place(market)
      await world.settle()
      expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'no liquidity', traded_qty: 0 })
      expect((await world.simulated.ledger()).submits).toHaveLength(0)
    })

    it('sells short by default, and the exchange nets', async () => {
      const id = await world.place({ ...market, buy_flag: false, qty: 10 })
      await world.settle()
      await world.pass('5s')
      expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 10, average_price: 0.4 })
    })
  })

  describe('a GTD order', () => {
    it('ends EXPIRED in time even if its exchange removes it from the book late', async () => {
      if (exchange === 'EXCHANGE_A') await world.simulated.switches({ expires_late_ms: 180_000 })
      const expiry = new Date(world.time.now + 60_000).toISOString()
      const id = await world.place({ time_in_force: 'GTD', price: 0.41, expiry_ts_utc: expiry })
      await world.settle()
      await world.pass('75s')
      expect(await world.order(id)).toMatchObject({ status: 'EXPIRED', traded_qty: 0 })
    })

    it('ends EXPIRED if its exchange, whose clock is ahead, reports that its time has passed', async () => {
      if (exchange !== 'EXCHANGE_A') return
      const details = 'expiration_time must be in the future'
      const body = { error: { code: 'invalid_parameters', message: 'invalid parameters', details } }
      const refused = { kind: 'status', status: 400, body, times: 1 }
      const place = async (inMs: number) => {
        await world.simulated.fault({ ...world.simulated.calls.create, ...refused })
        const expiry = new Date(world.time.now + inMs).toISOString()
        const id = await world.place({ time_in_force: 'GTD', price: 0.41, expiry_ts_utc: expiry })
        await world.settle()
        return world.order(id)
      }
      expect(await place(2_000)).toMatchObject({ status: 'EXPIRED', traded_qty: 0, reject_reason: null })
      expect(await place(60_000)).toMatchObject({ status: 'REJECTED', reject_code: 'expiry_refused' })
    })

    it('rests until its time and ends EXPIRED', async () => {
      const expiry = new Date(world.time.now + 60_000).toISOString()
      const id = await world.place({ time_in_force: 'GTD', price: 0.41, expiry_ts_utc: expiry })
      await world.settle()
      expect(await world.order(id)).toMatchObject({ status: 'RESTING', expiry_ts_utc: expiry })
      await world.pass('90s')
      expect(await world.order(id)).toMatchObject({ status: 'EXPIRED', traded_qty: 0 })
    })
  })

  describe('one Idempotency-Key', () => {
    it('makes one order of the same request sent twice', async () => {
      const body = {
        qty: 10,
        buy_flag: true,
        price: 0.41,
        subaccount_id: world.hero.subaccountId,
        svc_id: world.svcId(),
      }
      const first = await world.post('/v1/orders', body, { headers: { 'idempotency-key': 'one' } })
      const second = await world.post('/v1/orders', body, { headers: { 'idempotency-key': 'one' } })
      expect(second.body).toEqual(first.body)
      expect(second.headers['idempotent-replayed']).toBe('true')
      const other = await world.post('/v1/orders', { ...body, qty: 11 }, { headers: { 'idempotency-key': 'one' } })
      expect(other.status).toBe(422)
      expect(other.body.detail[0]).toMatchObject({ type: 'idempotency_mismatch', loc: ['header', 'idempotency-key'] })
      await world.settle()
      expect((await world.orders()).length).toBe(1)
    })
  })
})
