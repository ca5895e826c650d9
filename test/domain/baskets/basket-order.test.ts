/** An order on a custom asset and its legs: in every order of events, the legs never do more than the request. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BasketOrder, legsOf, MOST_ROUNDS } from '#domain/baskets/basket-order.ts'
import { planBasketRound } from '#domain/baskets/plan-round.ts'
import { shownTradesOf } from '#domain/baskets/shown-trades.ts'
import {
  foldLegs,
  mayPlan,
  mayPlanBeside,
  mayStillFill,
  requestBasketCancel,
  rescheduleBasket,
} from '#domain/baskets/transitions.ts'
import { averagePrice, money, ONE } from '#domain/kernel/numbers.ts'
import { addFills } from '#domain/orders/fills/add-fills.ts'
import { filledOf, type Order, SEND_WITHIN } from '#domain/orders/order.ts'
import { isFinal, mayMove } from '#domain/orders/status.ts'
import { applyStatusReport } from '#domain/orders/transitions/apply-status-report.ts'
import { endUnsent } from '#domain/orders/transitions/end-unsent.ts'
import { reject } from '#domain/orders/transitions/refuse.ts'
import { markOutcomeUnknown } from '#domain/orders/transitions/reschedule.ts'
import { rounds } from '#test/support/run/plays.ts'
import { basketOf, contracts, ended, fillOf, made, member, planning, sent, T0 } from './round-samples.ts'

const TOO_LATE = T0 + SEND_WITHIN

describe('an order on a custom asset', () => {
  it('is planned again only after nothing of the round can fill any more', () => {
    const legs = new Map<string, Order>()
    const first = planBasketRound(
      basketOf(),
      legs,
      { ...planning(), members: [member(1, [[0.44, 20]]), member(2, [[0.45, 30]])] },
      T0,
    )
    expect(legsOf(first).map((leg) => [leg.svcId, leg.qty, leg.price])).toEqual([
      [1, contracts(20), 440_000],
      [2, contracts(30), 450_000],
    ])
    expect(mayPlan(first, legs, T0)).toBe(false)
    made(first, legs)
    const [one, two] = [...legs.values()] as [Order, Order]
    legs.set(one.orderId, ended(one, 5 * ONE))
    expect(foldLegs(first, legs, T0)).toMatchObject({ status: 'PARTIALLY_FILLED', filledQty: contracts(5) })
    legs.set(two.orderId, markOutcomeUnknown(sent(two), 'no answer', T0))
    expect(mayPlan(first, legs, T0)).toBe(false)
    // The exchange says ten, and we hold none of these fills yet.
    legs.set(
      two.orderId,
      applyStatusReport(sent(two), { exchangeOrderId: 'v', state: 'ended', filledQty: contracts(10) }, T0),
    )
    expect(mayPlan(foldLegs(first, legs, T0), legs, T0)).toBe(false)
    legs.set(two.orderId, ended(two, 10 * ONE))
    expect(mayPlan(foldLegs(first, legs, T0), legs, T0)).toBe(true)
  })

  it('never chases a price beyond the bound of its first round', () => {
    const legs = new Map<string, Order>()
    const input = planning()
    const first = planBasketRound(basketOf(), legs, { ...input, members: [member(1, [[0.44, 20]])] }, T0)
    made(first, legs)
    for (const leg of [...legs.values()]) legs.set(leg.orderId, ended(leg, 20 * ONE))
    const rest = foldLegs(first, legs, T0)
    const dear = planBasketRound(
      rest,
      legs,
      { ...input, members: [member(1, [[0.47, 50]]), member(2, [[0.47, 50]])] },
      T0,
    )
    expect(dear).toMatchObject({ status: 'CANCELLED', cancelReason: 'not_filled after 1 round: no liquidity' })
    const fair = planBasketRound(rest, legs, { ...input, members: [member(2, [[0.46, 50]])] }, T0)
    expect(fair.rounds.at(-1)?.legs).toMatchObject([{ svcId: 2, qty: contracts(30), price: 460_000 }])
  })

  it('is EXECUTED as soon as the exchanges have reported all contracts, before the fills are stored', () => {
    const legs = new Map<string, Order>()
    const input = { ...planning(), members: [member(1, [[0.44, 20]])] }
    const first = planBasketRound(basketOf({ qty: contracts(20) }), legs, input, T0)
    made(first, legs)
    const [leg] = [...legs.values()] as [Order]
    // The exchange says all twenty, and we hold none of the fills yet.
    const reported = applyStatusReport(
      sent(leg),
      { exchangeOrderId: 'v', state: 'ended', filledQty: contracts(20) },
      T0,
    )
    legs.set(leg.orderId, reported)
    const whole = foldLegs(first, legs, T0)
    expect(whole).toMatchObject({ status: 'EXECUTED', filledQty: contracts(20), tradedQty: 0, dueAt: null })
    expect(shownTradesOf(whole)).toMatchObject({ qty: contracts(20), complete: false })
    legs.set(leg.orderId, addFills(reported, [fillOf(leg, 'one', 20 * ONE)], [], T0))
    const complete = foldLegs(whole, legs, T0)
    expect(complete).toMatchObject({ status: 'EXECUTED', tradedQty: contracts(20) })
    expect(shownTradesOf(complete)).toMatchObject({ qty: contracts(20), complete: true })
  })

  it('is CANCELLED with the reported contracts after its last round, before the fills are stored', () => {
    const legs = new Map<string, Order>()
    const input = { ...planning(), members: [member(1, [[0.44, 20]])] }
    const first = planBasketRound(basketOf({ qty: contracts(20) }), legs, input, T0)
    made(first, legs)
    const [leg] = [...legs.values()] as [Order]
    const reports = applyStatusReport(sent(leg), { exchangeOrderId: 'v', state: 'ended', filledQty: contracts(8) }, T0)
    legs.set(leg.orderId, reports)
    expect(foldLegs(first, legs, T0)).toMatchObject({ status: 'PARTIALLY_FILLED', filledQty: contracts(8) })
    const requested = requestBasketCancel(first, 'user', T0)
    expect(foldLegs(requested, legs, T0)).toMatchObject({ status: 'CANCELLED', filledQty: contracts(8), dueAt: null })
    const watched = new Map([[leg.orderId, { ...reports, watchUntil: T0 + 1 }]])
    expect(foldLegs(requested, watched, T0).status).toBe('PARTIALLY_FILLED')
  })

  it('shows the cost of its fills as soon as an exchange reports it, even if nothing else is new', () => {
    const legs = new Map<string, Order>()
    const input = { ...planning(), members: [member(1, [[0.44, 20]])] }
    const first = planBasketRound(basketOf({ qty: contracts(20) }), legs, input, T0)
    made(first, legs)
    const [leg] = [...legs.values()] as [Order]
    const report = { exchangeOrderId: 'v', state: 'ended', filledQty: contracts(20) } as const
    const silent = applyStatusReport(sent(leg), report, T0)
    const whole = foldLegs(first, new Map([[leg.orderId, silent]]), T0)
    expect(shownTradesOf(whole)).toMatchObject({ qty: contracts(20), pricedQty: 0 })
    const traded = { cost: 20n * 440_000n * BigInt(ONE), fees: money(10) }
    const statements = foldLegs(
      whole,
      new Map([[leg.orderId, applyStatusReport(silent, { ...report, traded }, T0)]]),
      T0,
    )
    expect(shownTradesOf(statements)).toMatchObject({ pricedQty: contracts(20), cost: traded.cost, fees: traded.fees })
  })

  it('counts the unfilled rest of a watched leg as a quantity that may still fill', () => {
    const first = planBasketRound(basketOf(), new Map(), { ...planning(), members: [member(1, [[0.44, 50]])] }, T0)
    const legs = new Map<string, Order>()
    made(first, legs)
    const [leg] = [...legs.values()] as [Order]
    expect(mayStillFill([leg])).toBe(contracts(50))
    expect(mayStillFill([endUnsent(sent(leg), 'CANCELLED', 'too_late', T0, 60_000)])).toBe(contracts(50))
    expect(mayStillFill([endUnsent(sent(leg), 'CANCELLED', 'too_late', T0)])).toBe(0)
    expect(mayStillFill([ended(leg, 20 * ONE)])).toBe(0)
  })

  it('is due again within its thirty seconds, and at their end, if it cannot be sent', () => {
    const tried = (retries: number, now: number) => rescheduleBasket({ ...basketOf(), retries }, [], now).dueAt
    expect(tried(0, T0)).toBe(T0 + 2_000)
    expect(tried(3, T0 + 5_000)).toBe(T0 + 21_000)
    expect(tried(4, T0 + 15_000)).toBe(TOO_LATE)
    expect(tried(5, TOO_LATE)).toBe(TOO_LATE + 1_000)
  })

  it('is checked each minute after its time is over if a leg is still out', () => {
    const first = planBasketRound(basketOf(), new Map(), { ...planning(), members: [member(1, [[0.44, 50]])] }, T0)
    const legs = new Map<string, Order>()
    made(first, legs)
    const [leg] = [...legs.values()] as [Order]
    legs.set(leg.orderId, markOutcomeUnknown(sent(leg), 'no answer', T0))
    expect(foldLegs(first, legs, T0 + 11_000).dueAt).toBe(T0 + 21_000)
    expect(foldLegs(first, legs, T0 + 25_000).dueAt).toBe(TOO_LATE)
    expect(foldLegs(first, legs, TOO_LATE).dueAt).toBe(TOO_LATE + 60_000)
  })

  it('continues an exit after three seconds beside a leg that is still out, for the rest', () => {
    const origin = { kind: 'exit', complexOrderId: 'sl', entryId: 'entry', hasFired: true } as const
    const parts = basketOf().parts.map((part) => ({ ...part, most: contracts(15) }))
    const exit = { ...basketOf({ buyFlag: false, qty: contracts(10) }), origin, parts, sendBy: null }
    const books = (here: number) => [member(1, [[0.44, here]], 15), member(2, [[0.4, 10]], 15)]
    const begun = (here: number) => {
      const planned = planBasketRound(exit, new Map(), { ...planning(), members: books(here) }, T0)
      const legs = new Map<string, Order>()
      made(planned, legs)
      for (const leg of [...legs.values()])
        legs.set(leg.orderId, leg.svcId === 1 ? markOutcomeUnknown(sent(leg), 'no answer', T0) : ended(leg, 2 * ONE))
      return { legs, basket: foldLegs(planned, legs, T0) }
    }
    const part = begun(4)
    expect(mayPlanBeside(part.basket, part.legs, T0 + 2_999)).toBe(false)
    expect(mayPlanBeside(part.basket, part.legs, T0 + 3_000)).toBe(true)
    const all = begun(10)
    expect(mayPlanBeside(all.basket, all.legs, T0 + 3_000)).toBe(false)
  })

  it('ends without a fill in time, and a leg that is reported filled later still counts', () => {
    const legs = new Map<string, Order>()
    const first = planBasketRound(
      basketOf({ qty: contracts(20) }),
      legs,
      { ...planning(), members: [member(1, [[0.44, 20]])] },
      T0,
    )
    made(first, legs)
    const [leg] = [...legs.values()] as [Order]
    const watched = endUnsent(sent(leg), 'CANCELLED', 'too_late', T0, 60_000)
    legs.set(leg.orderId, watched)
    const waiting = foldLegs(first, legs, T0)
    expect(isFinal(waiting.status)).toBe(false)
    const over = foldLegs(waiting, legs, TOO_LATE)
    expect(over).toMatchObject({ status: 'CANCELLED', filledQty: 0 })
    legs.set(leg.orderId, addFills(watched, [fillOf(leg, 'late', 20 * ONE)], [], T0))
    expect(foldLegs(over, legs, TOO_LATE)).toMatchObject({ status: 'EXECUTED', tradedQty: contracts(20) })
  })

  it('is the same after any number of folds in between', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.boolean(), fc.nat(20)), { minLength: 2, maxLength: 2 }),
        fc.nat(3),
        (ends, again) => {
          const legs = new Map<string, Order>()
          const members = [member(1, [[0.44, 20]]), member(2, [[0.45, 30]])]
          const planned = planBasketRound(basketOf(), legs, { ...planning(), members }, T0)
          made(planned, legs)
          let stepwise = planned
          for (const [index, leg] of [...legs.values()].entries()) {
            const [refused, count] = ends[index] ?? [true, 0]
            const end = refused ? reject(sent(leg), { code: 'no', reason: 'no' }, T0) : ended(leg, count * ONE)
            legs.set(leg.orderId, end)
            for (let times = 0; times <= again; times += 1) stepwise = foldLegs(stepwise, legs, T0)
          }
          const { version: _v, updatedAt: _u, dueAt: _d, status: _s, ...atOnce } = foldLegs(planned, legs, T0)
          expect(stepwise).toMatchObject(atOnce)
          expect(foldLegs(stepwise, legs, T0)).toBe(stepwise)
        },
      ),
    )
  })

  it('never asks for more than the rest, plans at most three rounds, and makes only legal moves', () => {
    const level = fc.tuple(
      fc.integer({ min: 30, max: 60 }).map((cents) => cents / 100),
      fc.integer({ min: 1, max: 40 }),
    )
    const books = fc.array(fc.array(level, { minLength: 0, maxLength: 3 }), { minLength: 3, maxLength: 3 })
    const step = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({
          kind: fc.constant('end' as const),
          leg: fc.nat(8),
          share: fc.integer({ min: 0, max: 4 }),
        }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('reject' as const), leg: fc.nat(8) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose' as const), leg: fc.nat(8) }) },
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('plan' as const), books }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('fold' as const) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const) }) },
    )
    let filledWhole = 0
    fc.assert(
      fc.property(
        fc.constantFrom('EQUAL' as const, 'BEST_PRICE' as const),
        fc.boolean(),
        fc.integer({ min: 3, max: 90 }),
        fc.array(step, { minLength: 5, maxLength: 40 }),
        (allocation, buyFlag, count, steps) => {
          const held = 15
          const input = planning()
          const legs = new Map<string, Order>()
          let basket = basketOf({ allocation, buyFlag, qty: contracts(count), members: [1, 2, 3] })
          const become = (next: BasketOrder): void => {
            expect(mayMove(basket.status, next.status), `${basket.status} → ${next.status}`).toBe(true)
            basket = next
          }
          for (const one of steps) {
            const list = [...legs.values()]
            const leg = 'leg' in one && list.length > 0 ? list[one.leg % list.length] : undefined
            if (one.kind === 'fold') become(foldLegs(basket, legs, T0))
            if (one.kind === 'cancel') become(requestBasketCancel(basket, 'user', T0))
            if (one.kind === 'plan') {
              become(foldLegs(basket, legs, T0))
              const may = basket.rounds.length === 0 ? !isFinal(basket.status) : mayPlan(basket, legs, T0)
              if (may) {
                const members = one.books.map((levels, index) => {
                  const sorted = levels.toSorted(([a], [b]) => (buyFlag ? a - b : b - a))
                  return member(index + 1, sorted, buyFlag ? null : held)
                })
                become(planBasketRound(basket, legs, { ...input, members }, T0))
                made(basket, legs)
              }
            }
            if (leg !== undefined && !isFinal(leg.status)) {
              if (one.kind === 'end')
                legs.set(leg.orderId, ended(leg, Math.floor((leg.qty * one.share) / 4 / 10_000) * 10_000))
              if (one.kind === 'reject') legs.set(leg.orderId, reject(sent(leg), { code: 'no', reason: 'no' }, T0))
              if (one.kind === 'lose' && leg.sendState === 'none')
                legs.set(leg.orderId, markOutcomeUnknown(sent(leg), 'lost', T0))
            }
            // An order that may still trade counts as filled.
            const committed = [...legs.values()].map((each) => (isFinal(each.status) ? filledOf(each) : each.qty))
            expect(committed.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(basket.qty)
            expect(basket.rounds.length).toBeLessThanOrEqual(MOST_ROUNDS)
            if (!buyFlag) {
              for (const svcId of [1, 2, 3]) {
                const sold = [...legs.values()].filter((each) => each.svcId === svcId)
                expect(
                  sold.reduce((sum, each) => sum + (isFinal(each.status) ? filledOf(each) : each.qty), 0),
                ).toBeLessThanOrEqual(contracts(held))
              }
            }
          }
          const over = foldLegs(basket, legs, T0)
          const fills = [...legs.values()].reduce((sum, each) => sum + each.tradedQty, 0)
          expect(over.tradedQty).toBe(fills)
          if (over.tradedQty > 0) {
            const cost = [...legs.values()].reduce((sum, each) => sum + each.tradedCost, 0n)
            expect(averagePrice(over.tradedCost, over.tradedQty)).toBe(averagePrice(cost, over.tradedQty))
          }
          if (over.status === 'EXECUTED') filledWhole += 1
        },
      ),
      { numRuns: rounds(400) },
    )
    expect(filledWhole).toBeGreaterThan(0)
  })
})
