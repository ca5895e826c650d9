/** A whole life on paper, through the real handlers: an entry that rests and fills, its stop that fires, and a market that pays. */

import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { worldOfTest } from '#test/support/use-world.ts'

const { world, startWorld } = worldOfTest()

/** Acts as the price watch that sees this price at the stop that an exit armed. */
const seeAtStopOf = async (exitId: string, price: number) => {
  const { trigger_complex_order_id: complexOrderId } = await world.complexOrder(exitId)
  const message = { complexOrderId, price: Math.round(price * 1_000_000), source: 'mid' as const }
  await world.queues.send('fire-trigger', message, { group: 'story' })
  await world.settle()
}

const balance = async (): Promise<number> => (await world.get('/v1/balances')).body[0].balance

describe.each(EXCHANGE_NAMES)('on %s', (exchange) => {
  it('an entry on paper rests, fills by the public trades, is sold by its stop, and no order leaves', async () => {
    await startWorld({ accounts: 'paper', exchange, quoted: true })
    await world.simulated.book([[0.38, 500]], [[0.44, 500]])
    const placed = await world.postOrder({
      order_type: 'LIMIT',
      buy_flag: true,
      qty: 20,
      price: 0.4,
      conditional_orders_params: [{ trigger_order: { qty: 20, buy_flag: false, stop_order_price: 0.3 } }],
    })
    expect(placed.status, JSON.stringify(placed.body)).toBe(202)
    const { svc_order_id: entry, complex_orders: ids } = placed.body
    await world.pass('6s', 2)
    expect(await world.order(entry)).toMatchObject({ status: 'RESTING', is_paper: true, traded_qty: 0 })
    await world.simulated.trade(0.38, 30, false)
    await world.pass('30s', 2)
    expect(await world.order(entry)).toMatchObject({ status: 'EXECUTED', traded_qty: 20, average_price: 0.4 })
    expect(await balance()).toBeCloseTo(9_992, 6)
    await world.simulated.book([[0.28, 500]], [[0.32, 500]])
    await seeAtStopOf(ids.conditional_orders[0], 0.3)
    await world.pass('30s', 2)
    const sales = (await world.orders()).filter((order: { buy_flag: boolean }) => !order.buy_flag)
    expect(sales).toMatchObject([{ status: 'EXECUTED', traded_qty: 20, average_price: 0.28, is_paper: true }])
    expect(world.exchangeCallsTo(/^(POST|DELETE) .*\/(orders?|amend|submit)$/)).toBe(0)
  })

  it('a decided market pays paper cash once', async () => {
    await startWorld({ accounts: 'paper', exchange, quoted: true })
    await world.simulated.book([[0.4, 500]], [[0.44, 500]])
    await world.place({ price: 0.44, qty: 10, time_in_force: 'IOC' })
    await world.pass('2m', 5)
    const before = await balance()
    await world.simulated.resolve('yes')
    await world.pass('3h', 60)
    expect(await balance()).toBeCloseTo(before + 10, 6)
    const { body } = await world.get('/v1/positions?include_closed=true')
    const [position] = body.subaccount_to_positions[0].positions
    expect(position).toMatchObject({ position: 0, is_paper: true })
    await world.pass('2h', 60)
    expect(await balance()).toBeCloseTo(before + 10, 6)
  })
})
