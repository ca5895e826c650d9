/** Short trades that touch a LAST stop without a socket that shows them: before the socket opens, during an outage, or without one. */

import { describe, expect, it } from 'vitest'
import { playedOn } from '#test/support/run/plays.ts'
import { newWatchState } from '#use-cases/price-watch/watch-state.ts'
import { worldOfTest } from '../../support/use-world.ts'
import { BREAKOUT, breakoutDesk, FIRED } from './breakout-desk.ts'

const { world, startWorld } = worldOfTest()

const { arm, armWatched, quiet, show, watch } = breakoutDesk(world)

/** Trades at 0.50, and again at 0.40 before anybody looks. */
const touch = async () => {
  await world.simulated.trade(0.5, 1, true)
  await world.simulated.trade(0.4, 1, false)
}

describe.each(playedOn('EXCHANGE_A'))('on %s, where only the poll serves,', (exchange) => {
  it('a touch between two polls fires a LAST stop once, at the price that was touched', async () => {
    await startWorld({ exchange })
    const id = await armWatched()
    expect(await show(id)).toMatchObject({ status: 'ACTIVE' })
    await world.pass('2s')
    await touch()
    await world.pass('3s')
    await watch(25)
    expect(await show(id)).toMatchObject(FIRED)
    expect(await world.orders()).toMatchObject([{ traded_qty: 5 }])
  })

  it('a touch between two polls fires a LAST stop even if another container makes the second poll', async () => {
    await startWorld({ exchange })
    const id = await armWatched()
    await touch()
    await world.pass('5s', 5)
    await world.look(newWatchState())
    await watch(20)
    expect(await show(id)).toMatchObject(FIRED)
    expect(await world.orders()).toHaveLength(1)
  })

  it('a touch fires a LAST stop if the responsible run was lost and the next comes a minute later', async () => {
    await startWorld({ exchange })
    const id = await armWatched()
    await world.pass('2s')
    await touch()
    await world.pass('62s')
    await world.look(newWatchState())
    await world.settle()
    expect(await show(id)).toMatchObject(FIRED)
    expect(await world.orders()).toMatchObject([{ traded_qty: 5 }])
  })

  it('a touch fires a LAST stop once the exchange answers again after most of a minute', async () => {
    await startWorld({ exchange })
    const id = await armWatched()
    await world.simulated.fault({ kind: 'status', status: 503, times: 1_000 })
    await touch()
    await watch(45)
    expect(await show(id)).toMatchObject({ status: 'ACTIVE' })
    await world.simulated.noFaults()
    await watch(10)
    expect(await show(id)).toMatchObject(FIRED)
    expect(await world.orders()).toMatchObject([{ traded_qty: 5 }])
  })

  it('a touch minutes ago fires no stop, as any other price', async () => {
    await startWorld({ exchange })
    const id = await armWatched()
    await touch()
    await world.pass('180s', 5)
    await world.look(newWatchState())
    await world.settle()
    expect(await show(id)).toMatchObject({ status: 'ACTIVE' })
  })

  it('a touch fires only LAST stops', async () => {
    await startWorld({ exchange })
    const id = await armWatched({ ...BREAKOUT, trigger_price_type: 'MARK' })
    await touch()
    await world.pass('5s', 5)
    await watch(20)
    expect(await show(id)).toMatchObject({ status: 'ACTIVE' })
  })

  it('a touch before a stop was armed never fires it, even if the stop was created earlier', async () => {
    await startWorld({ exchange })
    await quiet()
    // Waits for its parent, which has not filled: it is armed when that does.
    const parent = await world.place({ qty: 5, price: 0.3 })
    const waiting = await arm({ ...BREAKOUT, parent_svc_order_id: parent })
    expect(await show(waiting)).toMatchObject({ status: 'PENDING' })
    await watch(20)
    await touch()
    await world.pass('2s')
    const id = await arm()
    await world.simulated.book([[0.2, 500]], [[0.5, 500]])
    await world.simulated.trade(0.3, 5, false)
    await watch(60)
    for (const each of [id, waiting]) expect(await show(each)).toMatchObject({ status: 'ACTIVE' })
    await quiet()
    await touch()
    await watch(25)
    for (const each of [id, waiting]) expect(await show(each)).toMatchObject(FIRED)
  })

  it('a trailing stop follows a peak between two polls', async () => {
    await startWorld({ exchange })
    await quiet()
    const trails = { conditional_order_type: 'STOP', trigger_price_type: 'LAST', trail_amount: 0.05 }
    const id = await arm({ ...trails, trigger_order: { qty: 5, buy_flag: true } })
    await watch(25)
    expect(await show(id)).toMatchObject({ status: 'ACTIVE', stop_order_price: 0.45 })
    await world.simulated.trade(0.4, 500, false)
    await world.simulated.book([[0.3, 500]], [[0.4, 500]])
    await world.simulated.trade(0.3, 1, false)
    await world.pass('1s')
    await world.simulated.trade(0.4, 1, true)
    await world.pass('4s')
    await watch(25)
    expect(await show(id)).toMatchObject({ status: 'TRIGGERED', stop_order_price: 0.35, trigger_price: 0.4 })
  })
})

describe('on EXCHANGE_B, whose reads show a trade once it is in a block, with that time,', () => {
  const blocks = () => world.simulated.switches({ block_after_ms: 5_000 })

  it('a touch is found some seconds later', async () => {
    await startWorld({ exchange: 'EXCHANGE_B' })
    await blocks()
    const id = await armWatched()
    await touch()
    await watch(15)
    expect(await show(id)).toMatchObject(FIRED)
  })

  it('a touch from before a stop was armed never fires it, though its block came after', async () => {
    await startWorld({ exchange: 'EXCHANGE_B' })
    await blocks()
    await quiet()
    await touch()
    await world.pass('2s')
    const id = await arm()
    await watch(60)
    expect(await show(id)).toMatchObject({ status: 'ACTIVE' })
  })
})

describe.each(playedOn('EXCHANGE_B'))('on %s, while its sockets are away for a moment,', { retry: 1 }, (exchange) => {
  it('a touch fires a LAST stop once, as soon as a read shows it', async () => {
    await startWorld({ exchange, streams: true })
    if (exchange === 'EXCHANGE_B') await world.simulated.switches({ block_after_ms: 4_000 })
    await quiet()
    const id = await arm()
    void world.hold(50)
    await world.elapse(18_000)
    await world.simulated.streams({ kind: 'drop' })
    await touch()
    const taken = await world.elapse(12_000, async () => (await show(id)).status !== 'ACTIVE')
    expect(taken).toBeLessThanOrEqual(exchange === 'EXCHANGE_B' ? 11_000 : 7_000)
    await world.elapse(12_000)
    expect(await show(id)).toMatchObject(FIRED)
    expect(await world.orders()).toMatchObject([{ traded_qty: 5 }])
  })
})

describe.each(playedOn('EXCHANGE_A'))(
  'on %s, where a run of the watch dies with its sockets,',
  { retry: 1 },
  (exchange) => {
    it('the next run fires a LAST stop by a touch that no run saw', async () => {
      await startWorld({ exchange, streams: true })
      if (exchange === 'EXCHANGE_B') await world.simulated.switches({ block_after_ms: 4_000 })
      await quiet()
      const id = await arm()
      const kill = world.holdUntilKilled()
      await world.elapse(20_000)
      kill()
      await world.elapse(2_000)
      await touch()
      await world.elapse(30_000)
      void world.hold(50)
      await world.elapse(25_000, async () => (await show(id)).status !== 'ACTIVE')
      await world.settle()
      expect(await show(id)).toMatchObject(FIRED)
      expect(await world.orders()).toMatchObject([{ traded_qty: 5 }])
    })
  },
)
