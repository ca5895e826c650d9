/** An order never trades with an order of its own account: an order it would meet leaves the book, and the new one continues. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { worldOfTest } from '../../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

const MARKET = { order_type: 'MARKET', time_in_force: 'IOC', price: null }

describe.each(EXCHANGE_NAMES)('on %s', (exchange) => {
  beforeEach(async () => {
    await startWorld({ exchange })
    await world.simulated.book([[0.35, 100]], [[0.46, 100]])
  })

  afterEach(async () => {
    const { fills } = await ownTrades()
    // No account is on both sides of a trade.
    const sides = new Map<string, number>()
    for (const { trade } of fills) sides.set(trade, (sides.get(trade) ?? 0) + 1)
    expect([...sides.values()].every((count) => count === 1)).toBe(true)
  })

  const ownTrades = async (): Promise<{ fills: ReadonlyArray<{ trade: string }> }> => {
    const orders = await Promise.all(
      (await world.orders()).map(({ svc_order_id: id }: { svc_order_id: string }) => world.order(id)),
    )
    const fills = orders.flatMap(({ fills: own }) => own)
    return { fills: fills.map(({ exchange_trade_id: trade }: { exchange_trade_id: string }) => ({ trade })) }
  }

  const rest = async (more: object): Promise<string> => {
    const id = await world.place(more)
    await world.pass('5s')
    expect(await world.order(id)).toMatchObject({ status: 'RESTING' })
    return id
  }

  it.each([
    ['a LIMIT order', { price: 0.46, qty: 20 }],
    ['an IOC order', { price: 0.46, qty: 20, time_in_force: 'IOC' }],
    ['a MARKET order', { ...MARKET, qty: 20 }],
  ])('%s to buy takes the own offer off the book, and trades with others', async (_what, order) => {
    const own = await rest({ buy_flag: false, price: 0.45, qty: 10 })
    const id = await world.place(order)
    await world.pass('10s')
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 20, average_price: 0.46 })
    expect(await world.order(own)).toMatchObject({
      status: 'CANCELLED',
      cancel_reason: 'cancelled_by_exchange',
      traded_qty: 0,
    })
  })

  it('a sale removes the own bid from the book, and rests with its unsold quantity', async () => {
    const own = await rest({ price: 0.4, qty: 10 })
    const id = await world.place({ buy_flag: false, price: 0.39, qty: 20 })
    await world.pass('10s')
    expect(await world.order(id)).toMatchObject({ status: 'RESTING', traded_qty: 0 })
    expect(await world.order(own)).toMatchObject({ status: 'CANCELLED', traded_qty: 0 })
  })

  it('an own order behind orders of others stays', async () => {
    await world.simulated.book([[0.35, 100]], [[0.44, 100]])
    const own = await rest({ buy_flag: false, price: 0.45, qty: 10 })
    const id = await world.place({ price: 0.46, qty: 20 })
    await world.pass('10s')
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', average_price: 0.44 })
    expect(await world.order(own)).toMatchObject({ status: 'RESTING' })
  })

  it('an own order on the same side, or out of reach, stays', async () => {
    const own = await rest({ buy_flag: false, price: 0.45, qty: 10 })
    const id = await rest({ price: 0.44, qty: 10 })
    const sale = await rest({ buy_flag: false, price: 0.46, qty: 10 })
    for (const one of [own, id, sale]) expect(await world.order(one)).toMatchObject({ status: 'RESTING' })
  })

  it('a take-profit that a new purchase met is placed again', async () => {
    const parent = await world.place({
      qty: 20,
      price: 0.46,
      conditional_orders_params: [{ trigger_order: { qty: 20, buy_flag: false, price: 0.5 } }],
    })
    await world.pass('20s')
    await world.simulated.book([[0.35, 100]], [[0.51, 100]])
    const id = await world.place({ price: 0.51, qty: 10, time_in_force: 'IOC' })
    await world.pass('30s')
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', average_price: 0.51 })
    const takeProfits = (await world.orders()).filter(
      (one: { svc_order_id: string; buy_flag: boolean }) => one.svc_order_id !== parent && !one.buy_flag,
    )
    expect(takeProfits).toMatchObject([
      { status: 'RESTING', qty: 20, price: 0.5 },
      { status: 'CANCELLED', traded_qty: 0 },
    ])
  })
})
