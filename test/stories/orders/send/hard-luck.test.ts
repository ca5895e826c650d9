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

/** Whether all orders of the wallet are those of the story's user. */
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

  it('on a partly filled order that rests leaves it on the book, and it fills up as far as it can', async () => {
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

  it('after the order was cancelled takes back what it had', async () => {
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

  it('before the fill was ever seen shows it as reversed', async () => {
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

  it('of one of two parts leaves the other', async () => {
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
  it('whose answer is lost is off the book as soon as it is found, without waiting for the sweeper', async () => {
    await open()
    await world.simulated.book([[0.4, 500]], [[0.44, 4]])
    await creates(unanswered)
    const id = await world.place({ time_in_force: 'IOC', qty: 10, price: 0.44 })
    // Only messages are delivered, those that the order itself asked for: the sweeper's regular look does not come.
    await world.settle()
    await world.wait(4)
    expect(await resting()).toEqual([])
    await world.pass('20s')
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'not_filled', traded_qty: 4 })
  })

  it('whose answer and whose cancel are lost does not stay on the book', async () => {
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
  it('is taken off the book at its time although everything that should do it dies', async () => {
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

  it('whose time passes while nobody knows whether it arrived ends EXPIRED, and nothing rests', async () => {
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

  it('that never arrived ends EXPIRED', async () => {
    await open(900)
    await creates(...many(lost))
    const id = await world.place({ time_in_force: 'GTD', price: 0.41, expiry_ts_utc: expiry(40_000) })
    await world.settle()
    await world.pass('4m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'EXPIRED', traded_qty: 0 })
  })
})

describe('trades that cannot be read', () => {
  it('while orders end are counted when they can', async () => {
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
  it('after its order was over and the account left alone, is counted within the next hour or so', async () => {
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

describe('sells of what is held', () => {
  it('right after the buy, and two at once, never promise shares twice', async () => {
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
  it.each(['closed', 'resolved'])('%s while orders rest and are under way ends them all', async (how) => {
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
  it('end cancelled, or were placed after it', async () => {
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

  it('end cancelled and unsent where the index does not show them', async () => {
    await open()
    const show = hideLiveOrders(world)
    const id = await world.place({ price: 0.41 })
    await world.post('/v1/orders/cancel-all', { subaccount_id: world.hero.subaccountId })
    await world.settle()
    show()
    expect(await world.order(id)).toMatchObject({ cancel_reason: 'cancel_all', exchange_order_id: null })
    expect(await resting()).toEqual([])
  })

  it('end cancelled and unsent, also while they have been under way for long and the index does not show them', async () => {
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
  it('of hundreds of thousands of contracts keeps its size', async () => {
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
    // From there on the exchange's answers do not tell shares from millionths of shares.
    [1_000_000, 'qty_above_maximum'],
    [1e9, 'qty_above_maximum'],
  ])('of %s contracts is refused in words', async (qty, code) => {
    await open()
    const id = await world.place({ qty, price: 0.01 })
    await world.settle()
    expect(await world.order(id)).toMatchObject({ status: 'REJECTED', reject_code: code })
  })

  it.each([0.01, 0.99])('at %s, the end of the grid, rests or trades', async (price) => {
    await open()
    const buy = await world.place({ qty: 10, price })
    const sell = await world.place({ qty: 10, price, buy_flag: false })
    await world.settle()
    await world.pass('10s')
    for (const id of [buy, sell]) expect((await world.order(id)).status).toMatch(/RESTING|EXECUTED|CANCELLED/)
  })

  it('with more than a hundred fills in one poll, some of which settle meanwhile, counts each once', async () => {
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
  it('stays while a fill of it can still be reversed', async () => {
    await open()
    await world.place({ order_type: 'MARKET', price: null, qty: 10 })
    await world.settle()
    await world.pass('2s')
    const url = `/v1/subaccounts/${world.hero.subaccountId}/credentials/EXCHANGE_B`
    expect((await world.delete(url)).status).toBe(409)
    await world.pass('20s')
    expect((await world.delete(url)).status).toBe(204)
  })

  it('used by a second user as well tells neither of the other’s orders', async () => {
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
