/** Fills pushed over the private stream of an account: each shows at once, once, and with the right order, even if the stream fails. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { qty as contracts, money, ONE, price } from '#domain/kernel/numbers.ts'
import { uuidAt } from '#test/adapters/store/samples.ts'
import { elsewhere } from '#test/support/ledger/elsewhere.ts'
import { ownAccount } from '#test/support/ledger/own-account.ts'
import { inTurn } from '../../support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

/** The clock of a story runs ahead of real sockets where the machine is busy; `npm run bench -- --streams` measures them. */
const AT_ONCE = 2_500
const tradedOf = async (orderId: string): Promise<number> => (await world.order(orderId)).traded_qty
const showsFill = (orderId: string, qty: number) => async () => (await tradedOf(orderId)) === qty
const disturb = (body: object) => world.simulated.streams(body)

/** An order that has rested for long enough to be streamed. */
const resting = async (): Promise<string> => {
  const orderId = await world.place({ price: 0.4, qty: 40 })
  await world.elapse(11_000)
  return orderId
}

// Once more where the machine was too busy for its sockets.
describe.each(EXCHANGE_NAMES)('on %s, whose reads lag by up to three seconds,', { retry: 1 }, (exchange) => {
  const isReported = inTurn(exchange)

  beforeEach(async () => {
    await startWorld({ exchange, streams: true, staleReadsMs: 3_000 })
    await world.simulated.book([[0.3, 500]], [[0.5, 500]])
  })

  afterEach(async () => {
    // Every read is complete by now, and pushed fills left no difference.
    await world.elapse(7_000)
  })

  it('a fill is shown at once while the account is streamed', async () => {
    const orderId = await resting()
    void world.hold(20)
    await world.elapse(2_000)
    for (const sum of [10, 20, 30]) {
      await world.simulated.trade(0.4, 10, false)
      expect(await world.elapse(5_000, showsFill(orderId, sum))).toBeLessThanOrEqual(AT_ONCE)
      await world.elapse(730)
    }
    const { body } = await world.get('/v1/positions')
    expect(body.subaccount_to_positions[0].positions[0]).toMatchObject({ position: 30 })
  })

  it.runIf(isReported(1))('a fill that is pushed twice, late and out of order counts once', async () => {
    const orderId = await resting()
    void world.hold(20)
    await world.elapse(2_000)
    await disturb({ kind: 'duplicate' })
    await disturb({ kind: 'reorder', times: 2 })
    for (let n = 0; n < 3; n += 1) await world.simulated.trade(0.4, 10, false)
    await world.elapse(4_000)
    expect(await world.ports.orders.fills(orderId, 10)).toHaveLength(3)
    expect(await tradedOf(orderId)).toBe(30)
  })

  it.runIf(isReported(0))('a fill during a socket outage is found by the polls after reconnection', async () => {
    const orderId = await resting()
    void world.hold(25)
    await world.elapse(2_000)
    await disturb({ kind: 'refuse', status: 503, times: 2 })
    await disturb({ kind: 'drop' })
    await world.simulated.trade(0.4, 10, false)
    expect(await world.elapse(20_000, showsFill(orderId, 10))).toBeLessThanOrEqual(7_000)
  })

  it.runIf(isReported(1))('a run hands over to the next without a hole', async () => {
    const orderId = await resting()
    void world.hold(6)
    await world.elapse(2_000)
    for (let sum = 2; sum <= 30; sum += 2) {
      if (sum === 10) void world.hold(20)
      await world.simulated.trade(0.4, 2, false)
      expect(await world.elapse(3_000, showsFill(orderId, sum)), `${sum} contracts`).toBeLessThanOrEqual(AT_ONCE)
      await world.elapse(480)
    }
    expect(await world.ports.orders.fills(orderId, 100)).toHaveLength(15)
  })

  it.runIf(isReported(0))('the end of an order is recorded soon', async () => {
    const orderId = await resting()
    void world.hold(20)
    await world.elapse(2_000)
    await world.simulated.resolve('yes')
    const isOver = async () => (await world.order(orderId)).status === 'CANCELLED'
    expect(await world.elapse(20_000, isOver)).toBeLessThanOrEqual(6_000)
  })

  it('a report that names an order of another account has no effect', async () => {
    const orderId = await resting()
    await world.simulated.trade(0.4, 10, false)
    await world.elapse(12_000)
    const order = await world.ports.orders.get(orderId)
    const [fill] = await world.ports.orders.fills(orderId, 10)
    const { body: other } = await world.post('/v1/subaccounts', { name: 'other' })
    const {
      fillId,
      exchangeTradeId: tradeId,
      exchangeAt: at,
      price,
      qty,
      fee,
      buyFlag,
      isMaker,
    } = fill ?? expect.fail()
    const { exchangeOrderId = null, nativeId = '', attempt = null } = order ?? expect.fail()
    const pushed = { tradeId, at, price, qty, fee, buyFlag, isMaker, nativeId, status: 'FINAL' as const }
    const identity = exchange === 'EXCHANGE_A' ? (attempt?.identity ?? null) : null
    const fills = [{ ...pushed, exchangeOrderId: exchangeOrderId ?? '', fillId: `${fillId}-x`, identity }]
    const message = { exchange, poll: 0, news: { fills, orders: [] } }
    await world.queues.send('sync-account', { ...message, subaccountId: other.subaccount_id }, { group: 'x' })
    await world.elapse(1_000)
    expect(await tradedOf(orderId)).toBe(10)
  })

  it.runIf(isReported(1))('an order that ends at once requests no run', async () => {
    await world.place({ time_in_force: 'IOC', price: 0.5, qty: 10 })
    await world.elapse(11_000)
    expect(world.queues.sent.filter(({ queue }) => queue === 'watch-shard')).toEqual([])
    await resting()
    expect(world.queues.sent.filter(({ queue }) => queue === 'watch-shard')).toHaveLength(1)
  })
})

it('on EXCHANGE_A a trade made elsewhere shrinks a resting reduce-only order at once, and counts once', {
  retry: 1,
}, async () => {
  await startWorld({ exchange: 'EXCHANGE_A', streams: true, staleReadsMs: 3_000 }, { agrees: false })
  await world.simulated.book([[0.3, 500]], [[0.5, 500]])
  await world.place({ price: 0.5, qty: 20, time_in_force: 'IOC' })
  await world.elapse(12_000)
  const orderId = await world.place({ price: 0.6, qty: 20, buy_flag: false, reduce_only: true })
  await world.elapse(40_000)
  void world.hold(40)
  await world.elapse(2_000)

  const { key, subaccount_id } = await elsewhere(world)
  const sale = { qty: 12, buy_flag: false, order_type: 'LIMIT', price: 0.3, time_in_force: 'IOC' }
  await world.post('/v1/orders', { ...sale, svc_id: world.svcId(), subaccount_id }, { key })
  const offers = async (): Promise<number> => {
    const resting = (await ownAccount(world)).orders.filter(({ status }) => status === 'resting')
    return resting.reduce((sum, one) => sum + one.qty - one.filled_qty, 0)
  }
  expect(await world.elapse(10_000, async () => (await offers()) === 8)).toBeLessThanOrEqual(AT_ONCE)
  await world.elapse(20_000)
  expect(await world.order(orderId)).toMatchObject({ status: 'RESTING', qty: 8, original_qty: 20 })
  const { body } = await world.get('/v1/positions')
  expect(body.subaccount_to_positions[0].positions[0]).toMatchObject({ position: 8 })
})

describe('a trade pushed by EXCHANGE_A without our order id is not treated as made elsewhere', () => {
  const push = (
    exchangeOrderId: string,
    count: number,
    buyFlag: boolean,
    identity: string | null = null,
  ): Promise<void> => {
    const made = { fillId: 'pushed', tradeId: 'pushed', identity, status: 'FINAL' } as const
    const terms = { price: price(500_000), qty: contracts(count * ONE), fee: money(0), buyFlag, isMaker: true }
    const fills = [{ ...made, ...terms, exchangeOrderId, nativeId: world.simulated.market, at: world.time.now }]
    const account = { exchange: 'EXCHANGE_A', subaccountId: world.hero.subaccountId } as const
    return world.queues.send('sync-account', { ...account, poll: 0, news: { fills, orders: [] } }, { group: 'x' })
  }
  const held = async (): Promise<number> =>
    (await world.get('/v1/positions')).body.subaccount_to_positions[0].positions[0].position

  /** Holds 20, and offers them. */
  const offer = async (): Promise<string> => {
    await startWorld({ exchange: 'EXCHANGE_A', staleReadsMs: 3_000 }, { agrees: false })
    await world.simulated.book([[0.3, 500]], [[0.5, 500]])
    await world.place({ price: 0.5, qty: 20, time_in_force: 'IOC' })
    await world.pass('20s')
    const orderId = await world.place({ price: 0.6, qty: 20, buy_flag: false, reduce_only: true })
    await world.pass('20s')
    return orderId
  }

  it('a pushed trade of a resting order shrinks no reduce-only order', async () => {
    const orderId = await offer()
    await push((await world.order(orderId)).exchange_order_id, 12, false)
    await world.pass('1m')
    expect([await held(), await world.order(orderId)]).toMatchObject([20, { status: 'RESTING', qty: 20 }])
  })

  it('a pushed trade with a foreign id that resembles ours shrinks a resting reduce-only order at once', async () => {
    const orderId = await offer()
    await push('elsewhere', 12, false, uuidAt(world.time.now, 1))
    await world.settle()
    expect(await world.order(orderId)).toMatchObject({ status: 'RESTING', qty: 8 })
  })

  it('a pushed trade without our id counts for the order whose answer is awaited', async () => {
    const orderId = await offer()
    await world.simulated.fault({ ...world.simulated.calls.create, kind: 'drop_after', times: 1 })
    const awaited = await world.place({ price: 0.4, qty: 5 })
    await world.pass('1s')
    expect(await world.ports.orders.get(awaited)).toMatchObject({ sendState: 'unknown', exchangeOrderId: null })
    await world.simulated.trade(0.4, 5, false)
    await push('not-known-yet', 5, true)
    await world.pass('2m')
    expect(await held()).toBe(25)
    expect(await world.order(awaited)).toMatchObject({ status: 'EXECUTED', traded_qty: 5 })
    expect(await world.order(orderId)).toMatchObject({ status: 'RESTING', qty: 20 })
    await world.agree()
  })
})
