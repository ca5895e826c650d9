/** Brackets under random fills, prices, cancels, doubled and lost messages, and crashes: the rules that always hold. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { positionThere } from '#test/support/ledger/position-there.ts'
import { playedOn, rounds } from '#test/support/run/plays.ts'
import { startWorld, type World } from '../../support/world.ts'

type Move =
  | { readonly kind: 'fill_entry'; readonly qty: number }
  | { readonly kind: 'fill_tp'; readonly qty: number }
  | { readonly kind: 'price'; readonly twice: boolean }
  | { readonly kind: 'cancel'; readonly which: number }
  | { readonly kind: 'cancel_entry' }
  | { readonly kind: 'lose_messages'; readonly on: boolean }
  | { readonly kind: 'kill'; readonly queue: string; readonly at: number }
  | { readonly kind: 'wait'; readonly seconds: number }

const QUEUES = ['fire-trigger', 'advance-contingents', 'cancel-order', 'execute-order']

const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('fill_entry' as const), qty: fc.integer({ min: 5, max: 20 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fill_tp' as const), qty: fc.integer({ min: 5, max: 20 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('price' as const), twice: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel_entry' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose_messages' as const), on: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('kill' as const),
      queue: fc.constantFrom(...QUEUES),
      at: fc.integer({ min: 1, max: 20 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 8 }) }) },
)

const FINAL = ['EXECUTED', 'CANCELLED', 'REJECTED', 'EXPIRED']

const play = async (exchange: ExchangeName, moves: readonly Move[]): Promise<void> => {
  const world = await startWorld({ exchange })
  try {
    await world.simulated.book([[0.3, 500]], [[0.7, 500]])
    const placed = await world.postOrder({
      price: 0.44,
      qty: 20,
      buy_flag: true,
      conditional_orders_params: [
        { trigger_order: { qty: 20, buy_flag: false, price: 0.6 } },
        { trigger_order: { qty: 20, buy_flag: false, stop_order_price: 0.35 } },
      ],
    })
    const entry: string = placed.body.svc_order_id
    const [tp = '', sl = '']: string[] = placed.body.complex_orders.conditional_orders
    await world.settle()
    const ends: Ends = new Map()
    for (const step of moves) {
      await apply(world, step, { entry, tp, sl })
      await expectNoNakedSale(world, entry)
      await expectOneEnd(world, ends, [tp, sl])
      await expectOneOrderOfFiring(world, sl)
    }
    await comeToRest(world, { entry, tp, sl })
    await expectOneEnd(world, ends, [tp, sl])
    await expectOneOrderOfFiring(world, sl)
  } finally {
    await world.stop()
  }
}

interface Ids {
  readonly entry: string
  readonly tp: string
  readonly sl: string
}

const show = (world: World, id: string) => world.complexOrder(id)

const apply = async (world: World, step: Move, { entry, tp, sl }: Ids): Promise<void> => {
  switch (step.kind) {
    case 'fill_entry':
      return world.simulated.trade(0.44, step.qty, false)
    case 'fill_tp':
      return world.simulated.trade(0.6, step.qty, true)
    case 'price': {
      const { trigger_complex_order_id: complexOrderId } = await show(world, sl)
      if (complexOrderId === null) return
      const message = { complexOrderId, price: 340_000, source: 'mid' as const }
      for (let times = step.twice ? 2 : 1; times > 0; times -= 1)
        await world.queues.send('fire-trigger', message, { group: 'story' })
      return world.settle()
    }
    case 'cancel': {
      const answer = await world.delete(`/v1/complex-orders/${[tp, sl][step.which]}`)
      expect(answer.status).toBe(202)
      return
    }
    case 'cancel_entry':
      await world.delete(`/v1/orders/${entry}`)
      return
    case 'lose_messages':
      world.queues.copies = () => (step.on ? 0 : 2)
      return
    case 'kill':
      world.killNext(step.queue, step.at)
      return
    case 'wait':
      return world.pass(`${step.seconds}s`)
  }
}

/** By the exchange's own books: at no time is more sold, or offered, than was bought. */
const expectNoNakedSale = async (world: World, entry: string): Promise<void> => {
  expect(await positionThere(world), entry).toBeGreaterThanOrEqual(0)
}

/** How conditionals ended, as it was seen first. */
type Ends = Map<string, string>

/** An ended order never changes: a conditional order has one end, and with it one time and one price of its firing. */
const expectOneEnd = async (world: World, ends: Ends, ids: readonly string[]): Promise<void> => {
  for (const id of ids) {
    const { status, triggered_at, trigger_price, trigger_complex_order_id } = await show(world, id)
    if (status !== 'TRIGGERED' && status !== 'CANCELLED') continue
    const end = JSON.stringify({ status, triggered_at, trigger_price, trigger_complex_order_id })
    expect(ends.get(id) ?? end, id).toBe(end)
    ends.set(id, end)
  }
}

/** The stop that an SL armed places one order, however often a price is reported and a run dies. The SL places the rest. */
const expectOneOrderOfFiring = async (world: World, sl: string): Promise<void> => {
  const { trigger_complex_order_id: stop } = await show(world, sl)
  const records: readonly { svc_order_id: string }[] = await world.orders()
  const orders = await Promise.all(records.map(({ svc_order_id }) => world.ports.orders.get(svc_order_id)))
  const fired = orders.filter(
    (order) => order !== null && 'complexOrderId' in order.origin && order.origin.complexOrderId === stop,
  )
  expect(fired.length, sl).toBeLessThanOrEqual(1)
}

const comeToRest = async (world: World, { entry, tp, sl }: Ids): Promise<void> => {
  world.queues.copies = () => 1
  world.killNext('none', 1)
  await world.pass('240s', 4)
  await world.delete(`/v1/orders/${entry}`)
  await world.pass('240s', 4)
  const orders = await world.orders()
  const bought = (await world.order(entry)).traded_qty
  const sales = orders.filter((order: { buy_flag: boolean }) => !order.buy_flag)
  const sold = sales.reduce((sum: number, order: { traded_qty: number }) => sum + order.traded_qty, 0)
  expect(sold).toBeLessThanOrEqual(bought)
  expect(FINAL).toContain((await world.order(entry)).status)
  const [profit, loss] = [await show(world, tp), await show(world, sl)]
  // The rest is protected by an armed SL, or as its user decided.
  const left = bought - sold
  const decided = [profit, loss].some((one) => one.cancel_reason === 'user' || one.exit_incomplete_at !== null)
  const resting = sales.some((order: { status: string }) => !FINAL.includes(order.status))
  if (left >= 5) expect(decided || resting || loss.status === 'ACTIVE', JSON.stringify({ profit, loss })).toBe(true)
  if (loss.status === 'ACTIVE') expect(loss.trigger_order_qty).toBeLessThanOrEqual(left)
  if (bought === 0) for (const one of [profit, loss]) expect(one.status).toBe('CANCELLED')
  const armed = loss.trigger_complex_order_id === null ? null : await show(world, loss.trigger_complex_order_id)
  // The SL and the stop it armed are one: the same state, the same order.
  if (armed !== null)
    expect([armed.status, armed.trigger_svc_order_id]).toEqual([loss.status, loss.trigger_svc_order_id])
  await world.agree()
}

describe.each(playedOn('EXCHANGE_A'))('on %s, whatever happens to a bracket', (exchange) => {
  it('no more is sold than was bought, and nothing is left unprotected in silence', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 3, maxLength: 14 }), (moves) => play(exchange, moves)),
      { numRuns: rounds(6), endOnFailure: true },
    )
  }, 600_000)
})
