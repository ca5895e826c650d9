/** Five reduce-only orders and trades by hand at once, at random: no fill of a reduce-only order ever opens or turns over a position. */

import fc from 'fast-check'
import { describe, it } from 'vitest'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { expectOnlyReduced } from '#test/support/ledger/only-reduced.ts'
import { playedOn, rounds } from '#test/support/run/plays.ts'
import { startWorld, type World } from '../../../support/world.ts'

interface Move {
  readonly kind: 'reduce' | 'reduce_now' | 'by_hand' | 'taker'
  readonly buy: boolean
  readonly qty: number
  readonly cents: number
  /** Seconds that pass after it. */
  readonly pause: number
}

const move = fc.record<Move>({
  kind: fc.constantFrom('reduce', 'reduce_now', 'by_hand', 'taker'),
  buy: fc.boolean(),
  qty: fc.integer({ min: 5, max: 30 }),
  cents: fc.integer({ min: 1, max: 3 }),
  pause: fc.integer({ min: 0, max: 4 }),
})

const MARKET = { order_type: 'MARKET', price: null, time_in_force: null }

const play = async (exchange: ExchangeName, held: number, moves: readonly Move[]): Promise<void> => {
  const world = await startWorld({ exchange })
  try {
    await world.simulated.book([[0.4, 5_000]], [[0.44, 5_000]])
    await world.place({ ...MARKET, qty: Math.abs(held), buy_flag: held > 0 })
    await world.pass('20s')
    const reducing: string[] = []
    for (const one of moves) {
      await carryOut(world, one, reducing)
      // A manual sale is seen with the next poll; until then an order may rest for the sold quantity.
      await world.pass(one.kind === 'by_hand' ? '15s' : `${one.pause}s`)
    }
    await world.pass('1m', 2)
    await expectOnlyReduced(world, reducing)
    await world.agree()
  } finally {
    await world.stop()
  }
}

const carryOut = async (world: World, { kind, buy, qty, cents }: Move, reducing: string[]): Promise<void> => {
  if (kind === 'taker') {
    await world.simulated.trade(buy ? 0.43 : 0.41, qty, buy)
    return
  }
  if (kind === 'by_hand') {
    await world.place({ time_in_force: 'IOC', price: buy ? 0.5 : 0.3, qty, buy_flag: buy })
    return
  }
  const at = buy ? 0.44 - cents / 100 : 0.4 + cents / 100
  const terms = kind === 'reduce' ? { price: Number(at.toFixed(2)) } : MARKET
  for (let count = 0; count < 5; count += 1)
    reducing.push(await world.place({ ...terms, qty, buy_flag: buy, reduce_only: true }))
}

describe.each(playedOn('EXCHANGE_B'))('on %s', (exchange) => {
  it('reduce-only orders only reduce, whatever is traded beside them', async () => {
    const held = fc.integer({ min: 10, max: 60 }).chain((size) => fc.constantFrom(size, -size))
    const moves = fc.array(move, { minLength: 4, maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(held, moves, (size, played) => play(exchange, size, played)),
      { numRuns: rounds(6) },
    )
  })
})
