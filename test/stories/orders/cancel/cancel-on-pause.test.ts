/** `cancel_on_pause`: an order leaves the book when its market pauses, on either exchange. */

import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { worldOfTest } from '../../../support/use-world.ts'
import type { WorldOptions } from '../../../support/world.ts'

const { world, startWorld } = worldOfTest()

const open = (exchange: ExchangeName, options: WorldOptions = {}): Promise<void> =>
  startWorld({ exchange, ...options, quoted: true })

const fragile = (order: object = {}) => world.place({ price: 0.41, cancel_on_pause: true, ...order })

const REASONS = { EXCHANGE_A: 'cancelled_by_exchange', EXCHANGE_B: 'market_paused' } as const

describe.each(EXCHANGE_NAMES)('an order with cancel_on_pause on %s', (exchange) => {
  const ended = { status: 'CANCELLED', cancel_reason: REASONS[exchange], cancel_on_pause: true, fills_complete: true }

  it('leaves the book within 30 s of a pause of its market, keeping its fills; others stay', async () => {
    await open(exchange)
    const orders = [await fragile(), await fragile({ price: 0.43, buy_flag: false })]
    const stays = await world.place({ price: 0.41 })
    await world.pass('5m', 5)
    await world.simulated.trade(0.41, 4, false)
    await world.pass('20s')
    await world.simulated.status('paused')
    await world.pass('31s')
    const [first = '', second = ''] = orders
    expect(await world.order(first)).toMatchObject({ ...ended, traded_qty: 4 })
    expect(await world.order(second)).toMatchObject({ ...ended, traded_qty: 0 })
    expect((await world.order(stays)).status).toBe('RESTING')
  })

  it('stays on the book while its market trades', async () => {
    await open(exchange)
    const id = await fragile()
    await world.pass('5m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'RESTING', cancel_on_pause: true, cancel_requested_at: null })
  })

  it('an order that a pause keeps from being sent does not wait for the end of the pause', async () => {
    await open(exchange)
    await world.simulated.mode(exchange === 'EXCHANGE_A' ? 'trading_paused' : 'cancel_only')
    const id = await fragile()
    const waits = await world.place({ price: 0.41 })
    await world.pass('20s')
    expect(await world.order(id)).toMatchObject({
      status: 'CANCELLED',
      cancel_reason: 'exchange_paused',
      exchange_order_id: null,
    })
    expect((await world.order(waits)).status).toMatch(/PENDING_SUBMISSION|PROCESSING/)
    await world.simulated.mode('open')
    await world.pass('1m', 5)
    expect((await world.order(waits)).status).toBe('RESTING')
  })

  it('a cancelled order ends the exits that wait for it', async () => {
    await open(exchange)
    const id = await fragile({
      conditional_orders_params: [{ trigger_order: { qty: 10, buy_flag: false, price: 0.5 } }],
    })
    await world.pass('30s')
    await world.simulated.status('paused')
    await world.pass('1m')
    const [profit] = (await world.order(id)).complex_order_ids.conditional_orders
    expect((await world.get(`/v1/complex-orders/${profit}`)).body).toMatchObject({
      status: 'CANCELLED',
      cancel_reason: 'parent_not_filled',
    })
  })
})

describe('on EXCHANGE_B, where the service cancels,', () => {
  const ends = { status: 'CANCELLED', cancel_reason: 'market_paused' }

  it.each([0, 900])(
    'an order is followed if the exchange took it and said that it restarts, with reads %i ms late',
    async (staleReadsMs) => {
      await open('EXCHANGE_B', { staleReadsMs })
      await world.simulated.fault({ ...world.simulated.calls.create, kind: 'drop_after', status: 425, times: 1 })
      const id = await fragile()
      await world.pass('10s')
      expect(await world.order(id)).toMatchObject({ status: 'RESTING' })
    },
  )

  it.each([
    ['is lost before it arrives', { kind: 'drop_before', times: 2 }],
    ['takes effect and its answer is lost', { kind: 'drop_after', times: 2 }],
    ['is answered with 500 and does nothing', { kind: 'status', status: 500, times: 2 }],
  ])('an order ends although the cancel %s', async (_how, fault) => {
    await open('EXCHANGE_B', { staleReadsMs: 900 })
    const id = await fragile()
    await world.pass('30s')
    await world.simulated.fault({ ...world.simulated.calls.cancel, ...fault })
    await world.simulated.status('paused')
    await world.pass('3m', 5)
    expect(await world.order(id)).toMatchObject(ends)
  })

  it('an order ends wherever the account sync dies, and with every message twice', async () => {
    await open('EXCHANGE_B')
    world.queues.copies = () => 2
    for (let step = 0, survived = false; !survived; step += 7) {
      const id = await fragile()
      await world.pass('20s', 2)
      await world.simulated.status('paused')
      world.killNext('sync-account', step)
      await world.pass('40s', 2)
      survived = world.survived
      await world.pass('3m', 5)
      expect(await world.order(id)).toMatchObject(ends)
      await world.simulated.status('active')
    }
  })
})

describe('a request with cancel_on_pause', () => {
  it.each([
    ['MARKET', { order_type: 'MARKET', price: null }, 'LIMIT orders: a MARKET order'],
    ['IOC', { time_in_force: 'IOC' }, 'GTC and GTD orders: an IOC order'],
  ])('a request that is %s is a 422 in words', async (_what, more, words) => {
    await open('EXCHANGE_B')
    const body = { subaccount_id: world.hero.subaccountId, svc_id: world.svcId(), qty: 10, buy_flag: true, price: 0.4 }
    const answer = await world.post('/v1/orders', { ...body, cancel_on_pause: true, ...more })
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toMatchObject([
      { type: 'value_error', msg: `Value error, cancel_on_pause is for ${words} trades at once and never rests` },
    ])
  })

  it('a trigger order with cancel_on_pause is a 422: the exit would be missing after the pause', async () => {
    await open('EXCHANGE_A')
    const answer = await world.postConditional({
      stop_order_price: 0.3,
      trigger_order: { qty: 10, buy_flag: false, price: 0.3, cancel_on_pause: true },
    })
    expect(answer.body.detail).toMatchObject([
      { type: 'extra_forbidden', loc: ['body', 'conditional_order_params', 'trigger_order', 'cancel_on_pause'] },
    ])
  })
})
