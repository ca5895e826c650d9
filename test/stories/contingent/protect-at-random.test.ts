/** Protect stops, reduce-only orders and trades by hand at once, at random: no fill of theirs ever opens or turns over a position. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isConditional } from '#domain/contingent/complex-order.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { expectOnlyReduced } from '#test/support/ledger/only-reduced.ts'
import { positionThere } from '#test/support/ledger/position-there.ts'
import { playedOn, rounds } from '#test/support/run/plays.ts'
import { startWorld, type World } from '../../support/world.ts'

interface Move {
  readonly kind: 'protect' | 'reduce' | 'by_hand' | 'taker' | 'price'
  readonly buy: boolean
  readonly rests: boolean
  readonly linked: boolean
  readonly qty: number
  readonly cents: number
  /** Seconds that pass after it. */
  readonly pause: number
}

const move = fc.record<Move>({
  kind: fc.constantFrom('protect', 'protect', 'reduce', 'by_hand', 'taker', 'price', 'price'),
  buy: fc.boolean(),
  rests: fc.boolean(),
  linked: fc.boolean(),
  qty: fc.integer({ min: 5, max: 30 }),
  cents: fc.integer({ min: 40, max: 60 }),
  pause: fc.integer({ min: 0, max: 4 }),
})

const MARKET = { order_type: 'MARKET', price: null, time_in_force: null }
const round = (at: number): number => Number(at.toFixed(2))

const setPrice = (world: World, at: number) =>
  world.simulated.book([[round(at - 0.02), 5_000]], [[round(at + 0.02), 5_000]])

const play = async (exchange: ExchangeName, held: number, moves: readonly Move[]): Promise<void> => {
  const world = await startWorld({ exchange })
  try {
    await setPrice(world, 0.5)
    await world.place({ ...MARKET, qty: Math.abs(held), buy_flag: held > 0 })
    await world.pass('20s')
    const reducing: string[] = []
    const stops: string[] = []
    for (const one of moves) {
      await carryOut(world, one, reducing, stops)
      await world.look()
      // The next poll shows a sale by hand; until then an order may rest for the sold quantity.
      await world.pass(one.kind === 'by_hand' ? '15s' : `${one.pause}s`)
    }
    for (let looks = 0; looks < 12; looks += 1) {
      await world.look()
      await world.pass('10s', 5)
    }
    await expectOnlyReduced(world, [...reducing, ...(await firedBy(world, stops))])
    await expectShown(world, stops)
    await world.agree()
  } finally {
    await world.stop()
  }
}

const carryOut = async (world: World, one: Move, reducing: string[], stops: string[]): Promise<void> => {
  const { kind, buy, rests, linked, qty, cents } = one
  const at = cents / 100
  if (kind === 'price') return void (await setPrice(world, at))
  if (kind === 'taker') return void (await world.simulated.trade(buy ? 0.62 : 0.38, qty, buy))
  if (kind === 'by_hand') {
    await world.place({ time_in_force: 'IOC', price: buy ? 0.9 : 0.1, qty, buy_flag: buy })
    return
  }
  if (kind === 'reduce') {
    const terms = rests ? { price: round(buy ? 0.3 : 0.7) } : MARKET
    reducing.push(await world.place({ ...terms, qty, buy_flag: buy, reduce_only: true }))
    return
  }
  const placed = await world.postConditional({
    conditional_order_type: cents % 2 === 0 ? 'STOP' : 'REVERSE_STOP',
    stop_order_price: at,
    protect: true,
    ...(linked ? { link_id: buy ? 'buys' : 'sells' } : {}),
    trigger_order: { buy_flag: buy, ...(rests ? { price: round(buy ? at - 0.01 : at + 0.01) } : {}) },
  })
  expect([202, 409]).toContain(placed.status)
  if (placed.status === 202) stops.push(placed.body.complex_order_id)
}

const firedBy = async (world: World, stops: readonly string[]): Promise<readonly string[]> =>
  (await world.ports.complexOrders.getAll(stops)).filter(isConditional).flatMap(({ orderIds }) => orderIds)

/** Stops that still wait for their price show the position. */
const expectShown = async (world: World, stops: readonly string[]): Promise<void> => {
  const held = await positionThere(world)
  const found = (await world.ports.complexOrders.getAll(stops)).filter(isConditional)
  for (const { status, armedQty, trigger } of found.filter((one) => one.status === 'ACTIVE'))
    expect({ status, armedQty }).toEqual({
      status,
      armedQty: Math.round(Math.max(0, trigger.buyFlag ? -held : held) * 1e6),
    })
}

describe.each(playedOn('EXCHANGE_B'))('on %s', (exchange) => {
  it('protect stops only reduce, whatever is traded beside them, and show what is held', async () => {
    const held = fc.integer({ min: 10, max: 60 }).chain((size) => fc.constantFrom(size, -size))
    const moves = fc.array(move, { minLength: 5, maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(held, moves, (size, played) => play(exchange, size, played)),
      { numRuns: rounds(6) },
    )
  })
})
