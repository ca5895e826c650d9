/** Orders that must act within half a minute do so although a message gets lost or a consumer dies. */

import { beforeEach, describe, expect, it } from 'vitest'
import { playedOn } from '../../../support/run/plays.ts'
import { worldOfTest } from '../../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

/** The next messages to the executor get lost. */
const markOutcomeUnknown = (count: number): void => {
  let left = count
  world.queues.copies = ({ queue }) => {
    if (queue !== 'execute-order' || left === 0) return 1
    left -= 1
    return 0
  }
}

const MARKET_BUY = { order_type: 'MARKET', price: undefined, time_in_force: undefined, qty: 10 }

const placeStop = async (): Promise<string> => {
  const id = await world.placeConditional({
    stop_order_price: 0.5,
    trigger_order: { order_type: 'MARKET', qty: 10, buy_flag: true },
  })
  await world.settle()
  return id
}

describe.each(playedOn('EXCHANGE_B'))('on %s', (exchange) => {
  beforeEach(async () => {
    await startWorld({ exchange })
    await world.simulated.book([[0.4, 500]], [[0.42, 500]])
  })

  describe.each([1, 2])('when %i messages to the executor are lost', (lost) => {
    it.each([
      ['MARKET', MARKET_BUY],
      ['IOC', { time_in_force: 'IOC', price: 0.42 }],
      ['FOK', { time_in_force: 'FOK', price: 0.42 }],
    ])('a %s order trades all the same', async (_, order) => {
      markOutcomeUnknown(lost)
      const id = await world.place(order)
      await world.pass('60s')
      expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 10 })
    })

    it('a stop that fired into a MARKET order trades all the same', async () => {
      const id = await placeStop()
      markOutcomeUnknown(lost)
      await world.simulated.book([[0.5, 500]], [[0.52, 500]])
      await world.look()
      await world.pass('60s')
      const { status, conditional_order: fired } = (await world.get(`/v1/complex-orders/${id}`)).body
      expect(status).toBe('TRIGGERED')
      expect(await world.order(fired.trigger_svc_order_id)).toMatchObject({ status: 'EXECUTED', traded_qty: 10 })
    })
  })

  it('a MARKET order trades although its consumer dies before it has claimed it', async () => {
    world.killNext('execute-order', 3)
    const id = await world.place(MARKET_BUY)
    await world.pass('60s')
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 10 })
  })

  it('an order whose messages are all lost ends, and is never sent later', async () => {
    markOutcomeUnknown(Number.POSITIVE_INFINITY)
    const id = await world.place(MARKET_BUY)
    await world.pass('60s')
    world.queues.copies = () => 1
    await world.pass('60s')
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'too_late', traded_qty: 0 })
  })
})

describe('the sweeper', () => {
  beforeEach(async () => {
    await startWorld({}, { agrees: false })
    await world.simulated.book([[0.4, 500]], [[0.42, 500]])
  })

  it('the sweeper recovers messages lost within its minute, even after an idle start', async () => {
    await world.sweepMinute()
    await world.wait(5)
    markOutcomeUnknown(1)
    const id = await world.place(MARKET_BUY)
    await world.wait(25)
    expect((await world.order(id)).traded_qty).toBe(10)
  })

  it('the sweeper does nothing in a pass after its minute', async () => {
    await world.sweepMinute()
    world.time.now += 61_000
    markOutcomeUnknown(1)
    const id = await world.place(MARKET_BUY)
    await world.settle()
    world.time.now += 20_000
    await world.settle()
    expect((await world.order(id)).status).toBe('PENDING_SUBMISSION')
  })
})
