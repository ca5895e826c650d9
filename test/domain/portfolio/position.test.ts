/** Positions: averages, gains and payouts by exact arithmetic, worked by hand and at random. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money, ONE, price, qty } from '#domain/kernel/numbers.ts'
import {
  averageBuyPrice,
  averageSellPrice,
  marketValue,
  payOut,
  positionOf,
  realizedPnl,
  unrealizedPnl,
} from '#domain/portfolio/position.ts'

type Trade = Parameters<typeof positionOf>[0][number]

/** `+10 at 0.4` as [10, 0.4]; sales are below zero. In the order they happened. */
const trades = (...those: readonly (readonly [contracts: number, at: number, fee?: number])[]): Trade[] =>
  those.map(([contracts, at, fee = 0], index) => ({
    fillId: String(index).padStart(6, '0'),
    exchangeAt: index,
    price: price(Math.round(at * ONE)),
    qty: qty(Math.round(Math.abs(contracts) * ONE)),
    fee: money(Math.round(fee * ONE)),
    buyFlag: contracts > 0,
    status: 'FINAL',
  }))

/** In dollars and contracts, at a mark of 0.5. */
const shown = (those: readonly Trade[]) => {
  const held = positionOf(those)
  const dollars = (millionths: number | null) => (millionths === null ? null : millionths / ONE)
  return [
    held.position / ONE,
    dollars(averageBuyPrice(held)),
    dollars(averageSellPrice(held)),
    dollars(realizedPnl(held)),
    dollars(marketValue(held, price(500_000))),
    dollars(unrealizedPnl(held, price(500_000))),
  ]
}

describe('a position', () => {
  it.each([
    ['nothing', trades(), [0, null, null, 0, 0, 0]],
    ['a purchase', trades([10, 0.4]), [10, 0.4, null, 0, 5, 1]],
    ['two purchases', trades([10, 0.4], [30, 0.6]), [40, 0.55, null, 0, 20, -2]],
    ['a fee', trades([10, 0.4, 0.17]), [10, 0.4, null, -0.17, 5, 1]],
    ['half of it sold', trades([10, 0.4], [-5, 0.7]), [5, 0.4, 0.7, 1.5, 2.5, 0.5]],
    ['all of it sold', trades([10, 0.4], [-10, 0.3]), [0, 0.4, 0.3, -1, 0, 0]],
    ['sold short', trades([-10, 0.3]), [-10, null, 0.3, 0, 5, -2]],
    ['a short bought back', trades([-10, 0.6], [10, 0.2]), [0, 0.2, 0.6, 4, 0, 0]],
    ['through zero', trades([10, 0.4], [-15, 0.6]), [-5, 0.4, 0.6, 2, 2.5, 0.5]],
    ['an average no decimal holds', trades([1, 0.1], [2, 0.2]), [3, 0.166667, null, 0, 1.5, 1]],
  ])('of %s matches the calculation by hand', (_name, those, expected) => {
    expect(shown(those)).toEqual(expected)
  })

  it('is worth one minus the YES price if it is NO', () => {
    const held = positionOf(trades([-10, 0.3]))
    expect(marketValue(held, price(200_000))).toBe(8_000_000)
    expect(unrealizedPnl(held, price(200_000))).toBe(1_000_000)
  })

  it('is worth whole millionths of a dollar, rounded half away from zero', () => {
    const held = positionOf(trades([0.000001, 0.5]))
    const worth = [499_999, 500_000].map((mark) => marketValue(held, price(mark)))
    expect(worth).toEqual([0, 1])
    const gains = [0, 1, 999_999, 1_000_000].map((mark) => unrealizedPnl(held, price(mark)))
    expect(gains).toEqual([-1, 0, 0, 1])
    expect(realizedPnl(positionOf(trades([0.000001, 0.2], [-0.000001, 0.7])))).toBe(1)
    expect(realizedPnl(positionOf(trades([0.000001, 0.7], [-0.000001, 0.2])))).toBe(-1)
  })

  it('does not count reversed fills', () => {
    const [kept, reversed] = trades([10, 0.4], [5, 0.9])
    if (kept === undefined || reversed === undefined) throw new Error('two trades')
    expect(positionOf([kept, { ...reversed, status: 'REVERSED' }])).toEqual(positionOf([kept]))
  })

  it.each([
    [trades([10, 0.4]), 1, 6],
    [trades([10, 0.4]), 0, -4],
    [trades([-10, 0.4]), 1, -6],
    [trades([-10, 0.4]), 0, 4],
    [trades([10, 0.4]), 0.5, 1],
  ])('is empty after its market paid out, and the payout is realized', (those, pays, gained) => {
    const paid = payOut(positionOf(those), price(pays * ONE))
    expect([paid.position, paid.openCost, realizedPnl(paid) / ONE]).toEqual([0, 0n, gained])
    expect(averageSellPrice(paid)).toEqual(averageSellPrice(positionOf(those)))
  })
})

describe('for random trades', () => {
  const trade = fc.record({
    contracts: fc.integer({ min: -5_000, max: 5_000 }).filter((one) => one !== 0),
    cents: fc.integer({ min: 1, max: 9_999 }),
    fee: fc.integer({ min: 0, max: 50_000 }),
  })
  const random = fc
    .array(trade, { maxLength: 60 })
    .map((those) =>
      trades(...those.map(({ contracts, cents, fee }) => [contracts / 100, cents / 10_000, fee / ONE] as const)),
    )
  const signed = ({ buyFlag, qty: amount }: Trade) => (buyFlag ? amount : -amount)

  it('the position is the sum of the fills', () => {
    fc.assert(
      fc.property(random, (those) => {
        const held = positionOf(those)
        expect(held.position).toBe(those.reduce((sum, one) => sum + signed(one), 0))
        expect(held.boughtQty - held.soldQty).toBe(held.position)
      }),
    )
  })

  it('the paid amount equals the held and the gained amount: no money appears or vanishes', () => {
    fc.assert(
      fc.property(random, (those) => {
        const held = positionOf(those)
        expect(held.realized - held.openCost).toBe(held.soldCost - held.boughtCost)
        expect(Number(held.fees)).toBe(those.reduce((sum, { fee }) => sum + fee, 0))
      }),
    )
  })

  it('an open part costs between zero and a dollar for each contract, on its own side', () => {
    fc.assert(
      fc.property(random, (those) => {
        const { position, openCost } = positionOf(those)
        const size = BigInt(Math.abs(position))
        const cost = position < 0 ? -openCost : openCost
        expect(cost >= 0n && cost <= size * BigInt(ONE)).toBe(true)
        if (position === 0) expect(openCost).toBe(0n)
      }),
    )
  })

  it('the order of the reports does not matter', () => {
    fc.assert(
      fc.property(random, (those) => {
        expect(positionOf(those.toReversed())).toEqual(positionOf(those))
      }),
    )
  })
})
