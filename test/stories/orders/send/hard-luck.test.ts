/** Ways to lose, double or strand an order on EXCHANGE_B that need more than one lost call. */

import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hideLiveOrders } from '#test/support/faults/hide-live-orders.ts'
import { ownAccount } from '#test/support/ledger/own-account.ts'
import { startWorld, type World } from '../../../support/world.ts'

let world: World

const open = async (staleReadsMs = 0): Promise<void> => {
  world = await startWorld({ exchange: 'EXCHANGE_B', staleReadsMs })
  await world.simulated.book([[0.4, 500]], [[0.44, 500]])
}

/** True if all orders of the wallet belong to the story's user. */
let isAlone = true

afterEach(async () => {
  await world.simulated.noFaults()
  if (isAlone) await world.agree()
  isAlone = true
  await world.stop()
})

const account = () => ownAccount(world)
const resting = async (): Promise<readonly unknown[]> =>
  (await account()).orders.filter(({ status }) => status === 'resting')
const creates = async (...fates: readonly object[]): Promise<void> => {
  for (const fate of fates) await world.simulated.fault({ ...world.simulated.calls.create, times: 1, ...fate })
}
const lost = { kind: 'drop_before' }
const unanswered = { kind: 'drop_after' }
const many = <T>(fate: T): readonly T[] => Array.from({ length: 12 }, () => fate)
const expiry = (ms: number) => new Date(world.time.now + ms).toISOString()

describe('a settlement that fails', () => {
  beforeEach(() => open())

  it('a failed settlement leaves a partly filled order on the book, and the order fills further', async () => {
    const id = await world.place({ qty: 10, price: 0.42 })
    await world.settle()
    await world.simulated.mode('settlement_fails')
    await world.simulated.trade(0.42, 4, false)
    await world.simulated.mode('open')
    await world.pass('3s')
    expect(await world.order(id)).toMatchObject({ status: 'PARTIALLY_FILLED', traded_qty: 4 })
    await world.pass('30s')
    expect(await world.order(id)).toMatchObject({ status: 'PARTIALLY_FILLED', traded_qty: 0, average_price: null })
    await world.simulated.trade(0.42, 6, false)
    await world.pass('30s')
    expect(await world.order(id)).toMatchObject({
      status: 'CANCELLED',
      cancel_reason: 'settlement_failed',
      traded_qty: 6,
    })
    expect(await resting()).toEqual([])
  })

  it('a failed settlement after a cancel takes back the fill', async () => {
    const id = await world.place({ qty: 10, price: 0.42 })
    await world.settle()
    await world.simulated.mode('settlement_fails')
    await world.simulated.trade(0.42, 4, false)
    await world.simulated.mode('open')
    await world.delete(`/v1/orders/${id}`)
    await world.pass('2s')
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', traded_qty: 4 })
    await world.pass('30s')
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user', traded_qty: 0 })
  })

  it('a failed settlement before the fill was first read shows the fill as reversed', async () => {
    await world.simulated.fault({ method: 'GET', path: '^/clob/data/trades', kind: 'status', status: 500, times: 1e6 })
    await world.simulated.mode('settlement_fails')
    const id = await world.place({ qty: 10, price: 0.44 })
    await world.settle()
    await world.pass('1m', 5)
    await world.simulated.noFaults()
    await world.simulated.mode('open')
    await world.pass('2m', 5)
    const order = await world.order(id)
    expect(order).toMatchObject({ status: 'CANCELLED', cancel_reason: 'settlement_failed', traded_qty: 0 })
    expect(order.fills).toMatchObject([{ status: 'REVERSED', qty: 10 }])
  })

  it('a failed settlement of one of two parts leaves the other', async () => {
    await world.place({ order_type: 'MARKET', price: null, qty: 20 })
    await world.settle()
    await world.pass('10s')
    await world.simulated.book([[0.4, 500]], [])
    const id = await world.place({ qty: 40, price: 0.6, buy_flag: false })
    await world.settle()
    await world.simulated.mode('settlement_fails')
    await world.simulated.trade(0.6, 20, true)
    await world.simulated.mode('open')
    await world.simulated.trade(0.6, 20, true)
    await world.pass('2s')
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 40 })
    await world.pass('1m', 2)
    expect(await world.order(id)).toMatchObject({
      status: 'CANCELLED',
      cancel_reason: 'settlement_failed',
      traded_qty: 20,
    })
  })
})

describe('an IOC buy', () => {
  it('an IOC buy with a lost answer leaves the book once found, without the sweeper', async () => {
    await open()
    await world.simulated.book([[0.4, 500]], [[0.44, 4]])
    await creates(unanswered)
    const id = await world.place({ time_in_force: 'IOC', qty: 10, price: 0.44 })
    // Only messages requested by the order itself are delivered: the sweeper's regular pass does not run.
    await world.settle()
    await world.wait(4)
    expect(await resting()).toEqual([])
    await world.pass('20s')
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'not_filled', traded_qty: 4 })
  })

  it('an IOC buy with a lost answer and a lost cancel does not stay on the book', async () => {
    await open(900)
    await world.simulated.book([[0.4, 500]], [[0.44, 4]])
    await creates(unanswered)
    await world.simulated.fault({ ...world.simulated.calls.cancel, kind: 'drop_before', times: 3 })
    const id = await world.place({ time_in_force: 'IOC', qty: 10, price: 0.44 })
    await world.settle()
    await world.pass('2m', 2)
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'not_filled', traded_qty: 4 })
    expect(await resting()).toEqual([])
  })
})

describe('a GTD order of less than two minutes', () => {
  it('a short GTD order leaves the book at its time although every responsible run dies', async () => {
    await open(900)
    const id = await world.place({ time_in_force: 'GTD', price: 0.41, expiry_ts_utc: expiry(60_000) })
    await world.settle()
    world.queues.copies = (message) => (message.queue === 'cancel-order' && !message.group.endsWith(':swept') ? 0 : 1)
    await world.pass('58s', 2)
    world.killNext('cancel-order', 3)
    await world.pass('2m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'EXPIRED' })
    expect(await resting()).toEqual([])
  })

  it('a GTD order whose time passes while its arrival is unknown ends EXPIRED, off the book', async () => {
    await open(900)
    await creates(unanswered)
    await world.simulated.fault({ ...world.simulated.calls.read, kind: 'status', status: 500, times: 60 })
    const id = await world.place({ time_in_force: 'GTD', price: 0.41, expiry_ts_utc: expiry(40_000) })
    await world.settle()
    await world.pass('4m', 5)
    await world.simulated.noFaults()
    await world.pass('4m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'EXPIRED', traded_qty: 0 })
    expect(await resting()).toEqual([])
  })

  it('a GTD order that never arrived ends EXPIRED', async () => {
    await open(900)
    await creates(...many(lost))
    const id = await world.place({ time_in_force: 'GTD', price: 0.41, expiry_ts_utc: expiry(40_000) })
    await world.settle()
    await world.pass('4m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'EXPIRED', traded_qty: 0 })
  })
})

describe('trades that cannot be read', () => {
  it('unreadable trades of ending orders are counted once they can be read', async () => {
    await open()
    const rests = await world.place({ qty: 10, price: 0.42 })
    const now = await world.place({ time_in_force: 'IOC', qty: 10, price: 0.44 })
    const both = await world.place({ qty: 10, price: 0.42 })
    await world.simulated.fault({ method: 'GET', path: '^/clob/data/trades', kind: 'status', status: 500, times: 1e6 })
    await world.settle()
    await world.simulated.trade(0.42, 14, false)
    await world.delete(`/v1/orders/${both}`)
    await world.pass('5m', 5)
    await world.simulated.noFaults()
    await world.pass('2m', 5)
    expect(await world.order(rests)).toMatchObject({ status: 'EXECUTED', traded_qty: 10 })
    expect(await world.order(now)).toMatchObject({ status: 'EXECUTED', traded_qty: 10 })
    expect(await world.order(both)).toMatchObject({ status: 'CANCELLED', traded_qty: 4 })
  })
})

describe('a fill that shows late', () => {
  it('a fill reported after its order ended and the account sleeps is counted within about an hour', async () => {
    await open()
    const id = await world.place({ qty: 10, price: 0.42 })
    await world.settle()
    const none = { status: 200, body: { data: [], next_cursor: 'LTE=' } }
    await world.simulated.fault({ method: 'GET', path: '^/clob/data/trades', kind: 'status', ...none })
    await world.simulated.trade(0.42, 4, false)
    await world.delete(`/v1/orders/${id}`)
    await world.pass('3m', 5)
    const order = { status: 'CANCELLED', traded_qty: 4 }
    expect(await world.order(id)).toMatchObject({ ...order, fills: [], average_price: null, fills_complete: false })
    await world.simulated.noFaults()
    await world.pass('70m', 30)
    expect(await world.order(id)).toMatchObject({ ...order, average_price: 0.42, fills_complete: true })
    // Since then it holds something, and is looked at every five minutes.
    const polls = world.queues.sent.length
    await world.pass('3h', 60)
    expect(world.queues.sent.length - polls).toBe(36)
  })
})

describe('sells of a position', () => {
  it('sells right after the buy, and two at once, never promise shares twice', async () => {
    await open(900)
    await world.place({ order_type: 'MARKET', price: null, qty: 20 })
    const early = await world.place({ qty: 20, price: 0.4, buy_flag: false })
    await world.settle()
    const first = await world.place({ qty: 20, price: 0.4, buy_flag: false })
    const second = await world.place({ qty: 20, price: 0.4, buy_flag: false })
    await world.settle()
    await world.pass('1m', 2)
    for (const id of [early, first, second])
      expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
  })
})

describe('a market that ends', () => {
  it.each(['closed', 'resolved'])('a market %s while orders rest and are being sent ends them all', async (how) => {
    await open(900)
    const rests = await world.place({ qty: 10, price: 0.42 })
    await world.settle()
    await world.simulated.trade(0.42, 4, false)
    await creates(unanswered, lost)
    const unknown = await world.place({ qty: 10, price: 0.41 })
    const never = await world.place({ qty: 10, price: 0.41 })
    await world.settle()
    if (how === 'closed') await world.simulated.status('closed')
    else await world.simulated.resolve('yes')
    const late = await world.place({ qty: 10, price: 0.42 })
    await world.pass('5m', 5)
    expect(await world.order(rests)).toMatchObject({ status: 'CANCELLED', traded_qty: 4 })
    expect((await world.order(unknown)).status).toBe('CANCELLED')
    expect((await world.order(never)).status).toMatch(/CANCELLED|REJECTED/)
    expect((await world.order(late)).status).toBe('REJECTED')
  })
})

describe('orders and a cancel-all at the same instant', () => {
  it('orders end cancelled, or were placed after the cancel-all', async () => {
    await open(900)
    const ids = await Promise.all([1, 2, 3].map(() => world.place({ price: 0.41 })))
    await world.settle()
    const racing = Promise.all([4, 5, 6].map(() => world.place({ price: 0.41 })))
    await world.post('/v1/orders/cancel-all', { subaccount_id: world.hero.subaccountId })
    const more = await racing
    await world.settle()
    await world.pass('1m', 2)
    for (const id of [...ids, ...more]) expect((await world.order(id)).status).toBe('CANCELLED')
    expect(await resting()).toEqual([])
  })

  it('orders end cancelled and unsent if the index does not show them', async () => {
    await open()
    const show = hideLiveOrders(world)
    const id = await world.place({ price: 0.41 })
    await world.post('/v1/orders/cancel-all', { subaccount_id: world.hero.subaccountId })
    await world.settle()
    show()
    expect(await world.order(id)).toMatchObject({ cancel_reason: 'cancel_all', exchange_order_id: null })
    expect(await resting()).toEqual([])
  })

  it('long delayed orders end cancelled and unsent if the index does not show them', async () => {
    await open(900)
    const show = hideLiveOrders(world)
    const { get } = world.ports.accountSyncs
    // The last that is read before a send.
    Object.assign(world.ports.accountSyncs, {
      get: async (...requested: Parameters<typeof get>) => {
        Object.assign(world.ports.accountSyncs, { get })
        world.time.now += 500
        await world.post('/v1/orders/cancel-all', { subaccount_id: world.hero.subaccountId })
        world.time.now += 500
        return get(...requested)
      },
    })
    const id = await world.place({ price: 0.41 })
    await world.settle()
    show()
    await world.pass('5s')
    expect(await world.order(id)).toMatchObject({
      status: 'CANCELLED',
      cancel_reason: 'cancel_all',
      exchange_order_id: null,
    })
    expect(await resting()).toEqual([])
  })
})

describe('an order', () => {
  it('an order of hundreds of thousands of contracts keeps its size', async () => {
    await open()
    await world.simulated.book([], [[0.44, 500]])
    const id = await world.place({ qty: 900_000, price: 0.01 })
    await world.settle()
    await world.simulated.trade(0.01, 300_000, false)
    await world.pass('20s')
    expect(await world.order(id)).toMatchObject({ status: 'PARTIALLY_FILLED', traded_qty: 300_000 })
    await world.delete(`/v1/orders/${id}`)
    await world.pass('5s')
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', traded_qty: 300_000 })
  })

  it.each([
    [0.01, 'qty_below_minimum'],
    [4.99, 'qty_below_minimum'],
    [5.000001, 'qty_off_lot'],
    // From there on the exchange's answers do not distinguish shares from millionths of shares.
    [1_000_000, 'qty_above_maximum'],
    [1e9, 'qty_above_maximum'],
  ])('an order of %s contracts is refused in words', async (qty, code) => {
    await open()
    const id = await world.place({ qty, price: 0.01 })
    await world.settle()
    expect(await world.order(id)).toMatchObject({ status: 'REJECTED', reject_code: code })
  })

  it.each([0.01, 0.99])('an order at %s, the end of the grid, rests or trades', async (price) => {
    await open()
    const buy = await world.place({ qty: 10, price })
    const sell = await world.place({ qty: 10, price, buy_flag: false })
    await world.settle()
    await world.pass('10s')
    for (const id of [buy, sell]) expect((await world.order(id)).status).toMatch(/RESTING|EXECUTED|CANCELLED/)
  })

  it('an order with over a hundred fills in one poll, some settling meanwhile, counts each once', async () => {
    await open()
    const id = await world.place({ qty: 1_000, price: 0.42 })
    await world.settle()
    world.queues.copies = (message) => (message.queue === 'sync-account' ? 0 : 1)
    const trades = async (count: number) => {
      for (let trade = 0; trade < count; trade += 1) {
        world.time.now += 5
        await world.simulated.trade(0.42, 5, false)
      }
    }
    await trades(60)
    world.queues.copies = () => 1
    await world.pass('3m', 10)
    await trades(110)
    await world.pass('1m', 5)
    const order = await world.order(id)
    expect(order).toMatchObject({ status: 'PARTIALLY_FILLED', traded_qty: 850 })
    expect(order.fills).toHaveLength(170)
    expect(new Set(order.fills.map((fill: { status: string }) => fill.status))).toEqual(new Set(['FINAL']))
  })
})

describe('the account of an order', () => {
  it('the account of an order stays while a fill of the order can still be reversed', async () => {
    await open()
    await world.place({ order_type: 'MARKET', price: null, qty: 10 })
    await world.settle()
    await world.pass('2s')
    const url = `/v1/subaccounts/${world.hero.subaccountId}/credentials/EXCHANGE_B`
    expect((await world.delete(url)).status).toBe(409)
    await world.pass('20s')
    expect((await world.delete(url)).status).toBe(204)
  })

  it('an account shared by a second user shows neither user the other’s orders', async () => {
    await open()
    const second = await world.newKey('admin', randomUUID())
    const key = { key: second }
    const subaccount = (await world.post('/v1/subaccounts', { name: 'theirs' }, key)).body.subaccount_id
    const put = await world.put(
      `/v1/subaccounts/${subaccount}/credentials/EXCHANGE_B`,
      world.simulated.credentials,
      key,
    )
    expect(put.status).toBe(200)
    const ours = await world.place({ qty: 10, price: 0.44 })
    const rests = await world.place({ qty: 10, price: 0.41 })
    const theirs = await world.post(
      '/v1/orders',
      { order_type: 'LIMIT', qty: 7, buy_flag: true, price: 0.44, subaccount_id: subaccount, svc_id: world.svcId() },
      key,
    )
    expect(theirs.status).toBe(202)
    await world.settle()
    await world.pass('30s', 2)
    expect(await world.order(ours)).toMatchObject({ status: 'EXECUTED', traded_qty: 10 })
    const seen = (await world.get('/v1/orders', key)).body.orders
    expect(seen).toMatchObject([{ svc_order_id: theirs.body.svc_order_id, status: 'EXECUTED', traded_qty: 7 }])
    for (const answer of [
      await world.get(`/v1/orders/${ours}`, key),
      await world.delete(`/v1/orders/${rests}`, key),
      await world.post('/v1/orders/cancel-all', { subaccount_id: world.hero.subaccountId }, key),
    ])
      expect(answer.status).toBe(404)
    expect(await world.order(rests)).toMatchObject({ status: 'RESTING' })
    isAlone = false
  })
})
