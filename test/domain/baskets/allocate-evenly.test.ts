/** An order on a custom asset of different bets buys the same number of contracts of each. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocateEvenly, placeShares, sharesOf } from '#domain/baskets/plan/allocate-evenly.ts'
import { type BasketMember, type BasketPlan, isTooSmall } from '#domain/baskets/plan/plan.ts'
import { ONE } from '#domain/kernel/numbers.ts'
import { onGrid } from '#domain/markets/market.ts'
import { anyMembers, anyQty, contracts, member } from './basket-samples.ts'

const SLIPPAGE = 20_000

const legsOf = (plan: BasketPlan) =>
  plan.legs.map(({ svcId, qty, limitPrice }) => [svcId, qty / ONE, limitPrice / 10_000])
const trade = (buyFlag: boolean, count: number, members: BasketMember[]) =>
  allocateEvenly({ buyFlag, qty: contracts(count), members }, SLIPPAGE)

describe('even shares', () => {
  const a = { svcId: 1, tickSizeQty: contracts(0.01) }
  const b = { svcId: 2, tickSizeQty: contracts(0.01) }
  const c = { svcId: 3, tickSizeQty: contracts(1) }
  it.each([
    ['divide', 6, [a, b], [3, 3]],
    ['give a lot more to the first', 10, [a, b, { ...c, tickSizeQty: contracts(0.01) }], [3.34, 3.33, 3.33]],
    ['give a lot more to the first two', 0.05, [a, b, { ...c, tickSizeQty: contracts(0.01) }], [0.02, 0.02, 0.01]],
    ['round down to each lot, the rest for the first', 5, [a, b, c], [2.33, 1.67, 1]],
    ['of one are all of it', 7.77, [a], [7.77]],
    ['of lots larger than the order are nothing', 0.5, [c], [0]],
  ])('%s', (_case, count, members, shares) => {
    expect([...sharesOf(contracts(count), members).values()].map((share) => share / ONE)).toEqual(shares)
  })

  it('add up to the order in any order of members, and differ by at most one lot', () => {
    fc.assert(
      fc.property(anyQty, fc.integer({ min: 1, max: 100 }), (amount, count) => {
        const members = Array.from({ length: count }, (_, n) => ({ svcId: n + 1, tickSizeQty: contracts(0.01) }))
        const shares = [...sharesOf(amount, members).values()]
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount)
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(10_000)
        expect(sharesOf(amount, members.toReversed())).toEqual(sharesOf(amount, members))
      }),
    )
  })
})

describe('an even order', () => {
  it('prices each leg by its own book, slippage included', () => {
    const plan = trade(true, 20, [
      member(1, {
        asks: [
          [40, 4],
          [45, 20],
        ],
      }),
      member(11, { asks: [[97, 50]] }),
    ])
    expect(legsOf(plan)).toEqual([
      [1, 10, 47],
      [11, 10, 99],
    ])
    expect(plan).toMatchObject({ unplaced: 0, skipped: [] })
    expect(plan.legs[0]?.takes.map(({ qty }) => qty / ONE)).toEqual([4, 6])
  })

  it('sells at its book less slippage, and no more than its holding', () => {
    const plan = trade(false, 20, [
      member(1, { bids: [[40, 50]], held: 3.5 }),
      member(11, { bids: [[30, 50]], held: 99 }),
    ])
    expect(legsOf(plan)).toEqual([
      [1, 3.5, 38],
      [11, 10, 28],
    ])
    expect(plan.unplaced).toBe(contracts(6.5))
  })

  it('gives no member more than its share if another member cannot take its own', () => {
    const members = [
      member(1, { asks: [[40, 50]] }),
      member(2, {}),
      member(3, { asks: [[40, 50]], worst: 39 }),
      member(11, { asks: [[40, 50]], least: 5 }),
      member(12, { asks: [[20, 50]] }),
    ]
    const plan = trade(true, 20, members)
    expect(legsOf(plan)).toEqual([[1, 4, 42]])
    expect(plan).toMatchObject({
      unplaced: contracts(16),
      skipped: [
        { svcId: 2, reason: 'no_liquidity' },
        { svcId: 3, reason: 'no_liquidity' },
        { svcId: 11, reason: 'below_minimum' },
        { svcId: 12, reason: 'below_minimum' },
      ],
    })
    expect(trade(false, 2, [member(1, { bids: [[40, 9]], held: 0 })]).skipped).toEqual([
      { svcId: 1, reason: 'not_held' },
    ])
  })

  it('is planned anew for the missing part of each member', () => {
    const members = [member(1, { asks: [[40, 50]] }), member(2, { asks: [[50, 50]] })]
    const rest = new Map([[2, contracts(1.5)]])
    expect(legsOf(placeShares({ buyFlag: true, qty: contracts(1.5), members }, rest, SLIPPAGE))).toEqual([[2, 1.5, 52]])
  })

  it('stays within the order, the holding and the worst price, and on the grid', () => {
    fc.assert(
      fc.property(fc.boolean(), anyQty, anyMembers, (buyFlag, qty, members) => {
        const plan = allocateEvenly({ buyFlag, qty, members }, SLIPPAGE)
        expect(plan.legs.reduce((sum, leg) => sum + leg.qty, 0) + plan.unplaced).toBe(qty)
        for (const leg of plan.legs) {
          const of = members.find(({ svcId }) => svcId === leg.svcId)
          if (of === undefined) throw new Error('a leg for no member')
          expect(leg.qty % of.tickSizeQty).toBe(0)
          expect(leg.qty).toBeLessThanOrEqual(of.held ?? leg.qty)
          expect(isTooSmall(of, buyFlag, leg.qty, leg.limitPrice)).toBe(false)
          expect(onGrid(of, leg.limitPrice)).toBe(true)
          const worst = of.worstPrice ?? leg.limitPrice
          expect(buyFlag ? leg.limitPrice <= worst : leg.limitPrice >= worst).toBe(true)
          const reached = leg.takes.at(-1)?.price ?? leg.limitPrice
          expect(Math.abs(leg.limitPrice - reached)).toBeLessThanOrEqual(SLIPPAGE)
        }
        expect(allocateEvenly({ buyFlag, qty, members: members.toReversed() }, SLIPPAGE)).toEqual(plan)
      }),
    )
  })
})
