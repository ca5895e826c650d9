/** A market that closes ends all that waits there, and what the exchange takes off its book then is no failure of an exit. */

import { beforeEach, describe, expect, it } from 'vitest'
import { playedOn } from '../../support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

const show = (id: string) => world.complexOrder(id)

const watch = (seconds: number) => world.watch(seconds, 1)

const TP = { conditional_order_type: 'TP', trigger_order: { qty: 20, buy_flag: false, price: 0.6 } }
const SL = { conditional_order_type: 'SL', trigger_order: { qty: 20, buy_flag: false, stop_order_price: 0.3 } }
const ADD = {
  conditional_order_type: 'STOP',
  stop_order_price: 0.55,
  trigger_order: { qty: 5, buy_flag: true },
}

const bracket = async (price: number, exits: readonly object[]) => {
  const placed = await world.postOrder({
    order_type: 'LIMIT',
    price,
    qty: 20,
    buy_flag: true,
    conditional_orders_params: exits,
  })
  expect(placed.status, JSON.stringify(placed.body)).toBe(202)
  await watch(40)
  return placed.body.complex_orders.conditional_orders as readonly string[]
}

const nothingIncomplete = () => expect(world.log.filter((line) => line.includes('ExitIncomplete'))).toEqual([])

const rejected = async () => (await world.orders()).filter(({ status }: { status: string }) => status === 'REJECTED')

describe.each(playedOn('EXCHANGE_B'))('on %s, when the market', (exchange) => {
  beforeEach(() => startWorld({ exchange, quoted: true }))
  const ENDS = [
    ['closes', () => world.simulated.status('closed')],
    ['is decided', () => world.simulated.resolve('no')],
  ] as const

  describe.each(ENDS)('%s', (_, end) => {
    it('exits of an unfilled parent end, with all orders chained to them', async () => {
      const ids = await bracket(0.41, [TP, SL, ADD])
      const chained = await world.post('/v1/complex-orders', {
        subaccount_id: world.hero.subaccountId,
        conditional_order_params: { ...ADD, parent_complex_order_id: ids[2], stop_order_price: 0.7 },
      })
      expect(chained.status, JSON.stringify(chained.body)).toBe(202)
      await end()
      await watch(90)
      for (const id of [...ids, chained.body.complex_order_id])
        expect(await show(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'market_closed' })
      nothingIncomplete()
    })

    it.each([
      ['rests', false],
      ['was cancelled before', true],
    ])('protect stops that wait for a position end, where the order for it %s', async (_how, isCancelled) => {
      const entry = await world.place({ price: 0.41, qty: 20, buy_flag: true })
      await watch(5)
      const protects = { conditional_order_type: 'STOP', stop_order_price: 0.3, protect: true, link_id: 'both' }
      const ids: string[] = []
      for (const more of [{}, { conditional_order_type: 'REVERSE_STOP', stop_order_price: 0.6 }]) {
        const placed = await world.postConditional({ ...protects, ...more, trigger_order: { buy_flag: false } })
        expect(placed.status, JSON.stringify(placed.body)).toBe(202)
        ids.push(placed.body.complex_order_id)
      }
      if (isCancelled) await world.delete(`/v1/orders/${entry}`)
      await watch(60)
      for (const id of ids) expect(await show(id)).toMatchObject({ status: 'PENDING' })
      await end()
      await watch(90)
      for (const id of ids)
        expect(await show(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'market_closed' })
    })

    it('exits of a parent that has filled in part end', async () => {
      const ids = await bracket(0.41, [TP, SL])
      await world.simulated.trade(0.41, 8, false)
      await watch(30)
      expect(await show(ids[1] ?? '')).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 8 })
      await end()
      await watch(90)
      for (const id of ids)
        expect(await show(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'market_closed' })
      nothingIncomplete()
      expect(await rejected()).toEqual([])
    })

    it('the order of a resting take-profit leaves the book, and no failure is reported', async () => {
      const [tp = '', sl = ''] = await bracket(0.44, [TP, SL])
      expect(await show(tp)).toMatchObject({ status: 'TRIGGERED' })
      await end()
      await watch(90)
      expect(await show(sl)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'market_closed' })
      expect(await show(tp)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: null })
      await watch(120)
      expect(await show(tp)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: null })
      expect(await world.order((await show(tp)).trigger_svc_order_id)).toMatchObject({ status: 'CANCELLED' })
      nothingIncomplete()
      expect(await rejected()).toEqual([])
    })

    it('an exit that has fired and is being retried is not given up', async () => {
      const [sl = ''] = await bracket(0.44, [SL])
      await world.simulated.book([[0.28, 5]], [[0.3, 500]])
      await world.look()
      await world.pass('1s')
      await world.simulated.book([], [])
      await end()
      await watch(90)
      expect(await show(sl)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: null })
      nothingIncomplete()
    })
  })

  it('opens again after a pause, a take-profit that the exchange removed from the book is placed again', async () => {
    const [tp = ''] = await bracket(0.44, [TP])
    await world.simulated.status('paused')
    await watch(20)
    await world.simulated.status('active')
    await watch(90)
    expect(await show(tp)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: null })
    expect(await world.order((await show(tp)).trigger_svc_order_id)).toMatchObject({ status: 'RESTING', qty: 20 })
  })
})
