/** The next round of an order on a custom asset: what its earlier legs, its bounds and its holdings leave to it. */

import { describe, expect, it } from 'vitest'
import { type BasketOrder, legsOf } from '#domain/baskets/basket-order.ts'
import { type LiveMember, planBasketRound } from '#domain/baskets/plan-round.ts'
import { foldLegs, mayPlan } from '#domain/baskets/transitions.ts'
import { ONE, price } from '#domain/kernel/numbers.ts'
import type { Order } from '#domain/orders/order.ts'
import { endUnsent } from '#domain/orders/transitions/end-unsent.ts'
import { reject } from '#domain/orders/transitions/refuse.ts'
import { markOutcomeUnknown } from '#domain/orders/transitions/reschedule.ts'
import { basketOf, contracts, ended, made, member, planning, sent, T0 } from './round-samples.ts'

const dollars = (at: number) => price(Math.round(at * ONE))

/** An order, its legs, and a plan of its next round by these members. */
const story = (begun: BasketOrder) => {
  const legs = new Map<string, Order>()
  const input = planning()
  const time = { now: T0 }
  let basket = begun
  return {
    time,
    /** The legs of the round, as member, contracts and price in dollars; none where nothing can be sent. */
    plan: (...members: readonly LiveMember[]) => {
      const before = legsOf(basket).length
      basket = planBasketRound(basket, legs, { ...input, members }, time.now)
      made(basket, legs)
      return legsOf(basket)
        .slice(before)
        .map((leg) => [leg.svcId, leg.qty / ONE, leg.price / ONE])
    },
    /** The end of the open leg in that member. */
    become: (svcId: number, end: (leg: Order) => Order) => {
      const leg = [...legs.values()].findLast((one) => one.svcId === svcId)
      if (leg !== undefined) legs.set(leg.orderId, end(leg))
      basket = foldLegs(basket, legs, T0)
    },
    order: () => basket,
    mayPlan: () => mayPlan(basket, legs, T0),
  }
}

const fills = (count: number) => (leg: Order) => ended(leg, count * ONE)
const refused = (leg: Order) => reject(sent(leg), { code: 'no', reason: 'No.' }, T0)
const paused = (leg: Order) => endUnsent(sent(leg), 'CANCELLED', 'market_paused', T0)
const byUser = (leg: Order) => endUnsent(sent(leg), 'CANCELLED', 'user', T0)
const shardPaused = (leg: Order) => endUnsent(sent(leg), 'CANCELLED', 'exchange_paused', T0)
const lost = (leg: Order) => markOutcomeUnknown(sent(leg), 'no answer', T0)

describe('FOK', () => {
  it('sends nothing if the book does not hold the whole order', () => {
    const { plan, order } = story(basketOf({ timeInForce: 'FOK', members: [1] }))
    expect(plan(member(1, [[0.44, 49]]))).toEqual([])
    expect(order()).toMatchObject({ status: 'CANCELLED', cancelReason: 'no liquidity' })
  })

  it('is planned once', () => {
    const { plan, become, mayPlan, order } = story(basketOf({ timeInForce: 'FOK', members: [1] }))
    expect(plan(member(1, [[0.44, 50]]))).toEqual([[1, 50, 0.44]])
    become(1, fills(0))
    expect(mayPlan()).toBe(false)
    expect(order()).toMatchObject({ status: 'CANCELLED', filledQty: 0 })
  })
})

describe('a member', () => {
  it('gets no other order after a refusal', () => {
    const { plan, become, order } = story(basketOf())
    const books = [member(1, [[0.44, 20]]), member(2, [[0.45, 30]])]
    plan(...books)
    become(1, refused)
    become(2, fills(30))
    expect(plan(member(1, [[0.44, 100]]), member(2, [[0.45, 100]]))).toEqual([[2, 20, 0.45]])
    expect(order().skipped).toMatchObject([{ svcId: 1, code: 'rejected' }])
  })

  it('keeps its share of an even split, and gets no more if its rest is planned again', () => {
    const { plan, become } = story(basketOf({ allocation: 'EQUAL', qty: contracts(40) }))
    expect(plan(member(1, [[0.44, 100]]), member(2, [[0.6, 100]]))).toEqual([
      [1, 20, 0.46],
      [2, 20, 0.62],
    ])
    become(1, fills(20))
    become(2, fills(8))
    expect(plan(member(1, [[0.44, 100]]), member(2, [[0.6, 100]]))).toEqual([[2, 12, 0.62]])
  })
})

describe('an even split, if the market of a member accepts no orders,', () => {
  const even = (bounds: Partial<Parameters<typeof basketOf>[0]> = {}) =>
    story(basketOf({ allocation: 'EQUAL', qty: contracts(60), members: [1, 2, 3], ...bounds }))
  const all = (at: number) => [1, 2, 3].map((svcId) => member(svcId, [[at, 500]]))

  it('gives the share to the others, once, at current prices', () => {
    const { plan, become } = even()
    expect(plan(...all(0.4)).map(([, count]) => count)).toEqual([20, 20, 20])
    become(1, fills(20))
    become(2, fills(20))
    become(3, paused)
    expect(plan(...all(0.5))).toEqual([
      [1, 10, 0.52],
      [2, 10, 0.52],
    ])
    become(1, fills(5))
    become(2, fills(5))
    expect(plan(...all(0.5)).map(([svcId, count]) => [svcId, count])).toEqual([
      [1, 5],
      [2, 5],
    ])
  })

  it('stays within max_slippage for that share', () => {
    const { plan, become } = even({ maxSlippage: dollars(0.03) })
    plan(...all(0.4))
    become(1, fills(20))
    become(2, fills(20))
    become(3, paused)
    expect(plan(...all(0.5))).toEqual([])
  })

  it('keeps the share of a member that has filled in part', () => {
    const { plan, become } = even()
    plan(...all(0.4))
    become(1, fills(20))
    become(2, fills(20))
    become(3, fills(8))
    expect(plan(...all(0.4)).map(([svcId, count]) => [svcId, count])).toEqual([[3, 12]])
    become(3, paused)
    expect(plan(...all(0.4))).toEqual([])
  })

  it.each<[number, number[]]>([
    [4_999, []],
    [5_000, [20, 20, 20]],
  ])('tries all members again after five seconds if each was refused (%i ms)', (after, counts) => {
    const { plan, become, time } = even()
    plan(...all(0.4))
    for (const svcId of [1, 2, 3]) become(svcId, paused)
    time.now += after
    expect(plan(...all(0.4)).map(([, count]) => count)).toEqual(counts)
  })
})

describe('the subject of a refusal', () => {
  it.each<[string, (leg: Order) => Order, number[]]>([
    ['a cancel by the user: its member', byUser, [2, 3]],
    ['a pause of the market: its member', paused, [2, 3]],
    ['a pause of the exchange: the members of its shard', shardPaused, [3]],
  ])('%s', (_what, end, others) => {
    const { plan, become } = story(basketOf({ members: [1, 2, 3] }))
    plan(member(1, [[0.4, 30]]), { ...member(3, [[0.41, 20]]), shard: 7 })
    become(1, end)
    become(3, fills(20))
    const next = plan(member(1, [[0.4, 30]]), member(2, [[0.4, 10]]), { ...member(3, [[0.41, 20]]), shard: 7 })
    expect(next.map(([svcId]) => svcId)).toEqual(others)
  })
})

describe('the bound of the first round', () => {
  const ask = (svcId: number, at: number, count = 100) => member(svcId, [[at, count]])

  it('holds for sales and purchases, and a level at the bound itself is taken', () => {
    const sale = story(basketOf({ buyFlag: false, members: [1] }))
    expect(sale.plan(member(1, [[0.44, 10]], 50))).toEqual([[1, 10, 0.44]])
    sale.become(1, fills(10))
    expect(sale.plan(member(1, [[0.42, 10]], 40))).toEqual([[1, 10, 0.42]])
    sale.become(1, fills(10))
    expect(sale.plan(member(1, [[0.41, 10]], 30))).toEqual([])
  })

  it('does not move with the rounds', () => {
    const { plan, become } = story(basketOf({ members: [1] }))
    plan(ask(1, 0.44, 10))
    become(1, fills(10))
    expect(plan(ask(1, 0.46, 10))).toEqual([[1, 10, 0.46]])
    become(1, fills(10))
    expect(plan(ask(1, 0.47))).toEqual([])
  })

  it('stays within the protection_price, and with max_slippage within that of the best price', () => {
    const guarded = story(basketOf({ members: [1], protectionPrice: dollars(0.45) }))
    guarded.plan(ask(1, 0.44, 10))
    guarded.become(1, fills(10))
    expect(guarded.plan(ask(1, 0.46))).toEqual([])
    const wide = story(basketOf({ members: [1], maxSlippage: dollars(0.1) }))
    wide.plan(ask(1, 0.44, 10))
    wide.become(1, fills(10))
    expect(wide.plan(ask(1, 0.54))).toEqual([[1, 40, 0.54]])
    const even = story(basketOf({ allocation: 'EQUAL', members: [1], maxSlippage: dollars(0.05) }))
    expect(even.plan(ask(1, 0.4))).toEqual([[1, 50, 0.45]])
    // No price of the grid is within the bound.
    const none = story(basketOf({ allocation: 'EQUAL', members: [1], protectionPrice: dollars(0.005) }))
    expect(none.plan(ask(1, 0.4))).toEqual([])
  })

  it('counts max_slippage of a sale from the best price among held members', () => {
    const { plan } = story(basketOf({ buyFlag: false, maxSlippage: dollars(0.03), qty: contracts(10) }))
    expect(plan(member(1, [[0.5, 100]], 0), member(2, [[0.4, 100]], 10))).toEqual([[2, 10, 0.4]])
  })

  const afterRefusal = (bounds: Partial<Parameters<typeof basketOf>[0]>) => {
    const { plan, become } = story(basketOf(bounds))
    expect(plan(ask(1, 0.4, 30), ask(2, 0.41, 20)).map(([svcId, count]) => [svcId, count])).toEqual([
      [1, 30],
      [2, 20],
    ])
    become(1, paused)
    become(2, fills(20))
    return plan(ask(1, 0.4), ask(2, 0.5))
  }

  it('is made anew if its price was not available', () => {
    expect(afterRefusal({})).toEqual([[2, 30, 0.5]])
    expect(afterRefusal({ protectionPrice: dollars(0.45) })).toEqual([])
  })

  it('stays, for max_slippage, after an order could be sent', () => {
    expect(afterRefusal({ maxSlippage: dollars(0.03) })).toEqual([])
  })
})

describe('an exit', () => {
  const origin = { kind: 'exit', complexOrderId: 'sl', entryId: 'entry', hasFired: true } as const
  const exit = (count: number): BasketOrder => {
    const basket = basketOf({ buyFlag: false, qty: contracts(count) })
    return { ...basket, origin, parts: basket.parts.map((part) => ({ ...part, most: contracts(15) })), sendBy: null }
  }

  it('sells of each member at most its part, whatever else is held, also in later rounds', () => {
    const { plan, become } = story(exit(30))
    expect(plan(member(1, [[0.44, 5]], 40), member(2, [[0.4, 100]], 40))).toEqual([
      [1, 5, 0.44],
      [2, 15, 0.4],
    ])
    become(1, fills(5))
    become(2, fills(15))
    // The exchange reports the current holding.
    expect(plan(member(1, [[0.44, 100]], 10), member(2, [[0.4, 100]], 25))).toEqual([[1, 10, 0.44]])
  })

  it('beside a leg that may still fill sells only the rest', () => {
    const { plan, become } = story(exit(10))
    plan(member(1, [[0.44, 4]], 15), member(2, [[0.4, 100]], 15))
    become(1, lost)
    become(2, fills(2))
    expect(plan(member(2, [[0.4, 100]], 13))).toEqual([[2, 4, 0.4]])
  })
})
