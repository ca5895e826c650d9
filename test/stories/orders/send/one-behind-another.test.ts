/** No order holds up another of its account, whatever it waits for itself. */

import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { worldOfTest } from '../../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

const MARKET_BUY = { order_type: 'MARKET', time_in_force: 'IOC', price: null, qty: 10 }
/** Reads of one market's book, on either exchange. */
const BOOK = '/orderbook|/book'

describe.each(EXCHANGE_NAMES)('on %s', (exchange) => {
  it('a MARKET order without a book to be priced from does not delay the next order of its account', async () => {
    await startWorld({ exchange, quoted: true })
    await world.simulated.fault({ path: BOOK, kind: 'status', status: 503, times: 4 })
    const waits = await world.place(MARKET_BUY)
    const next = await world.place({ price: 0.44 })
    const before = world.time.now
    await world.settle()
    expect(world.time.now - before).toBeLessThanOrEqual(500)
    expect((await world.order(next)).status).not.toBe('PENDING_SUBMISSION')
    expect((await world.order(waits)).status).toBe('PENDING_SUBMISSION')
    await world.simulated.noFaults()
    // The order asked for a sweep itself: it does not wait for the sweeper's regular look.
    await world.wait(4)
    await world.pass('5s')
    expect(await world.order(waits)).toMatchObject({ status: 'EXECUTED', traded_qty: 10 })
    await world.agree()
  })

  it('an order whose consumer died mid-send continues when its lease ends, half a minute after the claim', async () => {
    await startWorld({ exchange, quoted: true })
    const orderId = await placeAndDieSending()
    const lease = (await world.ports.orders.get(orderId))?.lease
    expect(lease?.until).toBeLessThanOrEqual(world.time.now + 30_000)
    while ((await world.order(orderId)).status === 'PROCESSING') await world.pass('1s')
    // The sweeper asks for a look at the end of the lease: its regular one may be ten seconds later.
    expect(world.time.now).toBeLessThanOrEqual((lease?.until ?? 0) + 3_000)
    await world.pass('30s')
    expect(await world.order(orderId)).toMatchObject({ status: 'EXECUTED' })
    await world.agree()
  })

  it('a MARKET order in a market that is closed is REJECTED at once, and says why', async () => {
    await startWorld({ exchange, quoted: true })
    // EXCHANGE_B calls a market closed only once it is decided; one that takes no orders may take them again.
    await (exchange === 'EXCHANGE_A' ? world.simulated.status('closed') : world.simulated.resolve('yes'))
    const orderId = await world.place(MARKET_BUY)
    await world.settle()
    expect(await world.order(orderId)).toMatchObject({ status: 'REJECTED', reject_code: 'market_closed' })
  })

  it('a MARKET order with an empty book is CANCELLED, not REJECTED', async () => {
    await startWorld({ exchange })
    await world.simulated.book([[0.4, 500]], [])
    const orderId = await world.place(MARKET_BUY)
    await world.settle()
    expect(await world.order(orderId)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'no liquidity' })
  })
})

/** An order that its consumer had claimed when it died. */
const placeAndDieSending = async (): Promise<string> => {
  for (let step = 0; step < 60; step += 1) {
    world.killNext('execute-order', step)
    const orderId = await world.place({ price: 0.44 })
    await world.settle()
    const order = await world.ports.orders.get(orderId)
    if (order?.lease != null) return orderId
  }
  throw new Error('no step is between claim and answer')
}
