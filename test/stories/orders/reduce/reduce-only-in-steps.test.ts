/** A LIMIT order on EXCHANGE_A that only reduces: what trades at once carries the exchange's own flag, and only the rest rests. */

import { describe, expect, it } from 'vitest'
import { elsewhere, type Hand } from '#test/support/ledger/elsewhere.ts'
import { positionThere } from '#test/support/ledger/position-there.ts'
import { ORDER_LOG } from '#use-cases/orders/log-messages.ts'
import { tradeBeforeSend } from '../../../support/faults/trade-before-send.ts'
import { worldOfTest } from '../../../support/use-world.ts'

const { world, startWorld } = worldOfTest({ agrees: false })
let hand: Hand

const MARKET = { order_type: 'MARKET', price: null, time_in_force: null }

/** Holds 25 with 500 wanted at 0.40. */
const open = async (): Promise<void> => {
  await startWorld({ exchange: 'EXCHANGE_A' })
  hand = await elsewhere(world)
  await world.simulated.book([[0.4, 500]], [[0.44, 500]])
  await world.place({ ...MARKET, qty: 25 })
  await world.pass('30s')
}

const reduce = (order: object = {}) =>
  world.place({ reduce_only: true, buy_flag: false, qty: 25, price: 0.39, ...order })

const position = (): Promise<number> => positionThere(world)

/** The bodies of the account's sells at the exchange. */
const sent = async () => {
  const { accounts } = await world.simulated.ledger()
  const own = accounts.find(({ id }: { id: string }) => id === world.simulated.account)
  return own.orders.filter(({ buy_flag }: { buy_flag: boolean }) => !buy_flag)
}

describe('a LIMIT order on EXCHANGE_A that only reduces', () => {
  it('never trades past the position if a trade of the same second precedes its send', async () => {
    await open()
    const sold = tradeBeforeSend(world, hand, (trade) => trade({ price: 0.3, qty: 6, buy_flag: false }))
    const id = await reduce()
    await world.pass('40s')
    expect(sold()).toBe(true)
    expect(await position()).toBe(0)
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'position_closed' })
    expect(await world.order(id)).toMatchObject({ qty: 25, traded_qty: 19, fills_complete: true })
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
    'never trades past the position when the run that sends it dies at step %i',
    async (step) => {
      await open()
      tradeBeforeSend(world, hand, (trade) => trade({ price: 0.3, qty: 6, buy_flag: false }))
      world.killNext('execute-order', step)
      const id = await reduce()
      await world.pass('4m', 2)
      expect(await position()).toBe(0)
      expect(await world.order(id)).toMatchObject({ traded_qty: 19, fills_complete: true })
    },
  )

  it('rests with the quantity that did not trade at once, under another identity', async () => {
    await open()
    await world.simulated.book([[0.4, 10]], [[0.44, 500]])
    const id = await reduce({ price: 0.4 })
    await world.pass('20s')
    const resting = await world.order(id)
    expect(resting).toMatchObject({ status: 'PARTIALLY_FILLED', qty: 25, traded_qty: 10, post_only: false })
    expect(resting.exchange_order_id.split('+')).toHaveLength(2)
    expect(await sent()).toMatchObject([
      { identity: id, qty: 25, filled_qty: 10, status: 'canceled' },
      { identity: `${id}-2`, qty: 15, filled_qty: 0, status: 'resting' },
    ])
    await world.simulated.trade(0.4, 15, true)
    await world.pass('20s')
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 25, fills_complete: true })
    expect(await position()).toBe(0)
  })

  it('rests at once, and is sent once, if no quantity would trade', async () => {
    await open()
    const id = await reduce({ price: 0.42 })
    await world.pass('20s')
    expect(await world.order(id)).toMatchObject({ status: 'RESTING', time_in_force: 'GTC', post_only: false })
    expect(await sent()).toMatchObject([{ identity: id, qty: 25, status: 'resting' }])
  })

  it.each([false, true])(
    'takes orders that came to its price before it rested, without a refusal (ended by the exchange: %s)',
    async (post_only_ends) => {
      await open()
      await world.simulated.switches({ post_only_ends })
      const bid = tradeBeforeSend(world, hand, async () => world.simulated.book([[0.42, 10]], [[0.46, 500]]))
      const id = await reduce({ price: 0.42 })
      await world.pass('20s')
      expect(bid()).toBe(true)
      expect(await world.order(id)).toMatchObject({ status: 'PARTIALLY_FILLED', traded_qty: 10, cancel_reason: null })
      await world.simulated.trade(0.42, 15, true)
      await world.pass('20s')
      expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 25 })
      expect(await position()).toBe(0)
    },
  )

  it.each([
    ['drop_before', 1],
    ['drop_before', 3],
    ['drop_after', 1],
    ['drop_after', 3],
    ['duplicate', 3],
  ])('reduces once if its create is met by %s %i times', async (kind, times) => {
    await open()
    await world.simulated.book([[0.4, 10]], [[0.44, 500]])
    await world.simulated.fault({ ...world.simulated.calls.create, kind, times })
    const id = await reduce({ price: 0.4 })
    await world.pass('6m', 5)
    const order = await world.order(id)
    expect(order).toMatchObject({ status: 'PARTIALLY_FILLED', traded_qty: 10 })
    expect(await position()).toBe(15)
    expect((await sent()).filter(({ status }: { status: string }) => status === 'resting')).toMatchObject([
      { qty: 15, filled_qty: 0 },
    ])
  })

  it('takes under the flag when its owner moves it to a price at which it trades', async () => {
    await open()
    const id = await reduce({ price: 0.42 })
    await world.pass('20s')
    tradeBeforeSend(world, hand, (trade) => trade({ price: 0.3, qty: 6, buy_flag: false }))
    const amended = await world.patch(`/v1/orders/${id}`, { price: 0.39 })
    expect(amended.status, JSON.stringify(amended.body)).toBe(202)
    await world.pass('40s')
    expect(await position()).toBe(0)
    expect(await world.order(id)).toMatchObject({ traded_qty: 19, price: 0.39 })
  })

  it('is cancelled between its steps without another send', async () => {
    await open()
    await world.simulated.book([[0.4, 10]], [[0.44, 500]])
    await world.simulated.fault({ ...world.simulated.calls.create, kind: 'drop_after', times: 1 })
    const id = await reduce({ price: 0.4 })
    await world.settle()
    await world.post('/v1/orders/cancel', { svc_order_ids: [id] })
    await world.pass('3m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user', traded_qty: 10 })
    expect(await sent()).toHaveLength(1)
  })

  it('keeps its total if it takes more at once than a smaller total requested meanwhile', async () => {
    await open()
    await world.simulated.book([[0.4, 15]], [[0.44, 500]])
    let answer: Awaited<ReturnType<typeof world.patch>> | null = null
    const amended = tradeBeforeSend(world, hand, async () => {
      answer = await world.patch(`/v1/orders/${id}`, { qty: 10 })
    })
    const id = await reduce({ price: 0.4 })
    await world.pass('40s')
    expect(amended()).toBe(true)
    expect(answer).toMatchObject({ status: 202 })
    const order = await world.order(id)
    expect(order.traded_qty).toBe(15)
    expect(order.qty).toBeGreaterThanOrEqual(order.traded_qty)
    expect(order.last_amend).toMatchObject({ status: 'REFUSED' })
    expect(order).toMatchObject({ status: 'PARTIALLY_FILLED', qty: 25 })
  })

  it('retries slowly while the exchange does not trade it although the book shows a buyer', async () => {
    await open()
    const body = { error: { code: 'immediate_or_cancelled', message: 'immediate or cancelled' } }
    await world.simulated.fault({ ...world.simulated.calls.create, kind: 'status', status: 409, body })
    const sends = (): number => world.log.filter((line) => line.includes(ORDER_LOG.sent)).length
    const before = sends()
    const id = await reduce({ price: 0.4 })
    await world.pass('5m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'PROCESSING', traded_qty: 0, exchange_order_id: null })
    expect(sends() - before).toBeLessThan(40)
    await world.simulated.noFaults()
    await world.pass('70s', 5)
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 25 })
  })
})

describe('a TP on EXCHANGE_A', () => {
  /** Its entry of 25 waits at 0.40. */
  const bracket = async () => {
    await startWorld({ exchange: 'EXCHANGE_A' })
    hand = await elsewhere(world)
    await world.simulated.book([[0.38, 500]], [[0.44, 500]])
    const entry = await world.place({ price: 0.4, qty: 25, buy_flag: true })
    const { body } = await world.postConditional({
      conditional_order_type: 'TP',
      parent_svc_order_id: entry,
      trigger_order: { qty: 25, buy_flag: false, price: 0.5 },
    })
    await world.pass('5s')
    return async () => {
      const { trigger_svc_order_id, ...shown } = await world.complexOrder(body.complex_order_id)
      return { ...shown, order: await world.order(trigger_svc_order_id) }
    }
  }

  it('a TP that would trade when it is sent never trades past the position', async () => {
    const show = await bracket()
    await world.simulated.trade(0.4, 25, false)
    await world.simulated.book([[0.52, 500]], [[0.56, 500]])
    const sold = tradeBeforeSend(world, hand, (trade) => trade({ price: 0.3, qty: 6, buy_flag: false }))
    await world.pass('2m', 2)
    expect(sold()).toBe(true)
    expect(await position()).toBe(0)
    expect((await show()).exit_incomplete_at).toBeNull()
  })

  it('a TP that would partly trade when it is sent rests with the other part', async () => {
    const show = await bracket()
    await world.simulated.trade(0.4, 25, false)
    await world.simulated.book([[0.52, 10]], [[0.56, 500]])
    await world.pass('30s')
    expect((await show()).order).toMatchObject({ status: 'PARTIALLY_FILLED', qty: 25, traded_qty: 10 })
    await world.simulated.trade(0.5, 15, true)
    await world.pass('30s')
    expect((await show()).order).toMatchObject({ status: 'EXECUTED', traded_qty: 25 })
    expect(await position()).toBe(0)
  })
})
