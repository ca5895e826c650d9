/** An order on a custom asset of one bet goes where it is cheapest, fees included. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocateBestPrice } from '#domain/baskets/plan/allocate-best-price.ts'
import { acceptedLevels, type BasketMember, type BasketPlan, isTooSmall } from '#domain/baskets/plan/plan.ts'
import { takerFee } from '#domain/exchanges/fees/taker-fee.ts'
import { exactCost, ONE, type Qty } from '#domain/kernel/numbers.ts'
import { walkLevels } from '#domain/markets/walk-levels.ts'
import { rounds } from '#test/support/run/plays.ts'
import { anyMembers, anyQty, cents, contracts, member } from './basket-samples.ts'

/** Legs as [svcId, contracts, limit in cents]. */
const legsOf = (plan: BasketPlan) =>
  plan.legs.map(({ svcId, qty, limitPrice }) => [svcId, qty / ONE, limitPrice / 10_000])

const buy = (count: number, members: BasketMember[]) =>
  allocateBestPrice({ buyFlag: true, qty: contracts(count), members })
const sell = (count: number, members: BasketMember[]) =>
  allocateBestPrice({ buyFlag: false, qty: contracts(count), members })

describe('a buy at the best price', () => {
  // All-in: A 40 → 41.68, B 41 → 41.9676, A 42 → 43.7052, B 43 → 43.9804.
  const a = member(1, {
    asks: [
      [40, 5],
      [42, 10],
    ],
  })
  const bAsks = [
    [41, 3],
    [43, 10],
  ] as const

  it.each([
    ['one level of one member', 4, [[1, 4, 40]]],
    [
      'both members in the order of their prices',
      10,
      [
        [1, 7, 42],
        [11, 3, 41],
      ],
    ],
    [
      'all there is',
      40,
      [
        [1, 15, 42],
        [11, 13, 43],
      ],
    ],
  ])('takes %s', (_case, count, legs) => {
    const plan = buy(count, [a, member(11, { asks: bAsks })])
    expect(legsOf(plan)).toEqual(legs)
    expect(plan.unplaced).toBe(contracts(Math.max(0, count - 28)))
    expect(plan.skipped).toEqual([])
  })

  it('gives a quantity below a minimum to the next best member', () => {
    const plan = buy(10, [a, member(11, { asks: bAsks, least: 8 })])
    expect(legsOf(plan)).toEqual([[1, 10, 42]])
    expect(plan.skipped).toEqual([{ svcId: 11, reason: 'below_minimum' }])
  })

  it('counts a buy below one dollar on EXCHANGE_B as below the minimum', () => {
    const cheap = member(11, { asks: [[10, 9.99]] })
    expect(legsOf(buy(12, [member(1, { asks: [[20, 50]] }), cheap]))).toEqual([[1, 12, 20]])
    const enough = member(11, { asks: [[10, 10]] })
    expect(legsOf(buy(12, [member(1, { asks: [[20, 50]] }), enough]))).toEqual([
      [1, 2, 20],
      [11, 10, 10],
    ])
  })

  it('prefers the dearer price if its fee makes it cheaper', () => {
    const free = member(11, { asks: [[51, 5]], rate: 0 })
    expect(legsOf(buy(6, [member(1, { asks: [[50, 5]] }), free]))).toEqual([
      [1, 1, 50],
      [11, 5, 51],
    ])
  })

  it('takes the larger of two equal levels, then the level with the lower svc_id', () => {
    const small = member(1, { asks: [[40, 5]] })
    const large = member(2, { asks: [[40, 6]] })
    expect(legsOf(buy(3, [small, large]))).toEqual([[2, 3, 40]])
    expect(legsOf(buy(3, [member(3, { asks: [[40, 6]] }), large]))).toEqual([[2, 3, 40]])
  })

  it('leaves a part of a lot to a member with smaller lots', () => {
    const whole = member(1, {
      asks: [
        [40, 2.5],
        [41, 20],
      ],
      lot: 1,
    })
    expect(legsOf(buy(5.5, [whole, member(2, { asks: [[60, 9]] })]))).toEqual([
      [1, 5, 41],
      [2, 0.5, 60],
    ])
  })

  it('stays within the worst price of each member', () => {
    const plan = buy(12, [
      member(1, {
        asks: [
          [40, 5],
          [42, 10],
        ],
        worst: 41,
      }),
      member(2, { asks: [[43, 4]], worst: 42 }),
    ])
    expect(legsOf(plan)).toEqual([[1, 5, 40]])
    expect(plan).toMatchObject({ unplaced: contracts(7), skipped: [{ svcId: 2, reason: 'no_liquidity' }] })
  })

  it('uses one member alone if minimums make two members dearer', () => {
    // In turn: A 1 and B 4, both below 5. A alone pays 1 × 40 + 4 × 60 = 2.80, B alone 5 × 45 = 2.25.
    const members = [
      member(1, {
        asks: [
          [40, 1],
          [60, 20],
        ],
        least: 5,
      }),
      member(11, { asks: [[45, 20]], least: 5 }),
    ]
    expect(legsOf(buy(5, members))).toEqual([[11, 5, 45]])
  })

  it('takes from books that are deeper than any order', () => {
    const deep = [
      [40, 9e8],
      [41, 9e8],
    ] as const
    expect(legsOf(buy(1e9, [member(1, { asks: deep }), member(2, { asks: deep })]))).toEqual([
      [1, 9e8, 40],
      [2, 1e8, 40],
    ])
    // Alone it takes both of its levels, and is cheaper all the same.
    expect(legsOf(buy(1e9, [member(1, { asks: deep }), member(11, { asks: deep, least: 1e9 })]))).toEqual([
      [11, 1e9, 41],
    ])
  })

  it('plans nothing for an empty basket', () => {
    expect(buy(5, [])).toEqual({ legs: [], unplaced: contracts(5), skipped: [] })
  })
})

describe('a sell at the best price', () => {
  it('takes the best proceeds after fees, and no more of a member than its holding', () => {
    // Net: A 60 → 58.32, B 59 → 58.0324, A 58 → 56.2948.
    const a = member(1, {
      bids: [
        [60, 5],
        [58, 10],
      ],
      held: 20,
    })
    const b = member(11, { bids: [[59, 9]], held: 4 })
    expect(legsOf(sell(12, [a, b]))).toEqual([
      [1, 8, 58],
      [11, 4, 59],
    ])
  })

  it('leaves out members that are not held', () => {
    const plan = sell(5, [member(1, { bids: [[60, 5]], held: 0 }), member(11, { bids: [[20, 5]], held: 3 })])
    expect(legsOf(plan)).toEqual([[11, 3, 20]])
    expect(plan).toMatchObject({ unplaced: contracts(2), skipped: [{ svcId: 1, reason: 'not_held' }] })
  })
})

describe('any plan at the best price', () => {
  const anyDemand = fc.record({ buyFlag: fc.boolean(), qty: anyQty, members: anyMembers })

  it('stays within the requested quantity, lots, minimums, depth, worst price and holding', () => {
    fc.assert(
      fc.property(anyDemand, (demand) => {
        const plan = allocateBestPrice(demand)
        expect(plan.legs.reduce((sum, leg) => sum + leg.qty, 0) + plan.unplaced).toBe(demand.qty)
        for (const leg of plan.legs) {
          const of = find(demand.members, leg.svcId)
          const accepted = acceptedLevels(of, demand.buyFlag)
          expect(leg.qty % of.tickSizeQty).toBe(0)
          expect(isTooSmall(of, demand.buyFlag, leg.qty, leg.limitPrice)).toBe(false)
          expect(leg.qty).toBeLessThanOrEqual(of.held ?? leg.qty)
          expect(leg.takes.reduce((sum, take) => sum + take.qty, 0)).toBe(leg.qty)
          expect(accepted.map(({ price }) => price)).toContain(leg.limitPrice)
        }
      }),
    )
  })

  it('is the same for the same books in any order', () => {
    fc.assert(
      fc.property(anyDemand, fc.infiniteStream(fc.nat()), (demand, dice) => {
        const order = demand.members.map((one) => ({ one, at: dice.next().value ?? 0 })).sort((a, b) => a.at - b.at)
        const shuffled = { ...demand, members: order.map(({ one }) => one) }
        expect(allocateBestPrice(shuffled)).toEqual(allocateBestPrice(demand))
      }),
    )
  })

  it('is never dearer than one member, or one exchange, that could take the same number alone', () => {
    const plays = Math.max(300, rounds(500))
    let compared = 0
    fc.assert(
      fc.property(anyDemand, ({ buyFlag, qty, members }) => {
        const plan = allocateBestPrice({ buyFlag, qty, members })
        const placed = (qty - plan.unplaced) as Qty
        const paid = costOf(plan, members, buyFlag)
        for (const one of placed === 0 ? [] : members) {
          const takes = walkLevels(acceptedLevels(one, buyFlag), placed)
          const limit = takes.at(-1)?.price
          const could =
            limit !== undefined &&
            takes.reduce((sum, take) => sum + take.qty, 0) === placed &&
            placed % one.tickSizeQty === 0 &&
            placed <= (one.held ?? placed) &&
            !isTooSmall(one, buyFlag, placed, limit)
          if (!could) continue
          compared += 1
          const alone = { ...plan, legs: [{ svcId: one.svcId, qty: placed, limitPrice: limit, takes }] }
          expect(paid <= costOf(alone, members, buyFlag)).toBe(true)
        }
        for (const name of ['EXCHANGE_A', 'EXCHANGE_B']) {
          const theirs = members.filter(({ exchange }) => exchange === name)
          const alone = allocateBestPrice({ buyFlag, qty: placed, members: theirs })
          if (placed > 0 && alone.unplaced === 0) expect(paid <= costOf(alone, members, buyFlag)).toBe(true)
        }
      }),
      { numRuns: plays },
    )
    expect(compared).toBeGreaterThan(plays / 5)
  })

  it('places all contracts at one member rather than a part of them at better prices', () => {
    const one = member(1, { asks: [[1, 1]], rate: 0, least: 1 })
    const two = member(2, {
      asks: [
        [1, 1.01],
        [2, 1],
      ],
      rate: 0,
      least: 1,
    })
    const three = member(3, {
      asks: [
        [1, 3],
        [2, 2],
      ],
      rate: 0,
      least: 5,
    })
    const plan = allocateBestPrice({ buyFlag: true, qty: contracts(5), members: [one, two, three] })
    expect(plan).toMatchObject({ unplaced: 0, legs: [{ svcId: 3, qty: contracts(5), limitPrice: cents(2) }] })
  })

  it('prefers the member with the smaller rounded fee at the same contract price', () => {
    const onA = member(2, { bids: [[98, 5.01]], rate: 50_000 })
    const onB = member(11, { bids: [[98, 5.01]], rate: 50_000 })
    const plan = allocateBestPrice({ buyFlag: false, qty: contracts(5.01), members: [onA, onB] })
    expect(plan.legs.map(({ svcId }) => svcId)).toEqual([11])
  })

  it('leaves no contract unplaced if one member alone can take them all', () => {
    fc.assert(
      fc.property(anyQty, fc.boolean(), anyMembers, (qty, buyFlag, members) => {
        const even = members.map((one) => ({
          ...one,
          tickSizeQty: contracts(0.01),
          minimumOrderSize: contracts(0.01),
          exchange: 'EXCHANGE_A' as const,
        }))
        const plan = allocateBestPrice({ buyFlag, qty, members: even })
        const most = even.reduce((sum, one) => {
          const depth = acceptedLevels(one, buyFlag).reduce((all, level) => all + level.qty, 0)
          return sum + Math.min(depth, one.held ?? depth)
        }, 0)
        expect(plan.unplaced).toBe(Math.max(0, qty - most))
      }),
    )
  })
})

const find = (members: readonly BasketMember[], svcId: number): BasketMember => {
  const found = members.find((one) => one.svcId === svcId)
  if (found === undefined) throw new Error(`no member ${svcId}`)
  return found
}

/** In 1e-12 dollars, fees as charged; a sell's proceeds are below 0. */
const costOf = (plan: BasketPlan, members: readonly BasketMember[], buyFlag: boolean): bigint =>
  plan.legs.reduce((sum, { svcId, takes }) => {
    const worth = takes.reduce((all, take) => all + exactCost(take.price, take.qty), 0n)
    return sum + (buyFlag ? worth : -worth) + BigInt(takerFee(find(members, svcId), buyFlag, takes)) * BigInt(ONE)
  }, 0n)
