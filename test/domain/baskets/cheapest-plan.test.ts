/** If minimums bind, a plan at the best price is the cheapest one, compared with every possible split. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocateBestPrice } from '#domain/baskets/plan/allocate-best-price.ts'
import { acceptedLevels, type BasketMember, type BasketPlan, isTooSmall } from '#domain/baskets/plan/plan.ts'
import { allInPrice, takerFee } from '#domain/exchanges/fees/taker-fee.ts'
import { exactCost, ONE, qty } from '#domain/kernel/numbers.ts'
import { walkLevels } from '#domain/markets/walk-levels.ts'
import { rounds } from '#test/support/run/plays.ts'
import { contracts, member, type Side } from './basket-samples.ts'

type CostOf = (member: BasketMember, buyFlag: boolean, amount: number) => bigint

/** In 1e-24 dollars, before fees are rounded; a sale's proceeds are below 0. */
const unrounded: CostOf = (of, buyFlag, amount) =>
  walkLevels(acceptedLevels(of, buyFlag), qty(amount)).reduce((sum, take) => {
    const worth = allInPrice(of, buyFlag, take.price) * BigInt(take.qty)
    return sum + (buyFlag ? worth : -worth)
  }, 0n)

/** In 1e-12 dollars, with the fees as they are charged. */
const charged: CostOf = (of, buyFlag, amount) => {
  const takes = walkLevels(acceptedLevels(of, buyFlag), qty(amount))
  const worth = takes.reduce((sum, take) => sum + exactCost(take.price, take.qty), 0n)
  return (buyFlag ? worth : -worth) + BigInt(takerFee(of, buyFlag, takes)) * BigInt(ONE)
}

/** Returns whether its exchange takes an order of that size, and its book and holding allow it. */
const takesIt = (of: BasketMember, buyFlag: boolean, amount: number): boolean => {
  if (amount === 0) return true
  const takes = walkLevels(acceptedLevels(of, buyFlag), qty(amount))
  const limit = takes.at(-1)?.price
  return (
    amount % of.tickSizeQty === 0 &&
    amount <= (of.held ?? amount) &&
    limit !== undefined &&
    takes.reduce((sum, take) => sum + take.qty, 0) === amount &&
    !isTooSmall(of, buyFlag, qty(amount), limit)
  )
}

interface Split {
  readonly placed: number
  readonly cost: bigint
}

/** The cheapest of all splits in steps of `unit` that place as much as any of them can. */
const cheapest = (
  members: readonly BasketMember[],
  buyFlag: boolean,
  requested: number,
  unit: number,
  cost: CostOf,
): Split => {
  let best = new Map<number, bigint>([[0, 0n]])
  for (const one of members) {
    const next = new Map(best)
    for (let amount = unit; amount <= requested; amount += unit) {
      if (!takesIt(one, buyFlag, amount)) continue
      const own = cost(one, buyFlag, amount)
      for (const [placed, before] of best) {
        const [sum, total] = [placed + amount, before + own]
        const known = next.get(sum)
        if (sum <= requested && (known === undefined || total < known)) next.set(sum, total)
      }
    }
    best = next
  }
  const placed = Math.max(...best.keys())
  return { placed, cost: best.get(placed) ?? 0n }
}

const resultOf = (plan: BasketPlan, members: readonly BasketMember[], buyFlag: boolean, cost: CostOf): Split => ({
  placed: plan.legs.reduce((sum, leg) => sum + leg.qty, 0),
  cost: plan.legs.reduce((sum, leg) => {
    const of = members.find(({ svcId }) => svcId === leg.svcId)
    return of === undefined ? sum : sum + cost(of, buyFlag, leg.qty)
  }, 0n),
})

const A = { rate: 70_000 }
const B = { rate: 50_000, least: 5 }
const LOTS: ReadonlyArray<readonly [lot: number]> = [[1], [0.1]]

describe('a buy that a minimum of EXCHANGE_B binds', () => {
  it.each(LOTS)('lifts a member over one dollar, in lots of %s', (lot) => {
    const members = [
      member(1, {
        ...A,
        lot,
        asks: [
          [10, 20],
          [30, 500],
        ],
      }),
      member(11, { ...B, lot, asks: [[11, 500]] }),
    ]
    const plan = allocateBestPrice({ buyFlag: true, qty: contracts(26), members })
    const best = cheapest(members, true, contracts(26), contracts(lot), charged)
    expect(resultOf(plan, members, true, charged)).toEqual(best)
    if (lot === 1) expect(Number(best.cost) / 1e12).toBeCloseTo(2.85, 3)
    expect(plan).toMatchObject({ unplaced: 0, skipped: [] })
  })

  it.each(LOTS)('takes fewer of the better members to reach five contracts of another, in lots of %s', (lot) => {
    const members = [
      member(1, {
        ...A,
        lot,
        asks: [
          [40, 6],
          [80, 500],
        ],
      }),
      member(2, { ...A, lot, asks: [[80, 500]] }),
      member(11, {
        ...B,
        lot,
        asks: [
          [41, 6],
          [42, 2],
          [81, 500],
        ],
      }),
      member(12, { ...B, lot, asks: [[43, 100]] }),
    ]
    const plan = allocateBestPrice({ buyFlag: true, qty: contracts(16), members })
    const best = cheapest(members, true, contracts(16), contracts(lot), charged)
    expect(resultOf(plan, members, true, charged)).toEqual(best)
  })

  it.each(LOTS)('takes fewer of a deep level rather than the next dear one, in lots of %s', (lot) => {
    const members = [
      member(1, {
        ...A,
        lot,
        asks: [
          [40, 48],
          [55, 500],
        ],
      }),
      member(11, { ...B, lot, asks: [[45, 500]] }),
    ]
    const plan = allocateBestPrice({ buyFlag: true, qty: contracts(50), members })
    expect(plan.legs.map(({ svcId, qty }) => [svcId, qty])).toEqual([
      [1, contracts(45)],
      [11, contracts(5)],
    ])
    const best = cheapest(members, true, contracts(50), contracts(lot), charged)
    expect(resultOf(plan, members, true, charged)).toEqual(best)
  })

  it('places all contracts if the better member alone leaves too little for the other', () => {
    const members = [member(1, { ...A, asks: [[40, 5]] }), member(11, { ...B, asks: [[45, 500]] })]
    const plan = allocateBestPrice({ buyFlag: true, qty: contracts(8), members })
    expect(plan.legs.map(({ svcId, qty }) => [svcId, qty])).toEqual([
      [1, contracts(3)],
      [11, contracts(5)],
    ])
  })
})

/** How much an exchange rounds on an order, in 1e-12 dollars. */
const ROUNDING = 200_000_000n

describe('a plan of small books', () => {
  const side = fc
    .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 12 })), {
      selector: ([at]) => at,
      minLength: 1,
      maxLength: 4,
    })
    .map((found): Side => found.sort(([a], [b]) => a - b))
  const sample = fc.record({
    onA: fc.boolean(),
    asks: side,
    least: fc.constantFrom(1, 3, 5, 8),
    lot: fc.constantFrom(1, 1, 1, 2, 3),
    rate: fc.constantFrom(0, 50_000, 70_000),
    held: fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
  })
  const books = fc
    .array(sample, { minLength: 1, maxLength: 4 })
    .map((found) =>
      found.map(({ onA, asks, ...rest }, n) =>
        member(onA ? n + 1 : n + 11, { ...rest, asks, bids: asks.toReversed() }),
      ),
    )

  it('costs as little as the cheapest split, and places as much as any', () => {
    let bound = 0
    fc.assert(
      fc.property(books, fc.boolean(), fc.integer({ min: 1, max: 30 }), (members, buyFlag, count) => {
        const requests = contracts(count)
        const plan = allocateBestPrice({ buyFlag, qty: requests, members })
        const best = cheapest(members, buyFlag, requests, ONE, unrounded)
        const found = resultOf(plan, members, buyFlag, unrounded)
        expect(found.placed).toBe(best.placed)
        // Plans are also compared by the fees as they are charged, which may be rounded by a hundredth of a cent an order.
        expect(found.cost - best.cost).toBeLessThanOrEqual(BigInt(members.length) * ROUNDING * BigInt(1e12))
        const rounded = cheapest(members, buyFlag, requests, ONE, charged)
        const paid = resultOf(plan, members, buyFlag, charged).cost
        expect(paid - rounded.cost).toBeLessThanOrEqual(BigInt(members.length) * ROUNDING)
        if (plan.skipped.some(({ reason }) => reason === 'below_minimum')) bound += 1
      }),
      { numRuns: rounds(500) },
    )
    expect(bound).toBeGreaterThan(rounds(500) / 2)
  })

  it('takes a bounded time if a search cannot check every split', () => {
    // All or nothing of each member, in sizes of which countless sums come close.
    const members = Array.from({ length: 60 }, (_, n) => {
      const size = 101 + ((n * 7_919) % 997)
      return member(n % 2 === 0 ? n + 100 : n + 1, { asks: [[20 + (n % 40), size]], least: size, lot: 1 })
    })
    const began = process.cpuUsage()
    const plan = allocateBestPrice({ buyFlag: true, qty: contracts(9_999.5), members })
    const { user, system } = process.cpuUsage(began)
    expect(plan.legs.length).toBeGreaterThan(5)
    expect(plan.unplaced / ONE).toBeLessThan(100)
    expect(user + system).toBeLessThan(1_000_000)
  })
})
