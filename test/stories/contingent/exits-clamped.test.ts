/** An exit never sells what the account does not hold, whoever sold it meanwhile, and says so where that leaves it short. */

import { beforeEach, describe, expect, it } from 'vitest'
import { ownAccount } from '#test/support/ledger/own-account.ts'
import { positionThere } from '#test/support/ledger/position-there.ts'
import { playedOn } from '../../support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

const show = (id: string) => world.complexOrder(id)

const position = (): Promise<number> => positionThere(world)

const sell = async (qty: number): Promise<void> => {
  const id = await world.place({ qty, buy_flag: false, price: 0.4, time_in_force: 'IOC' })
  await world.pass('20s')
  expect(await world.order(id)).toMatchObject({ traded_qty: qty })
}

/** A conditional that hangs on an order already filled acts at once. */
const attach = (parent: string, params: object): Promise<string> =>
  world.placeConditional({ ...params, parent_svc_order_id: parent })

const entered = async (): Promise<string> => {
  const entry = await world.place({ qty: 20, price: 0.44 })
  await world.pass('30s')
  expect(await world.order(entry)).toMatchObject({ status: 'EXECUTED' })
  return entry
}

describe.each(playedOn('EXCHANGE_B'))('on %s, where the user has sold some of it by hand', (exchange) => {
  beforeEach(() => startWorld({ exchange, quoted: true }))

  it('a TP rests for the remaining position, and fills down to zero and not below', async () => {
    const entry = await entered()
    await sell(12)
    const tp = await attach(entry, {
      conditional_order_type: 'TP',
      trigger_order: { qty: 20, buy_flag: false, price: 0.6 },
    })
    await world.pass('30s')
    const { trigger_svc_order_id: exit } = await show(tp)
    expect((await world.order(exit)).status).toBe('RESTING')
    await world.simulated.book([[0.4, 500]], [[0.7, 500]])
    await world.simulated.trade(0.6, 20, true)
    await world.pass('400s', 5)
    expect(await position()).toBe(0)
    expect(await world.order(exit)).toMatchObject({ status: 'EXECUTED', qty: 8 })
    expect((await show(tp)).exit_incomplete_at).toBeNull()
  })

  it('a TP that fills gradually never offers more than the remaining position', async () => {
    const entry = await entered()
    await sell(12)
    await attach(entry, { conditional_order_type: 'TP', trigger_order: { qty: 20, buy_flag: false, price: 0.6 } })
    await world.pass('30s')
    await world.simulated.book([[0.4, 500]], [[0.7, 500]])
    for (const qty of [3, 5]) {
      const resting = (await ownAccount(world)).orders.filter(({ status }) => status === 'resting')
      const offered = resting.reduce((sum, one) => sum + one.qty - one.filled_qty, 0)
      expect(offered).toBe(await position())
      await world.simulated.trade(0.6, qty, true)
      await world.pass('60s', 5)
    }
    expect(await position()).toBe(0)
    await world.pass('400s', 10)
    expect(await position()).toBe(0)
  })

  it('an SL that fires into a LIMIT order sells the remaining position', async () => {
    const entry = await entered()
    await sell(12)
    const sl = await attach(entry, {
      conditional_order_type: 'SL',
      trigger_order: { qty: 20, buy_flag: false, price: 0.25, stop_order_price: 0.3 },
    })
    await world.pass('5s')
    await world.simulated.book([[0.28, 500]], [[0.3, 500]])
    await world.look()
    await world.pass('400s', 5)
    expect((await show(sl)).status).toBe('TRIGGERED')
    expect(await position()).toBe(0)
  })

  it('an exit without a position ends at once and sends no order', async () => {
    const entry = await entered()
    await sell(20)
    const tp = await attach(entry, {
      conditional_order_type: 'TP',
      trigger_order: { qty: 20, buy_flag: false, price: 0.6 },
    })
    await world.pass('400s', 5)
    expect(await position()).toBe(0)
    expect(await show(tp)).toMatchObject({
      status: 'CANCELLED',
      cancel_reason: 'position_closed',
      exit_incomplete_at: null,
    })
    expect((await ownAccount(world)).orders).toHaveLength(2)
  })
})

it('on EXCHANGE_A a resting TP shrinks after a manual sale', async () => {
  await startWorld({ quoted: true })
  const entry = await entered()
  const tp = await attach(entry, {
    conditional_order_type: 'TP',
    trigger_order: { qty: 20, buy_flag: false, price: 0.6 },
  })
  await world.pass('30s')
  const first = (await show(tp)).trigger_svc_order_id
  expect(await world.order(first)).toMatchObject({ status: 'RESTING', qty: 20 })
  await sell(12)
  await world.pass('60s', 2)
  expect(await world.order(first)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'sibling' })
  expect(await world.order((await show(tp)).trigger_svc_order_id)).toMatchObject({ status: 'RESTING', qty: 8 })
  await world.simulated.book([[0.4, 500]], [[0.7, 500]])
  await world.simulated.trade(0.6, 20, true)
  await world.pass('120s', 5)
  expect(await position()).toBe(0)
})

it('on EXCHANGE_A a TP that fills stays on the book for the rest, and keeps its place there', async () => {
  await startWorld({ quoted: true })
  const entry = await entered()
  const tp = await attach(entry, {
    conditional_order_type: 'TP',
    trigger_order: { qty: 20, buy_flag: false, price: 0.6 },
  })
  await world.pass('30s')
  await world.simulated.book([[0.4, 500]], [[0.7, 500]])
  for (const qty of [5, 7]) {
    await world.simulated.trade(0.6, qty, true)
    await world.pass('40s', 2)
  }
  const { trigger_svc_order_id: exit } = await show(tp)
  expect(await world.order(exit)).toMatchObject({ status: 'PARTIALLY_FILLED', qty: 20, traded_qty: 12 })
  expect(await world.orders()).toHaveLength(2)
})

it('on EXCHANGE_A an exit goes out as requested if the exchange does not report its position', async () => {
  await startWorld({ quoted: true })
  const entry = await entered()
  await world.simulated.fault({ path: '/portfolio/positions', kind: 'status', status: 500 })
  const tp = await attach(entry, {
    conditional_order_type: 'TP',
    trigger_order: { qty: 20, buy_flag: false, price: 0.6 },
  })
  await world.pass('30s')
  expect(await world.order((await show(tp)).trigger_svc_order_id)).toMatchObject({ status: 'RESTING', qty: 20 })
})

describe('on EXCHANGE_B, where another sale keeps some of the shares', () => {
  beforeEach(() => startWorld({ exchange: 'EXCHANGE_B', quoted: true }))

  /** The orders of the TP, sent or not; oldest first. */
  const offers = async () => {
    const orders: readonly { price: number; status: string; qty: number }[] = await world.orders()
    const expected = orders.filter(({ price, status }) => price === 0.6 && status !== 'CANCELLED')
    return expected.map(({ status, qty }) => `${qty} ${status}`).sort()
  }
  const exitAt60 = { conditional_order_type: 'TP', trigger_order: { qty: 20, buy_flag: false, price: 0.6 } }

  it('a TP offers the free shares, and the rest as soon as the sale leaves the book', async () => {
    const entry = await entered()
    const sale = await world.place({ qty: 6, buy_flag: false, price: 0.9 })
    await world.pass('5s')
    await attach(entry, exitAt60)
    await world.pass('60s', 5)
    expect(await offers()).toEqual(['14 RESTING', '6 PENDING_SUBMISSION'])
    await world.delete(`/v1/orders/${sale}`)
    await world.pass('60s', 5)
    expect(await offers()).toEqual(['14 RESTING', '6 RESTING'])
  })

  it('a TP waits a moment for a sale that is about to leave the book, and goes out in one order', async () => {
    const entry = await entered()
    const sale = await world.place({ qty: 6, buy_flag: false, price: 0.9 })
    await world.pass('5s')
    await attach(entry, exitAt60)
    await world.delete(`/v1/orders/${sale}`)
    await world.pass('60s', 5)
    expect(await offers()).toEqual(['20 RESTING'])
  })

  it('a TP leaves the shares to the sale that fills them', async () => {
    const entry = await entered()
    await world.place({ qty: 6, buy_flag: false, price: 0.5 })
    await world.pass('5s')
    const tp = await attach(entry, exitAt60)
    await world.pass('20s', 5)
    await world.simulated.book([[0.4, 500]], [[0.7, 500]])
    await world.simulated.trade(0.5, 6, true)
    await world.pass('120s', 5)
    expect(await offers()).toEqual(['14 RESTING'])
    await world.simulated.trade(0.6, 20, true)
    await world.pass('400s', 5)
    expect(await position()).toBe(0)
    expect((await show(tp)).exit_incomplete_at).toBeNull()
  })
})
