/**
 * Random reduce-only orders on EXCHANGE_A, with other trades right before their sends and dying runs: none trades past the position. A
 * resting order may be overtaken by a trade until that is seen (decision 0011): no one trades with it meanwhile.
 */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { elsewhere, type Hand } from '#test/support/ledger/elsewhere.ts'
import { expectOnlyReduced } from '#test/support/ledger/only-reduced.ts'
import { ownAccount } from '#test/support/ledger/own-account.ts'
import { rounds } from '#test/support/run/plays.ts'
import { tradeBeforeSend } from '../../../support/faults/trade-before-send.ts'
import { startWorld, type World } from '../../../support/world.ts'

interface Move {
  readonly kind: 'reduce' | 'taker' | 'amend'
  readonly acts: boolean
  readonly buy: boolean
  readonly qty: number
  /** How far its price is inside the book; below 0 it trades at once. */
  readonly cents: number
  /** Contracts that the account trades elsewhere between the claim and the send; 0 for none. */
  readonly elsewhere: number
  /** The step at which the run dies; null if the run survives. */
  readonly dies: number | null
}

const move = fc.record<Move>({
  kind: fc.constantFrom('reduce', 'reduce', 'reduce', 'taker', 'amend'),
  acts: fc.boolean(),
  buy: fc.boolean(),
  qty: fc.integer({ min: 5, max: 30 }),
  cents: fc.integer({ min: -2, max: 3 }),
  elsewhere: fc.oneof(fc.constant(0), fc.integer({ min: -9, max: 9 })),
  dies: fc.option(fc.nat(13)),
})

const MARKET = { order_type: 'MARKET', price: null, time_in_force: null }
const priceOf = ({ buy, cents }: Move): number => Number((buy ? 0.44 - cents / 100 : 0.4 + cents / 100).toFixed(2))

const play = async (held: number, moves: readonly Move[]): Promise<void> => {
  const world = await startWorld({ exchange: 'EXCHANGE_A', staleReadsMs: 900 })
  try {
    await world.simulated.book([[0.4, 40]], [[0.44, 40]])
    const hand = await elsewhere(world)
    await world.place({ ...MARKET, qty: Math.abs(held), buy_flag: held > 0 })
    await world.pass('20s')
    const reducing: string[] = []
    for (const one of moves) {
      await carryOut(world, hand, one, reducing)
      await world.simulated.book([[0.4, 40]], [[0.44, 40]])
    }
    await world.pass('3m', 5)
    await expectOnlyReduced(world, reducing)
    await expectTraded(world, reducing)
  } finally {
    await world.stop()
  }
}

const carryOut = async (world: World, hand: Hand, one: Move, reducing: string[]): Promise<void> => {
  const { kind, buy, qty, acts, elsewhere: traded, dies } = one
  if (kind === 'taker') {
    await world.simulated.trade(buy ? 0.43 : 0.41, qty, buy)
    return world.pass('3s')
  }
  const again = tradeBeforeSend(world, hand, async (trade) => {
    if (traded !== 0) await trade({ price: traded > 0 ? 0.5 : 0.3, qty: Math.abs(traded), buy_flag: traded > 0 })
  })
  if (dies !== null) world.killNext('execute-order', dies)
  const last = reducing.at(-1)
  if (kind === 'amend' && last !== undefined) await world.patch(`/v1/orders/${last}`, { price: priceOf(one) })
  else {
    const terms = acts && dies !== null ? { time_in_force: 'IOC' } : {}
    reducing.push(await world.place({ ...terms, price: priceOf(one), qty, buy_flag: buy, reduce_only: true }))
  }
  // Until the trade is seen, an order may rest for the traded quantity. A run that has died is followed by another.
  await world.pass(dies === null ? '20s' : '100s', 2)
  again()
}

/** Expects the traded quantity of each order to equal the exchange’s. */
const expectTraded = async (world: World, orderIds: readonly string[]): Promise<void> => {
  const { fills } = await ownAccount(world)
  for (const id of orderIds) {
    const { exchange_order_id, traded_qty } = await world.order(id)
    const ids: readonly string[] = exchange_order_id?.split('+') ?? []
    const there = fills.filter(({ order_id }) => ids.includes(order_id)).reduce((sum, { qty }) => sum + qty * 100, 0)
    expect({ id, traded: traded_qty * 100 }).toEqual({ id, traded: Math.round(there) })
  }
}

it('a reduce-only order on EXCHANGE_A never trades past the position at its send, whichever run dies', async () => {
  const held = fc.integer({ min: 10, max: 60 }).chain((size) => fc.constantFrom(size, -size))
  const moves = fc.array(move, { minLength: 3, maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(held, moves, (size, played) => play(size, played)),
    { numRuns: rounds(12) },
  )
})
