/** Stops with `protect`: their quantity follows the position, and they never open or flip it. */

import { afterEach, describe, expect, it } from 'vitest'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { elsewhere } from '#test/support/ledger/elsewhere.ts'
import { positionThere } from '#test/support/ledger/position-there.ts'
import { tradeAtOnce } from '#test/support/ledger/trade-at-once.ts'
import { inThisRun } from '#test/support/run/plays.ts'
import { playedOn } from '../../support/run/plays.ts'
import { startWorld, type World, type WorldOptions } from '../../support/world.ts'

let world: World

/** Trades made elsewhere are orders that this user does not have. */
let isAlone = true

/** Returns whether the operator got a report of a stop that was given up with a rest left to close. */
const isReportedIncomplete = (): boolean => world.log.some((line) => line.includes('ExitIncomplete'))
let endsIncomplete = false

const round = (at: number): number => Number(at.toFixed(2))
const prices = (at: number, size = 500) => world.simulated.book([[round(at - 0.01), size]], [[round(at + 0.01), size]])

const open = async (exchange: ExchangeName, options: WorldOptions = {}): Promise<void> => {
  world = await startWorld({ exchange, ...options })
  await prices(0.5)
}

const MARKET = { order_type: 'MARKET', price: null, time_in_force: null }

/** Buys YES, or NO below 0, at the market. */
const hold = async (qty: number): Promise<void> => {
  await world.place({ ...MARKET, qty: Math.abs(qty), buy_flag: qty > 0 })
  await watch(20)
}

const post = (params: object) => world.postConditional({ protect: true, ...params })

const protect = async (params: object = {}, more: object = {}): Promise<string> => {
  const kind = 'trail_amount' in params ? {} : { conditional_order_type: 'STOP', stop_order_price: 0.4 }
  const placed = await post({ ...kind, trigger_order: { buy_flag: false, ...more }, ...params })
  expect(placed.status, JSON.stringify(placed.body)).toBe(202)
  await watch(5)
  return placed.body.complex_order_id
}

const GAIN = { conditional_order_type: 'REVERSE_STOP', stop_order_price: 0.6 }

/** Sells at 0.40 or below, and at 0.60 or above. */
const bracket = async (gain: object = {}) => {
  const stop = await protect({ link_id: 'bracket' })
  const profit = await protect({ link_id: 'bracket', ...GAIN }, gain)
  return { stop, profit }
}

const show = (id: string) => world.complexOrder(id)

const orderOf = async (id: string) => world.order((await show(id)).trigger_svc_order_id)

const watch = (seconds: number) => world.watch(seconds)

const position = (): Promise<number> => positionThere(world)

/** Trades immediately with another key of the same account, past this service. */
const byHand = async () => {
  isAlone = false
  const hand = await elsewhere(world)
  return (buy_flag: boolean, qty: number): Promise<void> =>
    tradeAtOnce(world, hand, { price: buy_flag ? 0.9 : 0.1, qty, buy_flag })
}

/** Has the account read now: else it is read when something of it is asked for, or after minutes. */
const sync = async () => {
  await world.get(`/v1/positions?subaccount_id=${world.hero.subaccountId}`)
  await watch(90)
}

afterEach(async () => {
  expect(isReportedIncomplete()).toBe(endsIncomplete)
  endsIncomplete = false
  if (isAlone) await world.agree()
  isAlone = true
  await world.stop()
})

describe.each(playedOn('EXCHANGE_B'))('a protect stop on %s', (exchange) => {
  it('needs no qty, shows the position, and closes it', async () => {
    await open(exchange)
    await hold(20)
    const stop = await protect()
    expect(await show(stop)).toMatchObject({ status: 'ACTIVE', protect: true, trigger_order_qty: 20 })
    expect(await show(stop)).toMatchObject({ link_id: null, trigger_order_reduce_only: true })
    await prices(0.39)
    await watch(30)
    expect(await show(stop)).toMatchObject({ status: 'TRIGGERED' })
    expect(await orderOf(stop)).toMatchObject({ status: 'EXECUTED', traded_qty: 20, reduce_only: true })
    expect(await position()).toBe(0)
  })

  it('closes NO by buying YES', async () => {
    await open(exchange)
    await hold(-20)
    const stop = await protect({ stop_order_price: 0.6 }, { buy_flag: true })
    expect(await show(stop)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 20 })
    await prices(0.61)
    await watch(30)
    expect(await orderOf(stop)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
    expect(await position()).toBe(0)
  })

  it('follows a position that is reduced, increased and closed by hand elsewhere', async () => {
    await open(exchange)
    await hold(20)
    const stop = await protect()
    const trade = await byHand()
    await trade(false, 8)
    await sync()
    expect(await show(stop)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 12 })
    await trade(true, 18)
    await sync()
    expect(await show(stop)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 30 })
    await trade(false, 30)
    await sync()
    expect(await show(stop)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'position_closed' })
  })

  it('closes a purchase elsewhere right before it fired, and leaves a later one', async () => {
    await open(exchange)
    await hold(20)
    const stop = await protect()
    const trade = await byHand()
    await prices(0.39)
    await trade(true, 10)
    await watch(30)
    expect(await orderOf(stop)).toMatchObject({ status: 'EXECUTED', traded_qty: 30 })
    expect(await position()).toBe(0)
    await trade(true, 10)
    await sync()
    expect(await position()).toBe(10)
    expect(await show(stop)).toMatchObject({ status: 'TRIGGERED' })
  })

  it('closes no more than the position after a sale elsewhere right before it fired', async () => {
    await open(exchange)
    await hold(20)
    const stop = await protect()
    const trade = await byHand()
    await prices(0.39)
    await trade(false, 12)
    await watch(40)
    expect(await show(stop)).toMatchObject({ status: 'TRIGGERED' })
    expect((await orderOf(stop)).traded_qty).toBe(8)
    expect(await position()).toBe(0)
  })

  it('ends when an order of the user closes or turns over the position', async () => {
    await open(exchange)
    await hold(20)
    const stop = await protect()
    await world.place({ ...MARKET, qty: 30, buy_flag: false })
    await watch(40)
    expect(await show(stop)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'position_closed' })
    await prices(0.39)
    await watch(20)
    expect(await position()).toBe(-10)
  })

  it('waits for the first fill of an opening order, and grows with the position', async () => {
    await open(exchange)
    await world.place({ price: 0.5, qty: 20, buy_flag: true })
    await watch(5)
    const stop = await protect()
    expect(await show(stop)).toMatchObject({ status: 'PENDING', trigger_order_qty: 0 })
    await world.simulated.trade(0.5, 8, false)
    await watch(30)
    expect(await show(stop)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 8 })
    await world.simulated.trade(0.5, 12, false)
    await watch(30)
    expect(await show(stop)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 20 })
  })

  it('is refused without a position on its side or a live order that may open one', async () => {
    await open(exchange)
    const requested = { conditional_order_type: 'STOP', stop_order_price: 0.4, trigger_order: { buy_flag: false } }
    expect(await post(requested)).toMatchObject({ status: 409, body: { code: 'nothing_to_protect' } })
    await hold(-20)
    expect(await post(requested)).toMatchObject({ status: 409, body: { code: 'nothing_to_protect' } })
  })

  it('trails, and closes the position of that moment', async () => {
    await open(exchange)
    await hold(20)
    const stop = await protect({ trail_amount: 0.05 })
    await prices(0.6)
    await watch(20)
    expect(await show(stop)).toMatchObject({ status: 'ACTIVE', stop_order_price: 0.55, trail_amount: 0.05 })
    await world.place({ ...MARKET, qty: 5, buy_flag: true })
    await watch(30)
    expect(await show(stop)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 25 })
    await prices(0.54)
    await watch(30)
    expect(await orderOf(stop)).toMatchObject({ status: 'EXECUTED', traded_qty: 25 })
    expect(await position()).toBe(0)
  })

  it('one of two linked protect stops ends the other when it fills', async () => {
    await open(exchange)
    await hold(20)
    const { stop, profit } = await bracket()
    await prices(0.61)
    await watch(40)
    expect(await orderOf(profit)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
    expect(await show(stop)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'position_closed' })
  })

  it('one of two linked protect stops that fills in part leaves the other the rest', async () => {
    await open(exchange)
    await hold(20)
    const { stop, profit } = await bracket({ price: 0.65 })
    await world.simulated.book([[0.6, 500]], [[0.66, 500]])
    await watch(20)
    expect(await orderOf(profit)).toMatchObject({ status: 'RESTING', qty: 20 })
    await world.simulated.trade(0.65, 12, true)
    await watch(40)
    expect(await show(stop)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 8 })
    await prices(0.39)
    await watch(40)
    expect(await orderOf(profit)).toMatchObject({ status: 'CANCELLED', traded_qty: 12 })
    expect(await orderOf(stop)).toMatchObject({ status: 'EXECUTED', traded_qty: 8 })
    expect(await position()).toBe(0)
  })

  it('a resting linked protect stop shrinks with a manual sale, as the other does', async () => {
    await open(exchange)
    await hold(20)
    const { stop, profit } = await bracket({ price: 0.65 })
    await world.simulated.book([[0.6, 500]], [[0.66, 500]])
    await watch(20)
    await world.place({ time_in_force: 'IOC', price: 0.59, qty: 8, buy_flag: false })
    await watch(90)
    expect(await show(stop)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 12 })
    expect(await orderOf(profit)).toMatchObject({ status: 'RESTING', qty: 12 })
  })

  it('the first of several unlinked protect stops to fire takes the position, and the others end', async () => {
    await open(exchange)
    await hold(20)
    const ids = [await protect(), await protect({ stop_order_price: 0.41 }), await protect({ stop_order_price: 0.2 })]
    await prices(0.39)
    await watch(60)
    const shown = await Promise.all(ids.map(show))
    expect(shown[2]).toMatchObject({ status: 'CANCELLED', cancel_reason: 'position_closed' })
    expect(await position()).toBe(0)
    const orders = await world.orders()
    const sold = orders.filter(({ buy_flag }: { buy_flag: boolean }) => !buy_flag)
    expect(sold.reduce((sum: number, { traded_qty }: { traded_qty: number }) => sum + traded_qty, 0)).toBe(20)
  })

  it('leaves the shares that a reduce-only order offers', async () => {
    await open(exchange)
    await hold(20)
    const resting = await world.place({ price: 0.7, qty: 12, buy_flag: false, reduce_only: true })
    const stop = await protect()
    await prices(0.39)
    await watch(60)
    expect((await orderOf(stop)).traded_qty).toBe(8)
    expect(await world.order(resting)).toMatchObject({ status: 'RESTING', qty: 12 })
    expect(await position()).toBe(12)
  })

  it('a protect stop whose order ends short fires once, and the remaining position is reported', async () => {
    endsIncomplete = true
    await open(exchange)
    await hold(20)
    const stop = await protect({}, { max_slippage: 0.02 })
    await world.simulated.book(
      [
        [0.38, 5],
        [0.3, 500],
      ],
      [[0.4, 500]],
    )
    await watch(10)
    expect(await orderOf(stop)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'not_filled', traded_qty: 5 })
    await watch(60)
    const shown = await show(stop)
    expect(shown).toMatchObject({ status: 'TRIGGERED' })
    expect(shown.exit_incomplete_at).not.toBeNull()
    expect(await position()).toBe(15)
    await watch(120)
    expect(await show(stop)).toEqual(shown)
    expect(await position()).toBe(15)
  })

  it('a protect stop whose order rests when its market closes is not reported as incomplete', async () => {
    await open(exchange)
    await hold(20)
    const stop = await protect({}, { price: 0.45 })
    await prices(0.39)
    await watch(20)
    expect(await orderOf(stop)).toMatchObject({ status: 'RESTING' })
    await world.simulated.status('closed')
    await watch(90)
    expect(await orderOf(stop)).toMatchObject({ status: 'CANCELLED' })
    expect(await show(stop)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: null })
  })

  it('a protect stop whose order its user cancels is not reported as incomplete', async () => {
    await open(exchange)
    await hold(20)
    const stop = await protect({}, { price: 0.45 })
    await prices(0.39)
    await watch(20)
    await world.post('/v1/orders/cancel', { svc_order_ids: [(await show(stop)).trigger_svc_order_id] })
    await watch(60)
    expect(await orderOf(stop)).toMatchObject({ status: 'CANCELLED' })
    expect(await show(stop)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: null })
  })

  it('fires while trading is halted, whatever the limits are', async () => {
    await open(exchange)
    await hold(20)
    const stop = await protect()
    const limits = `/v1/subaccounts/${world.hero.subaccountId}/limits`
    expect((await world.put(limits, { halted: true, max_order_qty: 1 })).status).toBe(200)
    await prices(0.39)
    await watch(30)
    expect(await orderOf(stop)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
  })

  it.each(inThisRun({ usual: [5, 20], long: [5, 10, 15, 20, 25, 30] }))(
    'loses nothing to a function that dies at step %i of firing',
    async (step) => {
      await open(exchange)
      await hold(20)
      const { stop, profit } = await bracket()
      world.killNext('fire-trigger', step)
      await prices(0.39)
      await watch(70)
      expect(await orderOf(stop)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
      expect(await show(profit)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'position_closed' })
      expect(await position()).toBe(0)
    },
  )

  it.each(inThisRun({ usual: [20, 65], long: [20, 35, 50, 65, 80] }))(
    'follows the position though the sync dies at its step %i',
    async (step) => {
      await open(exchange)
      await hold(20)
      const stop = await protect()
      world.killNext('sync-account', step)
      await world.place({ ...MARKET, qty: 8, buy_flag: false })
      await watch(180)
      expect(await show(stop)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 12 })
    },
  )

  it('follows the position though the message about it is lost', async () => {
    await open(exchange)
    await hold(20)
    const stop = await protect()
    await world.place({ ...MARKET, qty: 8, buy_flag: false })
    world.queues.copies = ({ queue }) => (queue === 'advance-contingents' ? 0 : 1)
    await watch(60)
    expect(await show(stop)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 20 })
    world.queues.copies = () => 1
    await watch(90)
    expect(await show(stop)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 12 })
  })

  it('is cancelled like any other', async () => {
    await open(exchange)
    await hold(20)
    const { stop, profit } = await bracket()
    await world.delete(`/v1/complex-orders/${stop}`)
    await watch(5)
    expect(await show(stop)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user' })
    expect(await show(profit)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 20 })
    await world.post('/v1/complex-orders/cancel-all', { subaccount_id: world.hero.subaccountId })
    expect(await show(profit)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'cancel_all' })
  })
})

describe('a request for a protect stop', () => {
  const STOP = { conditional_order_type: 'STOP', stop_order_price: 0.4 }
  const SELL = { trigger_order: { buy_flag: false } }
  const PARENTLESS =
    'protect is for STOP and REVERSE_STOP without a parent; the exits of a parent follow what it has filled'

  it.each([
    [
      'with a qty',
      { ...STOP, trigger_order: { qty: 10, buy_flag: false } },
      'trigger_order.qty and protect are mutually exclusive: with protect the qty is that of the position',
    ],
    ['for a TP', { conditional_order_type: 'TP', trigger_order: { buy_flag: false, price: 0.6 } }, PARENTLESS],
    [
      'for an SL',
      { conditional_order_type: 'SL', trigger_order: { buy_flag: false, stop_order_price: 0.3 } },
      PARENTLESS,
    ],
    ['with a parent', { ...STOP, ...SELL, parent_svc_order_id: '019aa5a0-0000-7000-8000-000000000001' }, PARENTLESS],
    [
      'that may open a position',
      { ...STOP, trigger_order: { buy_flag: false, reduce_only: false } },
      'trigger_order.reduce_only cannot be false with protect, which never opens a position',
    ],
  ])('a request %s is a 422 in words', async (_what, params, sentence) => {
    await open('EXCHANGE_A')
    const { status, body } = await post(params)
    expect(status).toBe(422)
    expect(body.detail[0]).toMatchObject({
      type: 'value_error',
      loc: ['body', 'conditional_order_params'],
      msg: `Value error, ${sentence}`,
    })
  })

  it('a protect stop on a custom asset is a 422 in words', async () => {
    await open('EXCHANGE_A')
    const { status, body } = await world.post('/v1/complex-orders', {
      subaccount_id: world.hero.subaccountId,
      custom_asset_id: '019aa5a0-0000-7000-8000-000000000002',
      conditional_order_params: { ...STOP, ...SELL, protect: true },
    })
    expect(status).toBe(422)
    expect(body.detail).toMatchObject([
      {
        msg: 'Value error, protect is for one market: it follows a position, and a custom asset has one in each of its members',
      },
    ])
  })

  it.each([
    ['without protect', {}],
    ['with protect false', { protect: false }],
    ['with protect null', { protect: null }],
  ])('a request %s needs a qty', async (_what, more) => {
    await open('EXCHANGE_A')
    const { status, body } = await world.postConditional({ ...STOP, ...SELL, ...more })
    expect(status).toBe(422)
    expect(body.detail).toEqual([
      {
        type: 'missing',
        loc: ['body', 'conditional_order_params', 'trigger_order', 'qty'],
        msg: 'Field required',
        input: SELL.trigger_order,
      },
    ])
  })

  it('a request whose protect is no boolean is a 422', async () => {
    await open('EXCHANGE_A')
    const { body } = await post({ ...STOP, trigger_order: { qty: 1, buy_flag: false }, protect: 'maybe' })
    expect(body.detail).toMatchObject([
      { type: 'bool_parsing', loc: ['body', 'conditional_order_params', 'protect'], input: 'maybe' },
    ])
  })

  it('a protect stop is linked only with protect stops of its own side', async () => {
    await open('EXCHANGE_A')
    await hold(20)
    await protect({ link_id: 'one' })
    const fixed = await post({ ...STOP, link_id: 'one', protect: false, trigger_order: { qty: 1, buy_flag: false } })
    expect(fixed).toMatchObject({ status: 422 })
    expect(fixed.body.detail[0].msg).toBe('Value error, protect must be the same on all stops with one link_id')
    await world.place({ price: 0.55, qty: 40, buy_flag: false })
    await watch(5)
    const other = await post({ ...STOP, link_id: 'one', trigger_order: { buy_flag: true } })
    expect(other).toMatchObject({ status: 422 })
    expect(other.body.detail[0].msg).toBe(
      'Value error, the protect stops of that link_id close the other side: trigger_order.buy_flag must be false',
    )
  })
})
