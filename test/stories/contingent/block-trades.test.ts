/** Trades that others negotiate off the book of EXCHANGE_A: they are shown as what they are, and decide nothing. */

import { describe, expect, it } from 'vitest'
import { newWatchState } from '#use-cases/price-watch/watch-state.ts'
import { worldOfTest } from '../../support/use-world.ts'
import { BREAKOUT, breakoutDesk, FIRED } from './breakout-desk.ts'

const { world, startWorld } = worldOfTest()

const { arm, armWatched, quiet, show, watch } = breakoutDesk(world)

describe('a stop that watches the last trade', () => {
  it('does not fire at a block trade through its price, and fires at the next trade of the book', async () => {
    await startWorld()
    const id = await armWatched()
    await world.simulated.blockTrade(0.7)
    await watch(25)
    // So long after it, only the list of markets still shows its price.
    await world.pass('180s', 5)
    await watch(10)
    expect(await show(id)).toMatchObject({ status: 'ACTIVE' })
    await world.simulated.trade(0.5, 1, true)
    await watch(10)
    expect(await show(id)).toMatchObject(FIRED)
    expect(await world.orders()).toMatchObject([{ traded_qty: 5 }])
  })

  it('does not fire at a block trade before its arming, even if another container polls first', async () => {
    await startWorld()
    await quiet()
    await world.simulated.blockTrade(0.7)
    await world.pass('300s', 5)
    const id = await arm()
    await world.look(newWatchState())
    await watch(25)
    expect(await show(id)).toMatchObject({ status: 'ACTIVE' })
    await world.simulated.trade(0.5, 1, true)
    await watch(10)
    expect(await show(id)).toMatchObject(FIRED)
  })

  it('does not trail a block trade', async () => {
    await startWorld()
    await quiet()
    const trails = { conditional_order_type: 'STOP', trigger_price_type: 'LAST', trail_amount: 0.05 }
    const id = await arm({ ...trails, trigger_order: { qty: 5, buy_flag: true } })
    await watch(25)
    await world.simulated.blockTrade(0.2)
    await watch(25)
    expect(await show(id)).toMatchObject({ status: 'ACTIVE', stop_order_price: 0.45 })
  })

  it('does not fire at a block trade that a socket shows', { retry: 1 }, async () => {
    await startWorld({ streams: true })
    await quiet()
    const id = await arm()
    void world.hold(50)
    await world.elapse(15_000)
    await world.simulated.blockTrade(0.7)
    await world.elapse(10_000)
    expect(await show(id)).toMatchObject({ status: 'ACTIVE' })
    await world.simulated.trade(0.5, 1, true)
    await world.elapse(5_000, async () => (await show(id)).status !== 'ACTIVE')
    await world.settle()
    expect(await show(id)).toMatchObject(FIRED)
    await world.elapse(30_000)
  })
})

it('a stop on the mark does not fire at a block trade if the book is too wide', async () => {
  await startWorld()
  await world.simulated.book([[0.2, 500]], [[0.9, 500]])
  await world.simulated.trade(0.2, 1, false)
  const id = await arm({ ...BREAKOUT, trigger_price_type: 'MARK' })
  await watch(25)
  await world.simulated.blockTrade(0.7)
  await watch(25)
  await world.pass('180s', 5)
  await watch(10)
  expect(await show(id)).toMatchObject({ status: 'ACTIVE' })
})

describe('the tape', () => {
  it('marks a block trade, and the quote uses the last trade of the book', async () => {
    await startWorld()
    await quiet()
    await world.pass('20s', 5)
    await world.simulated.blockTrade(0.7, 250)
    const tape = await world.get(`/v1/trades/${world.svcId()}?limit=2`)
    expect(tape.body.trades).toMatchObject([
      { price: 0.7, qty: 250, is_block_trade: true },
      { price: 0.4, qty: 1, is_block_trade: false },
    ])
    await world.pass('60s', 5)
    const quotes = await world.get(`/v1/quotes?svc_ids=${world.svcId()}`)
    expect(quotes.body.quotes).toMatchObject([{ last_price: 0.4 }])
  })
})
