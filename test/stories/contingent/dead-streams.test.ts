/** Armed stops while the exchange's sockets live, die, freeze and lose messages: each fires once, by the stream or else by the poll. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { inTurn } from '../../support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

const POLL_EVERY = 5_000
/** The clock of a story runs ahead of real sockets where the machine is busy; `npm run bench -- --streams` measures them. */
const AT_ONCE = 2_000

/** Buys 5 when the price comes up to that, at any price, and for as long as it takes. */
const arm = (at: number, more: object = {}): Promise<string> =>
  world.placeConditional({
    trigger_order: { qty: 5, buy_flag: true, price: 0.95 },
    stop_order_price: at,
    ...more,
  })

const prices = (bid: number) => world.simulated.book([[bid, 5_000]], [[bid + 0.02, 5_000]])
/** How many orders the exchange has taken. */
const accepted = async (): Promise<number> => (await world.simulated.ledger()).submits.length
/** How long it takes from now until the exchange has taken one more order. */
const untilOneMore = async (most: number): Promise<number> => {
  const before = await accepted()
  return world.elapse(most, async () => (await accepted()) > before)
}

/** Stops at five prices, each reached by a print of its own, at any moment between two polls: what each takes, from the quickest. */
const fivePrints = async (): Promise<readonly number[]> => {
  const taken: number[] = []
  for (const [n, moment] of [2_400, 400, 3_400, 1_400, 4_400].entries()) {
    await world.elapse(moment)
    await prices(0.45 + n * 0.05)
    taken.push(await untilOneMore(15_000))
  }
  expect(await accepted()).toBe(5)
  return taken.sort((a, b) => a - b)
}

const expectByStream = (taken: readonly number[]) => expect(Math.max(...taken)).toBeLessThanOrEqual(AT_ONCE)
const expectByPoll = (taken: readonly number[]) => {
  expect(taken[2], `median of ${taken}`).toBeLessThanOrEqual(POLL_EVERY / 2 + 1_000)
  expect(taken[4], `slowest of ${taken}`).toBeLessThanOrEqual(2 * POLL_EVERY)
}

describe.each(EXCHANGE_NAMES)('on %s, with its caches on, five stops fire once each', { retry: 1 }, (exchange) => {
  const isReported = inTurn(exchange)

  beforeEach(async () => {
    await startWorld({ exchange, streams: true })
    await prices(0.4)
    for (const at of [0.45, 0.5, 0.55, 0.6, 0.65]) await arm(at)
    await world.settle()
    void world.hold(50)
    await world.elapse(2_000)
  })

  afterEach(async () => {
    await world.elapse(3_000)
  })

  it('at once by the stream', async () => {
    expectByStream(await fivePrints())
  })

  it.runIf(isReported(1))('by the poll, with fresh reads, when the sockets are killed and stay away', async () => {
    await world.simulated.streams({ kind: 'refuse', status: 503 })
    await world.simulated.streams({ kind: 'drop' })
    expectByPoll(await fivePrints())
  })

  it.runIf(isReported(0))('by the poll when the handshake is refused for good', async () => {
    await world.simulated.streams({ kind: 'refuse', status: 401 })
    await world.simulated.streams({ kind: 'drop' })
    expectByPoll(await fivePrints())
  })

  it.runIf(isReported(1))('by the poll when the sockets are frozen, though they answer every ping', async () => {
    await world.simulated.streams({ kind: 'freeze' })
    expectByPoll(await fivePrints())
  })

  it('by the poll when all book changes come twenty seconds late, while the sockets live', async () => {
    for (const type of ['orderbook_delta', 'price_change', 'book'])
      await world.simulated.streams({ kind: 'slow', type, delay_ms: 20_000 })
    expectByPoll(await fivePrints())
  })

  it.runIf(isReported(0))('by the stream or the poll when messages are lost now and then', async () => {
    for (const type of ['orderbook_delta', 'price_change', 'book', 'orderbook_snapshot'])
      await world.simulated.streams({ kind: 'lose', type, times: 3 })
    expectByPoll(await fivePrints())
  })

  it.runIf(isReported(1))('by the stream again, once the sockets are back', async () => {
    await world.simulated.streams({ kind: 'drop' })
    await world.elapse(6_000)
    expectByStream(await fivePrints())
  })

  it.runIf(isReported(0))('without a hole and without a second time when one run hands over to the next', async () => {
    void world.hold(50)
    const first = await untilHandedOver()
    expect(first).toBeLessThan(30_000)
    expectByStream(await fivePrints())
  })
})

/** The run that began before ends at its next look after the other has what it needs. */
const untilHandedOver = (): Promise<number> =>
  world.elapse(30_000, async () =>
    (await world.ports.priceFeeds.all()).some(({ heldSince }) => heldSince > world.time.now - 5_000),
  )

it('health shows how long the messages of a stream of EXCHANGE_A take', { retry: 1 }, async () => {
  await startWorld({ streams: true })
  const delay = async (): Promise<number | null> => (await world.get('/v1/health')).body.price_watch[0].stream_delay_ms
  await prices(0.4)
  await arm(0.9)
  await world.settle()
  void world.hold(50)
  await world.elapse(4_000)
  expect(await delay()).toBeLessThan(AT_ONCE)
  await world.simulated.streams({ kind: 'slow', type: 'orderbook_delta', delay_ms: 6_000 })
  await prices(0.5)
  await world.elapse(16_000)
  expect(await delay()).toBeGreaterThanOrEqual(6_000)
  await world.elapse(32_000)
})

describe.each(EXCHANGE_NAMES)('on %s, a touch of 300 ms', { retry: 1 }, (exchange) => {
  it('fires a stop that follows the last trade', async () => {
    await startWorld({ exchange, streams: true })
    await world.simulated.book([[0.4, 500]], [[0.5, 500]])
    await world.simulated.trade(0.4, 1, false)
    await arm(0.5, { trigger_price_type: 'LAST' })
    await world.settle()
    void world.hold(20)
    await world.elapse(3_000)
    await world.simulated.trade(0.5, 1, true)
    await world.elapse(300)
    await world.simulated.trade(0.4, 1, false)
    expect(await world.elapse(2_000, async () => (await accepted()) > 0)).toBeLessThanOrEqual(AT_ONCE)
    await world.elapse(3_000)
  })
})
