/** PATCH /v1/orders/{order_id}: quantity, price and expiry change on either exchange, and never does more than the larger total fill. */

import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { worldOfTest } from '../../../support/use-world.ts'
import type { WorldOptions } from '../../../support/world.ts'

const { world, startWorld } = worldOfTest()

const open = async (exchange: ExchangeName, options: WorldOptions = {}): Promise<void> => {
  await startWorld({ exchange, ...options })
  await world.simulated.book([[0.3, 5_000]], [[0.6, 5_000]])
}

const resting = async (order: object = {}): Promise<string> => {
  const id = await world.place({ price: 0.41, qty: 20, ...order })
  await world.pass('5s')
  return id
}

const amend = (id: string, change: object, headers: Record<string, string> = {}) =>
  world.patch(`/v1/orders/${id}`, change, { headers })

const DONE = { last_amend: { status: 'DONE', reason: null } }

/** Contracts that the account has bought and sold at the exchange. */
const traded = async (): Promise<number> => {
  const { accounts } = await world.simulated.ledger()
  const { fills } = accounts.find(({ id }: { id: string }) => id === 'story')
  return fills.reduce((sum: number, fill: { qty: number }) => sum + fill.qty, 0)
}

describe.each(EXCHANGE_NAMES)('a resting order on %s', (exchange) => {
  it.each([
    ['up', { qty: 30 }, { qty: 30, price: 0.41 }],
    ['down', { qty: 12.5 }, { qty: 12.5, price: 0.41 }],
    ['to another price', { price: 0.45 }, { qty: 20, price: 0.45 }],
    ['in both', { qty: 8, price: 0.35 }, { qty: 8, price: 0.35 }],
  ])('is amended %s, and fills to its new total', async (_how, change, terms) => {
    await open(exchange)
    const id = await resting()
    const answer = await amend(id, change)
    expect(answer).toMatchObject({ status: 202, body: { svc_order_id: id, last_amend: { status: 'PENDING' } } })
    await world.pass('15s')
    expect(await world.order(id)).toMatchObject({ ...terms, ...DONE, original_qty: 20, status: 'RESTING' })
    await world.simulated.trade(terms.price, 500, false)
    await world.pass('40s')
    expect(await world.order(id)).toMatchObject({ ...terms, status: 'EXECUTED', traded_qty: terms.qty })
    expect(await traded()).toBe(terms.qty)
  })

  it.each([
    ['up', { qty: 30 }, 30],
    ['down', { qty: 14 }, 14],
    ['to another price', { price: 0.43 }, 20],
  ])('an order that fills meanwhile is amended %s, and the earlier fills count', async (_how, change, total) => {
    await open(exchange)
    const id = await resting()
    await world.simulated.trade(0.41, 6, false)
    await amend(id, change)
    await world.simulated.trade(0.41, 2, false)
    await world.pass('20s')
    expect(await world.order(id)).toMatchObject({ ...DONE, qty: total, status: 'PARTIALLY_FILLED', traded_qty: 8 })
    await world.simulated.trade(0.41, 500, false)
    await world.pass('40s')
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', qty: total, traded_qty: total })
    expect(await traded()).toBe(total)
  })

  it('an order amended to its filled quantity is EXECUTED', async () => {
    await open(exchange)
    const id = await resting()
    await world.simulated.trade(0.41, 6, false)
    await world.pass('20s')
    await amend(id, { qty: 6 })
    await world.pass('40s')
    expect(await world.order(id)).toMatchObject({ ...DONE, status: 'EXECUTED', qty: 6, traded_qty: 6 })
  })

  it('is amended repeatedly, one amend after another', async () => {
    await open(exchange)
    const id = await resting()
    for (const change of [{ qty: 25 }, { price: 0.44 }, { qty: 10, price: 0.4 }]) {
      expect((await amend(id, change)).status).toBe(202)
      expect(await amend(id, { qty: 99 })).toMatchObject({ status: 409, body: { code: 'amend_pending' } })
      await world.pass('15s')
      expect(await world.order(id)).toMatchObject({ ...change, ...DONE, original_qty: 20 })
    }
    await world.simulated.trade(0.4, 500, false)
    await world.pass('40s')
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 10 })
  })

  it('an order that fills whole before its amend stays EXECUTED, and the amend is refused', async () => {
    await open(exchange)
    const id = await resting()
    world.queues.copies = () => 0
    await amend(id, { qty: 30 })
    await world.simulated.trade(0.41, 20, false)
    world.queues.copies = () => 1
    await world.pass('60s')
    expect(await world.order(id)).toMatchObject({
      status: 'EXECUTED',
      qty: 20,
      traded_qty: 20,
      last_amend: { status: 'REFUSED', reason: 'The order had filled before it could be changed.' },
    })
  })

  it('an order that fills beyond the smaller total before its amend stays unchanged', async () => {
    await open(exchange)
    const id = await resting()
    world.queues.copies = () => 0
    await amend(id, { qty: 10 })
    await world.simulated.trade(0.41, 13, false)
    world.queues.copies = () => 1
    await world.pass('60s')
    expect(await world.order(id)).toMatchObject({
      status: 'PARTIALLY_FILLED',
      qty: 20,
      traded_qty: 13,
      last_amend: { status: 'REFUSED', reason: expect.stringMatching(/filled/) },
    })
    await world.simulated.trade(0.41, 500, false)
    await world.pass('40s')
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', qty: 20, traded_qty: 20 })
  })

  it('an order cancelled during its amend is CANCELLED', async () => {
    await open(exchange)
    const id = await resting()
    await amend(id, { qty: 30 })
    await world.delete(`/v1/orders/${id}`)
    await world.pass('40s')
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', traded_qty: 0 })
    expect(await amend(id, { qty: 5 })).toMatchObject({ status: 409, body: { code: 'order_final' } })
  })

  it('keeps its post_only: a price that would cross is refused, and the order stays unchanged', async () => {
    await open(exchange)
    const id = await resting({ post_only: true })
    await amend(id, { price: 0.61 })
    await world.pass('30s')
    expect(await world.order(id)).toMatchObject({
      status: 'RESTING',
      price: 0.41,
      qty: 20,
      last_amend: { status: 'REFUSED', reason: expect.stringMatching(/post_only/) },
    })
    expect(await traded()).toBe(0)
  })

  it('trades at once if its new price crosses', async () => {
    await open(exchange)
    const id = await resting()
    await amend(id, { price: 0.6 })
    await world.pass('40s')
    expect(await world.order(id)).toMatchObject({ ...DONE, status: 'EXECUTED', price: 0.6, traded_qty: 20 })
  })

  it('an order with an amended expiry expires at the new time', async () => {
    await open(exchange)
    const at = (seconds: number) => new Date(world.time.now + seconds * 1_000).toISOString()
    const id = await resting({ time_in_force: 'GTD', expiry_ts_utc: at(3_600) })
    const soon = at(400)
    await amend(id, { expiry_ts_utc: soon })
    await world.pass('30s')
    expect(await world.order(id)).toMatchObject({ ...DONE, status: 'RESTING', expiry_ts_utc: soon })
    await world.pass('400s', 5)
    expect(await world.order(id)).toMatchObject({ status: 'EXPIRED' })
  })

  it('an order that waits to be sent is amended in place', async () => {
    await open(exchange)
    world.queues.copies = () => 0
    const id = await world.place({ price: 0.41, qty: 20 })
    expect(await amend(id, { qty: 7, price: 0.4 })).toMatchObject({
      status: 202,
      body: { ...DONE, qty: 7, price: 0.4, original_qty: 20, status: 'PENDING_SUBMISSION' },
    })
    world.queues.copies = () => 1
    await world.pass('60s')
    expect(await world.order(id)).toMatchObject({ status: 'RESTING', qty: 7, price: 0.4 })
  })

  it('is amended once for one Idempotency-Key', async () => {
    await open(exchange)
    const id = await resting()
    const key = { 'idempotency-key': 'amend-1' }
    const [first, again] = [await amend(id, { qty: 30 }, key), await amend(id, { qty: 30 }, key)]
    expect(again.body).toEqual(first.body)
    await world.pass('15s')
    expect((await amend(id, { qty: 30 }, key)).body).toEqual(first.body)
    expect(await world.order(id)).toMatchObject({ ...DONE, qty: 30 })
  })
})

describe('a change on EXCHANGE_B takes the order off its book, and the rest of it goes out at once', () => {
  /** No sweep finds the order before. */
  const SOON = '2s'
  const sends = () => world.exchangeCallsTo(/^POST .*\/order$/)

  /** An order that is off the book, before the send of its rest is requested. */
  const takenOff = async (change: object): Promise<string> => {
    await open('EXCHANGE_B')
    return leaveBook(await resting(), change)
  }

  const leaveBook = async (id: string, change: object): Promise<string> => {
    world.queues.copies = ({ queue }) => (queue === 'execute-order' ? 0 : 1)
    await amend(id, change)
    await world.pass(SOON)
    expect(await world.ports.orders.get(id)).toMatchObject({ sendState: 'none', replaced: { attempts: 1 } })
    world.queues.copies = () => 1
    return id
  }

  it('the rest goes out when the exchange confirms the removal', async () => {
    await open('EXCHANGE_B')
    const id = await resting()
    const before = sends()
    await amend(id, { price: 0.44 })
    await world.pass(SOON)
    expect(await world.order(id)).toMatchObject({ ...DONE, status: 'RESTING', price: 0.44 })
    expect(sends() - before).toBe(1)
  })

  it('the rest goes out when the cancel message is redelivered after its run died', async () => {
    const id = await takenOff({ price: 0.44 })
    await world.queues.send('cancel-order', { orderId: id }, { group: 'again' })
    await world.pass(SOON)
    expect(await world.order(id)).toMatchObject({ ...DONE, status: 'RESTING', price: 0.44 })
  })

  it('the rest is not sent if the order is cancelled first', async () => {
    const id = await takenOff({ qty: 30 })
    const before = sends()
    await world.delete(`/v1/orders/${id}`)
    await world.queues.send('cancel-order', { orderId: id }, { group: 'again' })
    await world.pass('2m')
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', traded_qty: 0 })
    expect(sends() - before).toBe(0)
  })

  it('an order cancelled meanwhile stays cancelled, even if it would expire before its fills settle', async () => {
    await open('EXCHANGE_B', { settleAfterMs: 600_000 })
    const expiry = new Date(world.time.now + 120_000).toISOString()
    const id = await resting({ time_in_force: 'GTD', expiry_ts_utc: expiry })
    await world.simulated.trade(0.41, 6, false)
    await world.pass('10s')
    await leaveBook(id, { qty: 15 })
    await world.delete(`/v1/orders/${id}`)
    await world.pass('3m', 5)
    await world.queues.send('cancel-order', { orderId: id }, { group: 'again' })
    await world.pass(SOON)
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user', traded_qty: 6 })
  })
})

describe('an order on EXCHANGE_B that expires while it is off its book to be changed', () => {
  const at = (seconds: number) => new Date(world.time.now + seconds * 1_000).toISOString()

  it('the order expires at the requested expiry: the amend is done', async () => {
    await open('EXCHANGE_B')
    const id = await resting({ time_in_force: 'GTD', expiry_ts_utc: at(3_600) })
    const soon = at(1)
    await amend(id, { expiry_ts_utc: soon })
    await world.pass('90s')
    expect(await world.order(id)).toMatchObject({ ...DONE, status: 'EXPIRED', expiry_ts_utc: soon, traded_qty: 0 })
  })

  it('the order expires at its former expiry: the amend is refused in words', async () => {
    await open('EXCHANGE_B')
    const expiry = at(100)
    const id = await resting({ time_in_force: 'GTD', expiry_ts_utc: expiry })
    world.queues.copies = ({ queue }) => (queue === 'execute-order' ? 0 : 1)
    await amend(id, { price: 0.44 })
    await world.pass('2s')
    world.time.now += 100_000
    world.queues.copies = () => 1
    await world.pass('90s')
    expect(await world.order(id)).toMatchObject({
      last_amend: { status: 'REFUSED', reason: 'The order had ended before it could be changed.' },
      status: 'EXPIRED',
      expiry_ts_utc: expiry,
      price: 0.41,
    })
  })
})

describe('an order on EXCHANGE_A whose new expiry has passed before the change is sent', () => {
  const at = (seconds: number) => new Date(world.time.now + seconds * 1_000).toISOString()

  /** Delays the amend until its expiry has passed. */
  const amendedLate = async (change: object): Promise<{ readonly id: string; readonly soon: string }> => {
    await open('EXCHANGE_A')
    const id = await resting({ time_in_force: 'GTD', expiry_ts_utc: at(3_600) })
    world.queues.copies = ({ queue }) => (queue === 'execute-order' ? 0 : 1)
    const soon = at(5)
    await amend(id, { expiry_ts_utc: soon, ...change })
    world.time.now += 6_000
    world.queues.copies = () => 1
    return { id, soon }
  }

  const NOTHING_ELSE = { status: 'DONE', reason: expect.stringMatching(/only its expiry was changed/i) }

  it.each([
    ['alone', {}, { status: 'DONE', reason: null }],
    ['with a smaller total', { qty: 5 }, NOTHING_ELSE],
    ['with another price', { price: 0.45 }, NOTHING_ELSE],
  ])('the order expires at the new expiry: %s', async (_how, change, last_amend) => {
    const { id, soon } = await amendedLate(change)
    await world.pass('60s')
    const ended = { status: 'EXPIRED', expiry_ts_utc: soon, qty: 20, price: 0.41, traded_qty: 0 }
    expect(await world.order(id)).toMatchObject({ ...ended, last_amend })
    expect(world.exchangeCallsTo(/\/amend$/)).toBe(0)
  })

  it('the order counts fills until it has left the book', async () => {
    const { id } = await amendedLate({ qty: 5 })
    await world.simulated.trade(0.41, 8, false)
    await world.pass('60s')
    expect(await world.order(id)).toMatchObject({ status: 'EXPIRED', qty: 20, traded_qty: 8 })
  })

  it.each([8, 25])('an earlier send may have carried the whole amend: %i filled', async (filled) => {
    await open('EXCHANGE_A')
    const id = await resting({ time_in_force: 'GTD', expiry_ts_utc: at(3_600) })
    await world.simulated.fault({ ...world.simulated.calls.amend, times: 1, kind: 'drop_after' })
    const soon = at(3)
    await amend(id, { qty: 30, expiry_ts_utc: soon })
    await world.settle()
    await world.simulated.trade(0.41, filled, false)
    world.time.now += 4_000
    await world.pass('60s')
    expect(await world.order(id)).toMatchObject({ status: 'EXPIRED', expiry_ts_utc: soon, traded_qty: filled })
  })
})

describe('an order on EXCHANGE_A whose own expiry passes before a change of its price is sent', () => {
  it('the order expires, and the amend is refused', async () => {
    await open('EXCHANGE_A')
    const expiry = new Date(world.time.now + 60_000).toISOString()
    const id = await resting({ time_in_force: 'GTD', expiry_ts_utc: expiry })
    world.queues.copies = ({ queue }) => (queue === 'execute-order' ? 0 : 1)
    await amend(id, { price: 0.44 })
    world.time.now += 56_000
    world.queues.copies = () => 1
    await world.pass('60s')
    expect(await world.order(id)).toMatchObject({
      last_amend: { status: 'REFUSED', reason: 'The order had ended before it could be changed.' },
      status: 'EXPIRED',
      price: 0.41,
    })
    expect(world.exchangeCallsTo(/\/amend$/)).toBe(0)
  })
})

describe('a change on EXCHANGE_A whose first send may still arrive', () => {
  const sends = () => world.exchangeCallsTo(/\/amend$/)
  const amends = async (...fates: readonly object[]): Promise<void> => {
    for (const fate of fates) await world.simulated.fault({ ...world.simulated.calls.amend, times: 1, ...fate })
  }
  const lost = { kind: 'drop_before' }
  const refused = { kind: 'status', status: 400, body: { error: { code: 'insufficient_balance' } } }

  it('the amend is not refused by the answer to the second send', async () => {
    await open('EXCHANGE_A')
    const id = await resting()
    await amends(lost, refused)
    await amend(id, { qty: 30 })
    await world.pass('50s')
    expect(await world.order(id)).toMatchObject({ last_amend: { status: 'PENDING' } })
    await world.pass('1m')
    expect(await world.order(id)).toMatchObject({ ...DONE, qty: 30 })
  })

  it('the next amend waits a minute: a late send would undo it', async () => {
    await open('EXCHANGE_A')
    const id = await resting()
    await amends(lost)
    await amend(id, { qty: 30 })
    await world.pass('20s')
    expect(await world.order(id)).toMatchObject({ ...DONE, qty: 30 })
    const before = sends()
    expect((await amend(id, { qty: 25 })).status).toBe(202)
    await world.pass('20s')
    expect([sends() - before, (await world.order(id)).last_amend.status]).toEqual([0, 'PENDING'])
    await world.pass('1m')
    expect(await world.order(id)).toMatchObject({ ...DONE, qty: 25 })
  })
})

describe.each(EXCHANGE_NAMES)('a change on %s is refused in words', (exchange) => {
  it.each([
    [{ qty: 4 }, 'below_filled', 'The order cannot be changed to 4 contracts: 6 contracts have filled.'],
    [{ price: 0.4155 }, 'price_off_tick', expect.stringMatching(/price grid/)],
    [{ qty: 20.0001 }, 'qty_off_lot', expect.stringMatching(/multiple/)],
    [{ expiry_ts_utc: '2027-01-01T00:00:00Z' }, 'not_amendable', expect.stringMatching(/GTD/)],
  ])('an amend to %o that does not fit the order or its market is refused', async (change, code, detail) => {
    await open(exchange)
    const id = await resting()
    await world.simulated.trade(0.41, 6, false)
    await world.pass('30s')
    expect(await amend(id, change)).toMatchObject({ status: 409, body: { code, detail } })
    expect(await world.order(id)).toMatchObject({ qty: 20, price: 0.41, last_amend: null })
  })

  it('an amend that raises an order under a halt is refused; one that lowers it passes', async () => {
    await open(exchange)
    const id = await resting()
    await world.post(`/v1/subaccounts/${world.hero.subaccountId}/halt`)
    expect(await amend(id, { qty: 30 })).toMatchObject({ status: 409, body: { code: 'trading_halted' } })
    expect(await amend(id, { price: 0.42 })).toMatchObject({ status: 409, body: { code: 'trading_halted' } })
    expect((await amend(id, { qty: 10 })).status).toBe(202)
    await world.pass('20s')
    expect(await world.order(id)).toMatchObject({ ...DONE, qty: 10, status: 'RESTING' })
  })

  it('an amend is refused if trading is halted before it is carried out', async () => {
    await open(exchange)
    const id = await resting()
    world.queues.delay = () => 5_000
    expect((await amend(id, { qty: 30 })).status).toBe(202)
    await world.post(`/v1/subaccounts/${world.hero.subaccountId}/halt`)
    world.queues.delay = () => 0
    await world.pass('1m')
    expect(await world.order(id)).toMatchObject({
      status: 'RESTING',
      qty: 20,
      last_amend: { status: 'REFUSED', reason: expect.stringMatching(/halted/) },
    })
  })

  it('an amend is refused if trading is halted while it is carried out', async () => {
    await open(exchange)
    const id = await resting()
    expect((await amend(id, { qty: 30 })).status).toBe(202)
    const { get } = world.ports.accountSyncs
    // The last that is read before a send.
    Object.assign(world.ports.accountSyncs, {
      get: async (...requested: Parameters<typeof get>) => {
        Object.assign(world.ports.accountSyncs, { get })
        await world.post(`/v1/subaccounts/${world.hero.subaccountId}/halt`)
        return get(...requested)
      },
    })
    await world.pass('1m')
    expect(await world.order(id)).toMatchObject({ status: 'RESTING', qty: 20, last_amend: { status: 'REFUSED' } })
  })

  it('an amend that breaks a risk limit is refused', async () => {
    await open(exchange)
    const id = await resting()
    await world.put(`/v1/subaccounts/${world.hero.subaccountId}/limits`, { max_order_qty: 25 })
    expect(await amend(id, { qty: 26 })).toMatchObject({ status: 409, body: { code: 'risk_limit' } })
    expect((await amend(id, { qty: 25 })).status).toBe(202)
    await world.pass('20s')
    expect(await world.order(id)).toMatchObject({ ...DONE, qty: 25 })
  })

  it('an amend above the cost limit is refused; a sale costs a dollar less its price', async () => {
    await open(exchange)
    const id = await world.place({ buy_flag: false, price: 0.7, qty: 10 })
    await world.pass('5s')
    await world.put(`/v1/subaccounts/${world.hero.subaccountId}/limits`, { max_order_cost: 4 })
    expect(await amend(id, { price: 0.59 })).toMatchObject({ status: 409, body: { code: 'risk_limit' } })
    expect((await amend(id, { price: 0.6 })).status).toBe(202)
    await world.pass('20s')
    expect(await world.order(id)).toMatchObject({ status: 'RESTING', price: 0.6 })
  })

  it('an amend of an order that acts at once, or by a stranger, is refused', async () => {
    await open(exchange)
    world.queues.copies = () => 0
    const id = await world.place({ price: 0.6, time_in_force: 'IOC' })
    world.queues.copies = () => 1
    expect(await amend(id, { qty: 5 })).toMatchObject({ status: 409, body: { code: 'not_amendable' } })
    expect(await world.patch('/v1/orders/00000000-0000-4000-8000-000000000000', { qty: 5 })).toMatchObject({
      status: 404,
    })
    const other = await resting()
    const key = await world.newKey('trade', 'somebody')
    expect(await world.patch(`/v1/orders/${other}`, { qty: 5 }, { key })).toMatchObject({ status: 404 })
    for (const [body, why] of [
      [{}, /at least one/],
      [{ qty: 0 }, /greater than 0/],
      [{ price: 1 }, /less than 1/],
      [{ size: 3 }, /Extra inputs/],
      [{ expiry_ts_utc: '2020-01-01T00:00:00Z' }, /future/],
    ] as const) {
      const refused = await amend(other, body)
      expect(refused.status).toBe(422)
      expect(JSON.stringify(refused.body)).toMatch(why)
    }
    await world.pass('60s')
  })
})

it.each(EXCHANGE_NAMES)(
  'a change on %s under a halt may raise an order to the position it can still reduce',
  async (exchange) => {
    await open(exchange)
    await world.place({ price: 0.6, qty: 20, time_in_force: 'IOC' })
    await world.pass('1m', 5)
    const id = await resting({ price: 0.59, qty: 10, buy_flag: false })
    await world.simulated.trade(0.59, 6, true)
    await world.pass('1m', 5)
    await world.post(`/v1/subaccounts/${world.hero.subaccountId}/halt`)
    // 14 are held: with the 6 that are sold the total may be 20.
    expect(await amend(id, { qty: 21 })).toMatchObject({ status: 409, body: { code: 'trading_halted' } })
    expect((await amend(id, { qty: 20 })).status).toBe(202)
    await world.pass('20s')
    expect(await world.order(id)).toMatchObject({ ...DONE, qty: 20, traded_qty: 6 })
  },
)
