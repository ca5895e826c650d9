/** Each type of conditional order, on either side, as LIMIT and as MARKET, for each end its parent can have. */

import { describe, expect, it } from 'vitest'
import type { ConditionalType } from '#domain/contingent/conditional.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { inThisRun } from '#test/support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'

type ParentEnd = 'filled' | 'filled in part, then cancelled' | 'cancelled without a fill'
type Side = 'long' | 'short'
type OrderType = 'LIMIT' | 'MARKET'

const TYPES: readonly ConditionalType[] = ['TP', 'SL', 'STOP', 'REVERSE_STOP']
const SIDES: readonly Side[] = ['long', 'short']
const ORDER_TYPES: readonly OrderType[] = ['LIMIT', 'MARKET']
const BOUGHT: Readonly<Record<ParentEnd, number>> = {
  filled: 20,
  'filled in part, then cancelled': 8,
  'cancelled without a fill': 0,
}

const { world, startWorld } = worldOfTest()

/** Prices apply to a long position; a short one mirrors them. */
const at = (side: Side, price: number): number => (side === 'long' ? price : Number((1 - price).toFixed(2)))

const book = (side: Side, bid: number, ask: number) => {
  const [low, high] = side === 'long' ? [bid, ask] : [at(side, ask), at(side, bid)]
  return world.simulated.book([[low, 500]], [[high, 500]])
}

/** The bracket takes its profit at 0.60 and its loss at 0.30. */
const requested = (type: ConditionalType, side: Side, orderType: OrderType): object => {
  const gains = type === 'TP' || type === 'REVERSE_STOP'
  const limit = orderType === 'LIMIT' ? { price: at(side, gains ? 0.6 : 0.2) } : {}
  const stop = { stop_order_price: at(side, gains ? 0.6 : 0.3) }
  const order = { order_type: orderType, qty: 20, buy_flag: side === 'short', ...limit }
  if (type === 'STOP' || type === 'REVERSE_STOP') return { trigger_order: order, ...stop }
  // A TP with a limit price and no stop price rests at the exchange.
  const rests = type === 'TP' && orderType === 'LIMIT'
  return { trigger_order: rests ? order : { ...order, ...stop } }
}

const enter = async (side: Side, end: ParentEnd, conditional: object): Promise<{ entry: string; id: string }> => {
  const long = side === 'long'
  await book(side, 0.4, 0.5)
  const placed = await world.postOrder({
    qty: 20,
    buy_flag: long,
    price: at(side, 0.44),
    conditional_orders_params: [conditional],
  })
  expect(placed.status, JSON.stringify(placed.body)).toBe(202)
  const entry: string = placed.body.svc_order_id
  const [id = '']: string[] = placed.body.complex_orders.conditional_orders
  await world.pass('3s')
  const qty = BOUGHT[end]
  if (qty > 0) await world.simulated.trade(at(side, 0.44), qty, !long)
  await world.pass('5s')
  if (qty < 20) await world.delete(`/v1/orders/${entry}`)
  await world.pass('60s', 6)
  expect(await world.order(entry)).toMatchObject({ status: qty === 20 ? 'EXECUTED' : 'CANCELLED', traded_qty: qty })
  return { entry, id }
}

const show = (id: string) => world.complexOrder(id)

const reach = async (type: ConditionalType, side: Side): Promise<void> => {
  if (type === 'TP' || type === 'REVERSE_STOP') {
    // A buyer at this price meets the resting orders first.
    await world.simulated.trade(at(side, 0.6), 20, side === 'long')
    await book(side, 0.62, 0.64)
  } else await book(side, 0.26, 0.28)
  await world.look()
  await world.pass('60s', 6)
}

const play = async (
  exchange: ExchangeName,
  [type, side, orderType, end]: readonly [ConditionalType, Side, OrderType, ParentEnd],
): Promise<void> => {
  await startWorld({ exchange })
  const { entry, id } = await enter(side, end, { conditional_order_type: type, ...requested(type, side, orderType) })
  const bought = BOUGHT[end]
  const waiting = await show(id)
  if (bought === 0) expect(waiting).toMatchObject({ status: 'CANCELLED', cancel_reason: 'parent_not_filled' })
  else if (type === 'TP' && orderType === 'LIMIT')
    expect(await world.order(waiting.trigger_svc_order_id)).toMatchObject({ status: 'RESTING', qty: bought })
  else expect(waiting).toMatchObject({ status: 'ACTIVE', trigger_order_qty: bought, trigger_svc_order_id: null })

  await reach(type, side)
  const exits = (await world.orders()).filter(({ svc_order_id }: { svc_order_id: string }) => svc_order_id !== entry)
  if (bought === 0) {
    expect(exits).toEqual([])
    expect((await show(id)).status).toBe('CANCELLED')
    return
  }
  const fired = await show(id)
  expect(fired.status).toBe('TRIGGERED')
  expect(exits).toMatchObject([
    {
      svc_order_id: fired.trigger_svc_order_id,
      order_type: orderType,
      buy_flag: side === 'short',
      status: 'EXECUTED',
      traded_qty: bought,
    },
  ])
}

/** Every other one, so that each type, side, order type and end is there, and each two of them together. */
const isUsual = (...places: readonly number[]): boolean => places.reduce((sum, place) => sum + place, 0) % 2 === 0

const cases = (ends: readonly ParentEnd[]) =>
  TYPES.flatMap((type, nth) =>
    SIDES.flatMap((side, nthSide) =>
      ORDER_TYPES.flatMap((orderType, nthOrderType) =>
        ends
          .filter((end) => inThisRun({ usual: end === 'filled' || isUsual(nth, nthSide, nthOrderType), long: true }))
          .map((end) => [type, side, orderType, end] as const),
      ),
    ),
  )

describe('on EXCHANGE_A', () => {
  it.each(cases(['filled', 'filled in part, then cancelled', 'cancelled without a fill']))(
    'a %s of a %s position as %s, of a parent that was %s',
    (...one) => play('EXCHANGE_A', one),
    60_000,
  )
})

describe('on EXCHANGE_B', () => {
  it.each(cases(['filled in part, then cancelled']))(
    'a %s of a %s position as %s, of a parent that was %s',
    (...one) => play('EXCHANGE_B', one),
    60_000,
  )
})
