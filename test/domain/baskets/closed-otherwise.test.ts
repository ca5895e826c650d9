/** The part of an entry that other trades have closed. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closedOtherwise, type PositionTrade } from '#domain/baskets/closed-otherwise.ts'
import { contracts } from '#test/domain/contingent/complex-samples.ts'

type Move = Omit<PositionTrade, 'at'>

const move = (by: PositionTrade['by'], count: number): Move => ({
  by,
  buyFlag: count > 0,
  qty: contracts(Math.abs(count)),
})

/** Oldest first: what the account held before, and the trades since, each `every` milliseconds after the one before. */
const play = (before: number, moves: readonly Move[], buyFlag = true, every = 1) => {
  const sign = ({ buyFlag, qty }: Move): number => (buyFlag ? qty : -qty)
  const position = moves.reduce((sum, one) => sum + sign(one), contracts(1) * before)
  const side = buyFlag ? 1 : -1
  const held = moves.reduce((sum, one) => (one.by === 'other' ? sum : sum + side * sign(one)), 0)
  const trades = moves.map((one, place) => ({ ...one, at: place * every }))
  return closedOtherwise({ buyFlag, held, position }, trades.toReversed())
}

describe('other trades have closed, from an entry of 20,', () => {
  it.each<[string, number, readonly Move[], number]>([
    ['nothing while nobody sells', 0, [move('entry', 20)], 0],
    ['nothing of what its own exits sell', 0, [move('entry', 20), move('exit', -20)], 0],
    ['what is sold by hand', 0, [move('entry', 20), move('other', -12)], 12],
    ['nothing while what was held besides is enough', 15, [move('entry', 20), move('other', -15)], 0],
    ['what goes beyond what was held besides', 15, [move('entry', 20), move('other', -20)], 5],
    ['what was sold, also when it was bought again', 0, [move('entry', 20), move('other', -20), move('other', 50)], 20],
    ['what was sold before an exit sold the rest', 0, [move('entry', 20), move('other', -12), move('exit', -8)], 12],
    ['what it bought while the account was short', -50, [move('entry', 20)], 50],
  ])('%s', (_, before, moves, closed) => {
    expect(play(before, moves)).toBe(contracts(closed))
    const mirrored = moves.map((one) => ({ ...one, buyFlag: !one.buyFlag }))
    expect(play(-before, mirrored, false)).toBe(contracts(closed))
  })

  it('no quantity that was sold and bought within one moment: the order of the trades is unknown', () => {
    const both = [move('other', -10), move('other', 10)]
    expect(play(20, [...both, move('entry', 20)], true, 0)).toBe(0)
    expect(play(0, [move('entry', 20), ...both], true, 0)).toBe(0)
    expect(play(0, [move('entry', 20), ...both])).toBe(contracts(10))
  })

  it('at least the missing quantity of any moment, and nothing without other trades', () => {
    const trade = fc.record({
      by: fc.constantFrom('entry' as const, 'exit' as const, 'other' as const),
      count: fc.integer({ min: 1, max: 30 }),
      buys: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 12 }), fc.integer({ min: 0, max: 40 }), (trades, before) => {
        const moves = trades.map(({ by, count, buys }) =>
          move(by, by === 'entry' || (by === 'other' && buys) ? count : -count),
        )
        const closed = play(before, moves)
        if (moves.every(({ by }) => by !== 'other')) expect(closed).toBe(0)
        for (let n = 0; n <= moves.length; n += 1) expect(play(before, moves.slice(0, n))).toBeLessThanOrEqual(closed)
      }),
    )
  })
})
