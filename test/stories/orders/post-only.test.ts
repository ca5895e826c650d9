/** `post_only`: an order that would trade at once ends `would_cross`, and never takes. */

import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { ownAccount } from '#test/support/ledger/own-account.ts'
import { inThisRun } from '#test/support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'
import type { WorldOptions } from '../../support/world.ts'

const { world, startWorld } = worldOfTest()

const open = (exchange: ExchangeName, options: WorldOptions = {}): Promise<void> =>
  startWorld({ exchange, ...options, quoted: true })

const post = (order: object) => world.place({ post_only: true, ...order })

/** Trades of the account at the exchange. */
const trades = async (): Promise<readonly unknown[]> => (await ownAccount(world)).fills

describe.each(EXCHANGE_NAMES)('a post-only order on %s', (exchange) => {
  it('rests if it does not cross, and fills as maker', async () => {
    await open(exchange)
    const id = await post({ price: 0.41 })
    await world.pass('5s')
    expect(await world.order(id)).toMatchObject({ status: 'RESTING', post_only: true })
    await world.simulated.trade(0.41, 10, false)
    await world.pass('20s')
    const order = await world.order(id)
    expect(order).toMatchObject({ status: 'EXECUTED', traded_qty: 10, average_price: 0.41 })
    expect(order.fills.every((fill: { is_maker: boolean }) => fill.is_maker)).toBe(true)
  })

  it.each([
    ['buy at the best ask', { price: 0.44 }],
    ['buy above it', { price: 0.6 }],
    ['sell at the best bid', { price: 0.4, buy_flag: false }],
    ['GTD buy at the best ask', { price: 0.44, time_in_force: 'GTD', expiry_ts_utc: '2026-11-21T09:30:00Z' }],
  ])('an order that would %s is REJECTED, `would_cross`, and takes nothing', async (_what, order) => {
    await open(exchange)
    const id = await post(order)
    await world.pass('10s')
    expect(await world.order(id)).toMatchObject({
      status: 'REJECTED',
      reject_code: 'would_cross',
      reject_reason: 'The order is post_only and would have traded at once: it was not placed.',
      traded_qty: 0,
    })
    expect(await trades()).toEqual([])
  })

  it('a post-only order that would trade with an own order is refused, and the own order stays', async () => {
    await open(exchange)
    const own = await world.place({ price: 0.43, buy_flag: false })
    await world.pass('5s')
    const id = await post({ price: 0.43 })
    await world.pass('5s')
    expect(await world.order(id)).toMatchObject({ status: 'REJECTED', reject_code: 'would_cross' })
    expect(await world.order(own)).toMatchObject({ status: 'RESTING' })
  })

  it('a refused post-only order ends its exits, although the mark is beyond them', async () => {
    await open(exchange)
    const exit = { qty: 10, buy_flag: false }
    const placed = await world.postOrder({
      qty: 10,
      buy_flag: true,
      price: 0.6,
      post_only: true,
      conditional_orders_params: [{ conditional_order_type: 'SL', trigger_order: { ...exit, stop_order_price: 0.5 } }],
    })
    expect(placed.status).toBe(202)
    await world.pass('20s')
    const [stop] = placed.body.complex_orders.conditional_orders
    expect((await world.get(`/v1/complex-orders/${stop}`)).body).toMatchObject({
      status: 'CANCELLED',
      cancel_reason: 'parent_not_filled',
    })
  })

  it('a post-only take-profit rests and never takes', async () => {
    await open(exchange)
    const placed = await world.postOrder({
      qty: 10,
      buy_flag: true,
      price: 0.44,
      conditional_orders_params: [{ trigger_order: { qty: 10, buy_flag: false, price: 0.5, post_only: true } }],
    })
    const [profit] = placed.body.complex_orders.conditional_orders
    await world.pass('30s')
    const { conditional_order: shown, status } = (await world.get(`/v1/complex-orders/${profit}`)).body
    expect([status, shown.trigger_order_post_only]).toEqual(['TRIGGERED', true])
    expect(await world.order(shown.trigger_svc_order_id)).toMatchObject({ status: 'RESTING', post_only: true })
  })

  it('the order of a fired stop is REJECTED if it would trade at once', async () => {
    await open(exchange)
    const { body } = await world.postConditional({
      stop_order_price: 0.2,
      trigger_order: { qty: 10, buy_flag: true, price: 0.5, post_only: true },
    })
    await world.settle()
    await world.look()
    await world.pass('10s')
    const stop = (await world.get(`/v1/complex-orders/${body.complex_order_id}`)).body
    expect(await world.order(stop.conditional_order.trigger_svc_order_id)).toMatchObject({
      status: 'REJECTED',
      reject_code: 'would_cross',
    })
    expect(await trades()).toEqual([])
  })

  it.each([
    ['is lost before it arrives', { kind: 'drop_before', times: 2 }],
    ['takes effect and its answer is lost', { kind: 'drop_after', times: 2 }],
    ['is answered with 500 and does nothing', { kind: 'status', status: 500, times: 2 }],
    ['is carried out twice', { kind: 'duplicate', times: 2 }],
  ])('an order whose create %s ends as without the fault', async (_how, fault) => {
    await open(exchange, { staleReadsMs: 900 })
    await world.simulated.fault({ ...world.simulated.calls.create, ...fault })
    const rests = await post({ price: 0.41 })
    const crosses = await post({ price: 0.44 })
    await world.settle()
    await world.pass('4m', 5)
    expect(await world.order(rests)).toMatchObject({ status: 'RESTING' })
    expect(await world.order(crosses)).toMatchObject({ status: 'REJECTED', reject_code: 'would_cross', traded_qty: 0 })
    expect(await trades()).toEqual([])
  })

  it('an order whose consumer dies at any step ends as without the crash', async () => {
    await open(exchange, { staleReadsMs: 900 })
    const crossing: string[] = []
    const apart = inThisRun({ usual: 3, long: 1 })
    for (let step = 0; ; step += apart) {
      world.killNext('execute-order', step)
      crossing.push(await post({ price: 0.44, qty: 5 }))
      await world.settle()
      await world.pass('3s')
      if (world.survived) break
    }
    await world.pass('4m', 5)
    expect(crossing.length * apart).toBeGreaterThan(8)
    for (const id of crossing)
      expect(await world.order(id)).toMatchObject({ status: 'REJECTED', reject_code: 'would_cross', traded_qty: 0 })
    expect(await trades()).toEqual([])
  })
})

describe('a post-only order', () => {
  it('an order that EXCHANGE_A created and ended at once is CANCELLED, `would_cross`', async () => {
    await open('EXCHANGE_A')
    await world.simulated.switches({ post_only_ends: true })
    const id = await post({ price: 0.44 })
    await world.simulated.fault({ ...world.simulated.calls.create, kind: 'drop_after', times: 1 })
    const lost = await post({ price: 0.45 })
    await world.settle()
    await world.pass('3m', 5)
    for (const each of [id, lost])
      expect(await world.order(each)).toMatchObject({
        status: 'CANCELLED',
        cancel_reason: 'would_cross',
        traded_qty: 0,
        fills_complete: true,
      })
  })

  it('an order in two parts on EXCHANGE_B is post-only in each part', async () => {
    await open('EXCHANGE_B')
    await world.place({ order_type: 'MARKET', price: null, qty: 20 })
    await world.pass('20s')
    const crosses = await post({ price: 0.4, qty: 40, buy_flag: false })
    const rests = await post({ price: 0.43, qty: 40, buy_flag: false })
    await world.pass('10s')
    expect(await world.order(crosses)).toMatchObject({ status: 'REJECTED', reject_code: 'would_cross' })
    const order = await world.order(rests)
    expect(order.status).toBe('RESTING')
    expect(order.exchange_order_id.split('+')).toHaveLength(2)
    expect(await trades()).toHaveLength(1)
  })
})

describe('a request for a post-only order', () => {
  it.each([
    [
      'MARKET',
      { order_type: 'MARKET', price: null },
      'post_only is for LIMIT orders: a MARKET order trades at once and never rests',
    ],
    [
      'IOC',
      { time_in_force: 'IOC' },
      'post_only is for GTC and GTD orders: an IOC order trades at once and never rests',
    ],
    [
      'FOK',
      { time_in_force: 'FOK' },
      'post_only is for GTC and GTD orders: an FOK order trades at once and never rests',
    ],
    [
      'on a custom asset',
      { svc_id: null, custom_asset_id: '019aa5a0-0000-7000-8000-000000000002' },
      'orders on a custom asset must be MARKET orders',
    ],
  ])('a post-only request that is %s is a 422 in words', async (_what, more, sentence) => {
    await open('EXCHANGE_A')
    const body = { subaccount_id: world.hero.subaccountId, svc_id: world.svcId(), qty: 10, buy_flag: true, price: 0.4 }
    const answer = await world.post('/v1/orders', { ...body, post_only: true, ...more })
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toMatchObject([
      { type: 'value_error', loc: ['body'], msg: `Value error, ${sentence}`, ctx: { error: {} } },
    ])
  })

  it('a post-only MARKET trigger order is a 422 in words', async () => {
    await open('EXCHANGE_A')
    const answer = await world.postConditional({
      stop_order_price: 0.3,
      trigger_order: { qty: 10, buy_flag: false, post_only: true },
    })
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toMatchObject([
      {
        type: 'value_error',
        loc: ['body', 'conditional_order_params'],
        msg: 'Value error, trigger_order.post_only is for LIMIT orders: a MARKET order trades at once and never rests',
      },
    ])
  })
})
