/** `reduce_only`: an order only makes a position smaller, whatever else is sold meanwhile. */

import { afterEach, describe, expect, it } from 'vitest'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { hideLiveOrders } from '#test/support/faults/hide-live-orders.ts'
import { elsewhere } from '#test/support/ledger/elsewhere.ts'
import { positionThere } from '#test/support/ledger/position-there.ts'
import { tradeAtOnce } from '#test/support/ledger/trade-at-once.ts'
import { playedOn } from '../../../support/run/plays.ts'
import { startWorld, type World, type WorldOptions } from '../../../support/world.ts'

let world: World

const open = async (exchange: ExchangeName, options: WorldOptions = {}): Promise<void> => {
  world = await startWorld({ exchange, ...options })
  await world.simulated.book([[0.4, 500]], [[0.44, 500]])
}

const MARKET = { order_type: 'MARKET', price: null, time_in_force: null }

/** Buys YES, or NO below 0, at the market. */
const hold = async (qty: number): Promise<void> => {
  await world.place({ ...MARKET, qty: Math.abs(qty), buy_flag: qty > 0 })
  await world.pass('20s')
  expect(await position()).toBe(qty)
}

const reduce = (order: object = {}) => world.place({ reduce_only: true, buy_flag: false, price: 0.42, ...order })

/** Previews a reduce-only sale of 40. */
const preview = async (order: object) => {
  const body = { subaccount_id: world.hero.subaccountId, svc_id: world.svcId(), qty: 40, buy_flag: false }
  return (await world.post('/v1/orders/preview', { ...body, ...order, time_in_force: 'IOC', reduce_only: true })).body
}

const position = (): Promise<number> => positionThere(world)

/** Trades immediately, outside this service, with another key of the account. */
const byHand = async () => {
  isAlone = false
  const hand = await elsewhere(world)
  return (buy_flag: boolean, qty: number): Promise<void> =>
    tradeAtOnce(world, hand, { price: buy_flag ? 0.5 : 0.3, qty, buy_flag })
}

const NOTHING = { status: 'REJECTED', reject_code: 'nothing_to_reduce', traded_qty: 0 }

/** Trades made elsewhere are orders that this user does not have. */
let isAlone = true

afterEach(async () => {
  if (isAlone) await world.agree()
  isAlone = true
  await world.stop()
})

describe.each(playedOn('EXCHANGE_B'))('a reduce-only order on %s', (exchange) => {
  it('rests for what is held, and is EXECUTED when that has filled', async () => {
    await open(exchange)
    await hold(10)
    const id = await reduce({ qty: 30 })
    await world.pass('10s')
    expect(await world.order(id)).toMatchObject({ status: 'RESTING', qty: 10, reduce_only: true })
    await world.simulated.trade(0.42, 10, true)
    await world.pass('20s')
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', qty: 10, traded_qty: 10 })
    expect(await position()).toBe(0)
  })

  it.each([
    ['MARKET', MARKET],
    ['LIMIT that rests', { price: 0.43 }],
  ])('an order that is %s covers the whole position, including a purchase right before', async (_what, order) => {
    await open(exchange, { settleAfterMs: 8_000 })
    await hold(10)
    await world.place({ ...MARKET, qty: 20 })
    await world.pass('4s')
    expect(await preview(MARKET)).toMatchObject({ qty: 30, position_after: 0, refusals: [] })
    const id = await reduce({ ...order, qty: 40 })
    await world.pass('40s')
    await world.simulated.trade(0.43, 40, true)
    await world.pass('20s')
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', qty: 30, traded_qty: 30 })
    expect(await position()).toBe(0)
  })

  it('closes NO by buying YES', async () => {
    await open(exchange)
    await hold(-10)
    const id = await reduce({ ...MARKET, qty: 30, buy_flag: true })
    await world.pass('20s')
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 10 })
    expect(await position()).toBe(0)
  })

  it.each([
    ['MARKET', MARKET],
    ['LIMIT that rests', {}],
    ['LIMIT IOC', { time_in_force: 'IOC', price: 0.39 }],
  ])('an order that is %s is REJECTED, `nothing_to_reduce`, if there is no position', async (_what, order) => {
    await open(exchange)
    const id = await reduce(order)
    await world.pass('30s')
    expect(await world.order(id)).toMatchObject(NOTHING)
    expect(await position()).toBe(0)
  })

  it('is REJECTED if the position is on the other side', async () => {
    await open(exchange)
    await hold(-10)
    const id = await reduce(MARKET)
    await world.pass('30s')
    expect(await world.order(id)).toMatchObject(NOTHING)
    expect(await position()).toBe(-10)
  })

  it('shares the position with earlier reduce-only orders', async () => {
    await open(exchange)
    await hold(20)
    const ids: string[] = []
    for (let count = 0; count < 3; count += 1) {
      ids.push(await reduce({ qty: 12 }))
      await world.pass('1s')
    }
    await world.pass('40s')
    const shown = await Promise.all(ids.map(world.order))
    expect(shown.map(({ status, qty }) => [status, qty])).toEqual([
      ['RESTING', 12],
      ['RESTING', 8],
      ['REJECTED', 12],
    ])
    expect(shown[2]).toMatchObject(NOTHING)
  })

  it('shrinks with a manually sold position, and is EXECUTED when the remainder has filled', async () => {
    await open(exchange)
    await hold(20)
    const first = await reduce({ qty: 12 })
    await world.pass('1s')
    const later = await reduce({ qty: 8, price: 0.43 })
    await world.pass('20s')
    const sell = await byHand()
    await sell(false, 6)
    await world.pass('90s')
    expect(await world.order(first)).toMatchObject({ status: 'RESTING', qty: 12 })
    expect(await world.order(later)).toMatchObject(
      exchange === 'EXCHANGE_A'
        ? { status: 'RESTING', qty: 2, original_qty: 8, last_amend: { status: 'DONE' } }
        : { status: 'CANCELLED', cancel_reason: 'position_closed' },
    )
    await sell(false, 7)
    await world.pass('90s')
    expect(await world.order(later)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'position_closed' })
    expect(await world.order(first)).toMatchObject({ status: 'RESTING', qty: 7, original_qty: 12 })
    await world.simulated.trade(0.42, 20, true)
    await world.pass('20s')
    expect(await world.order(first)).toMatchObject({ status: 'EXECUTED', traded_qty: 7, qty: 7 })
    expect(await position()).toBe(0)
  })

  it('leaves the book when the position is closed by hand', async () => {
    await open(exchange)
    await hold(10)
    const id = await reduce()
    await world.pass('20s')
    await world.place({ order_type: 'LIMIT', time_in_force: 'IOC', price: 0.39, qty: 10, buy_flag: false })
    await world.pass('90s')
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'position_closed' })
  })

  it('five simultaneous reduce-only MARKET orders close the position and no more', async () => {
    await open(exchange, { staleReadsMs: 900 })
    await hold(20)
    const ids = await Promise.all(Array.from({ length: 5 }, () => reduce({ ...MARKET, qty: 20 })))
    await world.pass('1m')
    const shown = await Promise.all(ids.map(world.order))
    expect(shown.reduce((sum, { traded_qty }) => sum + traded_qty, 0)).toBe(20)
    expect(await position()).toBe(0)
    for (const { status } of shown) expect(['EXECUTED', 'REJECTED']).toContain(status)
  })

  it('may reduce while trading is halted, whatever the limits are', async () => {
    await open(exchange)
    await hold(10)
    const limits = `/v1/subaccounts/${world.hero.subaccountId}/limits`
    expect((await world.put(limits, { halted: true, max_order_qty: 1 })).status).toBe(200)
    const id = await reduce({ ...MARKET, qty: 30 })
    await world.pass('20s')
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 10 })
  })

  it('the reduce-only order of a fired stop closes the position at that time', async () => {
    await open(exchange)
    await hold(10)
    const { body } = await world.postConditional({
      stop_order_price: 0.3,
      trigger_order: { qty: 25, buy_flag: false, reduce_only: true },
    })
    await world.settle()
    await world.look()
    await world.simulated.book([[0.28, 500]], [[0.3, 500]])
    for (let looks = 0; looks < 6; looks += 1) {
      await world.look()
      await world.pass('5s')
    }
    const stop = (await world.get(`/v1/complex-orders/${body.complex_order_id}`)).body
    expect(stop.conditional_order.trigger_order_reduce_only).toBe(true)
    expect(await world.order(stop.conditional_order.trigger_svc_order_id)).toMatchObject({
      status: 'EXECUTED',
      reduce_only: true,
      traded_qty: 10,
    })
    expect(await position()).toBe(0)
  })

  it('is previewed for the position, and as refused without one', async () => {
    await open(exchange)
    const body = { subaccount_id: world.hero.subaccountId, svc_id: world.svcId(), qty: 30, buy_flag: false }
    const requested = { ...body, order_type: 'MARKET', reduce_only: true }
    const before = (await world.post('/v1/orders/preview', requested)).body
    expect(before.refusals).toMatchObject([{ code: 'nothing_to_reduce' }])
    expect(before).toMatchObject({ qty: 0, position_after: 0 })
    await hold(10)
    const { refusals, warnings, ...preview } = (await world.post('/v1/orders/preview', requested)).body
    expect(refusals).toEqual([])
    expect(warnings).toMatchObject([{ code: 'less_to_reduce' }])
    expect(preview).toMatchObject({ qty: 10, position_after: 0 })
  })

  it.each([
    ['is lost before it arrives', { kind: 'drop_before', times: 2 }],
    ['takes effect and its answer is lost', { kind: 'drop_after', times: 2 }],
    ['is carried out twice', { kind: 'duplicate', times: 2 }],
  ])('an order whose create %s reduces once', async (_how, fault) => {
    await open(exchange, { staleReadsMs: 900 })
    await hold(10)
    await world.simulated.fault({ ...world.simulated.calls.create, ...fault })
    const id = await reduce({ ...MARKET, qty: 30 })
    await world.pass('4m', 5)
    const order = await world.order(id)
    expect(['EXECUTED', 'CANCELLED']).toContain(order.status)
    expect(await position()).toBe(10 - order.traded_qty)
  })
})

it('a reduce-only order that must act now sells the settled shares after half of its time', async () => {
  await open('EXCHANGE_B', { settleAfterMs: 60_000 })
  await world.place({ ...MARKET, qty: 10 })
  await world.pass('70s')
  await world.place({ ...MARKET, qty: 20 })
  await world.pass('4s')
  const id = await reduce({ ...MARKET, qty: 30 })
  await world.pass('12s')
  expect(await world.order(id)).toMatchObject({ traded_qty: 0, last_error: expect.stringMatching(/not settled/) })
  await world.pass('10s')
  expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', qty: 10, traded_qty: 10 })
})

it('reduce-only orders on EXCHANGE_A never together offer more than the position, even before lists show them', async () => {
  await open('EXCHANGE_A')
  await hold(20)
  hideLiveOrders(world)
  const ids: string[] = []
  for (const qty of [12, 20, 20]) {
    ids.push(await reduce({ qty }))
    await world.settle()
  }
  await world.pass('2s')
  const shown = await Promise.all(ids.map(world.order))
  expect(shown.map(({ status, qty }) => [status, qty])).toEqual([
    ['RESTING', 12],
    ['RESTING', 8],
    ['REJECTED', 20],
  ])
})

describe('a request for a reduce-only order', () => {
  const SENTENCES = {
    FOK: 'reduce_only is not for FOK orders: it may fill less than was asked for',
    asset: 'reduce_only is for orders on one market; an order that sells a custom asset only sells what is held',
  }
  it.each([
    ['FOK', { time_in_force: 'FOK' }, SENTENCES.FOK],
    ['MARKET FOK', { order_type: 'MARKET', price: null, time_in_force: 'FOK' }, SENTENCES.FOK],
    [
      'on a custom asset',
      { ...MARKET, svc_id: null, custom_asset_id: '019aa5a0-0000-7000-8000-000000000002' },
      SENTENCES.asset,
    ],
  ])('a reduce-only request that is %s is a 422 in words', async (_what, more, sentence) => {
    await open('EXCHANGE_A')
    const body = { subaccount_id: world.hero.subaccountId, svc_id: world.svcId(), qty: 10, buy_flag: true, price: 0.4 }
    const answer = await world.post('/v1/orders', { ...body, reduce_only: true, ...more })
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toMatchObject([
      { type: 'value_error', loc: ['body'], msg: `Value error, ${sentence}`, ctx: { error: {} } },
    ])
  })

  it('a reduce-only trigger order on a custom asset is a 422 in words', async () => {
    await open('EXCHANGE_A')
    const answer = await world.post('/v1/complex-orders', {
      subaccount_id: world.hero.subaccountId,
      custom_asset_id: '019aa5a0-0000-7000-8000-000000000002',
      conditional_order_params: {
        conditional_order_type: 'STOP',
        stop_order_price: 0.3,
        trigger_order: { qty: 10, buy_flag: false, reduce_only: true },
      },
    })
    expect(answer.status).toBe(422)
    expect(answer.body.detail[0].msg).toBe(`Value error, ${SENTENCES.asset}`)
  })
})

it('a lost reduce-only order on EXCHANGE_A is not resent for a quantity sold meanwhile', async () => {
  await open('EXCHANGE_A')
  await hold(20)
  await world.simulated.fault({ ...world.simulated.calls.create, kind: 'drop_before', times: 1 })
  const id = await reduce({ qty: 20, price: 0.6 })
  await world.settle()
  expect(await world.order(id)).toMatchObject({ status: 'PROCESSING' })
  const sell = await byHand()
  await sell(false, 20)
  await world.simulated.book([[0.65, 500]], [[0.7, 500]])
  await world.pass('3m')
  expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'position_closed', traded_qty: 0 })
  expect(await position()).toBe(0)
})
