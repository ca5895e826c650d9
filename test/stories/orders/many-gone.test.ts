/** Very many orders of one account leave the book at one moment, and no poll has the time to find out about all of them. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { playedOn } from '../../support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

const READ_ONE = { EXCHANGE_A: '/portfolio/orders/.+', EXCHANGE_B: '/data/order/' }

const rest = async (many: number): Promise<readonly string[]> => {
  const ids: string[] = []
  for (let n = 0; n < many; n += 1) ids.push(await world.place({ price: 0.41, qty: 5 }))
  await world.pass('2m', 5)
  return ids
}

const cancelled = async (): Promise<number> =>
  (await world.orders()).filter(({ status }: { status: string }) => status === 'CANCELLED').length

describe.each(playedOn('EXCHANGE_A'))('on %s', (exchange) => {
  const failReads = (fault: object) =>
    world.simulated.fault({ kind: 'status', status: 503, method: 'GET', path: READ_ONE[exchange], ...fault })

  beforeEach(() => startWorld({ exchange, quoted: true }))
  afterEach(() => world.simulated.noFaults())

  it('the results of a poll are stored even if the exchange stops answering', async () => {
    await rest(60)
    await failReads({ probability: 0.6 })
    await world.simulated.status('closed')
    await world.pass('5m', 5)
    expect(await cancelled()).toBe(60)
  })

  it('fills are stored, and exits go out, while reads of single orders fail', async () => {
    const placed = await world.postOrder({
      order_type: 'LIMIT',
      price: 0.41,
      qty: 5,
      buy_flag: true,
      conditional_orders_params: [
        { conditional_order_type: 'SL', trigger_order: { qty: 5, buy_flag: false, stop_order_price: 0.3 } },
      ],
    })
    await world.pass('1m', 5)
    await failReads({})
    await world.simulated.trade(0.41, 5, false)
    await world.pass('1m', 5)
    expect(await world.order(placed.body.svc_order_id)).toMatchObject({ traded_qty: 5 })
    const [sl] = placed.body.complex_orders.conditional_orders
    expect((await world.get(`/v1/complex-orders/${sl}`)).body.status).toBe('ACTIVE')
  })

  it('one poll reads two hundred orders, and the next polls read the others at once', async () => {
    for (let n = 0; n < 4; n += 1) await rest(60)
    await world.simulated.status('closed')
    const before = world.exchangeCalls
    await world.get(`/v1/positions?subaccount_id=${world.hero.subaccountId}`)
    await world.settle()
    expect(world.exchangeCalls - before).toBeGreaterThan(200)
    expect(world.exchangeCalls - before).toBeLessThan(220)
    await world.wait(20)
    expect(await cancelled()).toBe(240)
  })
})
