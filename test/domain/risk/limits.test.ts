/** Risk limits: each limit at its edge, the worst cost, reducing orders, the order of simultaneous orders, and the trading day. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Money, money, ONE, price, type Qty, qty } from '#domain/kernel/numbers.ts'
import { DAY, MINUTE, startOfDay } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'
import { ordersAhead } from '#domain/orders/position/orders-ahead.ts'
import { type OnItsWay, reducesPosition } from '#domain/orders/position/reduces-position.ts'
import {
  type AddedRisk,
  breachOf,
  isUnlimited,
  NO_LIMITS,
  type RiskLimits,
  riskOfTrigger,
  worstCost,
} from '#domain/risk/limits.ts'
import { beginDay, endAtMidnight, isToday, lossSince, recordLoss } from '#domain/risk/trading-day.ts'

const limits = (change: Partial<RiskLimits>): RiskLimits => ({ ...NO_LIMITS, ...change })
const adding = (change: Partial<AddedRisk>): AddedRisk => ({
  qty: null,
  cost: null,
  openOrders: null,
  dailyLoss: null,
  ...change,
})

describe('a limit', () => {
  it.each<{ at: Partial<RiskLimits>; within: Partial<AddedRisk>; above: Partial<AddedRisk>; says: string }>([
    {
      at: { maxOrderQty: qty(10_000_000) },
      within: { qty: qty(10_000_000) },
      above: { qty: qty(10_000_001) },
      says: 'The order is for 10.000001 contracts; max_order_qty is 10.',
    },
    {
      at: { maxOrderCost: money(4_000_000) },
      within: { cost: money(4_000_000) },
      above: { cost: money(4_000_001) },
      says: 'The order could cost 4.000001 dollars; max_order_cost is 4.',
    },
    {
      at: { maxOpenOrders: 3 },
      within: { openOrders: 3 },
      above: { openOrders: 4 },
      says: 'It would be open order number 4; max_open_orders is 3.',
    },
    {
      at: { maxDailyLoss: money(25_000_000) },
      within: { dailyLoss: money(25_000_000) },
      above: { dailyLoss: money(25_000_001) },
      says: 'The subaccount has lost up to 25.000001 dollars since 00:00 UTC; max_daily_loss is 25.',
    },
  ])('accepts an order exactly at the limit, and none above: $says', ({ at, within, above, says }) => {
    expect(breachOf(limits(at), adding(within))).toBeNull()
    expect(breachOf(limits(at), adding(above))).toEqual({ code: 'risk_limit', reason: says })
    expect(breachOf(NO_LIMITS, adding(above))).toBeNull()
  })

  it('is not broken by unknown values', () => {
    const all = limits({ maxOrderQty: qty(1), maxOrderCost: money(1), maxOpenOrders: 1, maxDailyLoss: money(1) })
    expect(breachOf(all, adding({}))).toBeNull()
    expect(isUnlimited(all)).toBe(false)
    expect(isUnlimited(NO_LIMITS)).toBe(true)
  })

  it('is not checked under a halt, which refuses everything', () => {
    expect(breachOf(limits({ halted: true }), adding({}))).toMatchObject({ code: 'trading_halted' })
    expect(isUnlimited(limits({ halted: true }))).toBe(false)
  })

  it('never lets more orders through if it is lower, whatever risk is added', () => {
    const amount = fc.option(fc.integer({ min: 1, max: 1_000 }), { nil: null })
    const risk = fc.record({ qty: amount, cost: amount, openOrders: amount, dailyLoss: amount })
    fc.assert(
      fc.property(risk, fc.tuple(amount, amount, amount, amount), fc.nat(1_000), (added, [a, b, c, d], tighter) => {
        const lower = (limit: number | null) => (limit === null ? null : Math.max(1, limit - tighter))
        const of = (each: (limit: number | null) => number | null) =>
          limits({
            maxOrderQty: each(a) as Qty | null,
            maxOrderCost: each(b) as Money | null,
            maxOpenOrders: each(c),
            maxDailyLoss: each(d) as Money | null,
          })
        const given = added as AddedRisk
        if (breachOf(of(lower), given) === null)
          expect(
            breachOf(
              of((limit) => limit),
              given,
            ),
          ).toBeNull()
      }),
    )
  })
})

describe('the worst an order could cost', () => {
  it.each([
    { buyFlag: true, at: 400_000, contracts: 10_000_000, cost: 4_000_000 },
    { buyFlag: false, at: 400_000, contracts: 10_000_000, cost: 6_000_000 },
    { buyFlag: true, at: null, contracts: 10_000_000, cost: 10_000_000 },
    { buyFlag: false, at: null, contracts: 10_000_000, cost: 10_000_000 },
    // A third of a millionth is a millionth.
    { buyFlag: true, at: 333_333, contracts: 1, cost: 1 },
    // The largest order there can be.
    { buyFlag: true, at: 999_999, contracts: 1e15, cost: 999_999_000_000_000 },
  ])('of $contracts at $at is $cost', ({ buyFlag, at, contracts, cost }) => {
    expect(worstCost({ buyFlag, qty: qty(contracts), price: at === null ? null : price(at) })).toBe(cost)
  })

  it('is a dollar a contract for a buy plus a sell at one price, up to one rounding each', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), fc.integer({ min: 1, max: ONE - 1 }), (contracts, at) => {
        const order = { qty: qty(contracts), price: price(at) }
        const both = worstCost({ ...order, buyFlag: true }) + worstCost({ ...order, buyFlag: false })
        expect(both).toBeGreaterThanOrEqual(contracts)
        expect(both).toBeLessThanOrEqual(contracts + 1)
      }),
    )
  })

  it('is computed from the own price of a stop, otherwise from its trigger price', () => {
    const trigger = { qty: qty(10_000_000), buyFlag: true, price: null }
    expect(riskOfTrigger({ stopPrice: price(600_000), trigger }).cost).toBe(6_000_000)
    const limited = { ...trigger, price: price(650_000) }
    expect(riskOfTrigger({ stopPrice: price(600_000), trigger: limited }).cost).toBe(6_500_000)
  })
})

const onItsWay = (change: Partial<OnItsWay>): OnItsWay => ({
  svcId: 1,
  buyFlag: false,
  status: 'RESTING',
  qty: qty(5),
  tradedQty: qty(0),
  exchangeFilledQty: qty(0),
  reversedQty: qty(0),
  ...change,
})

describe('the check for position reduction', () => {
  const sell = (contracts: number) => ({ svcId: 1, buyFlag: false, qty: qty(contracts) })
  const buy = (contracts: number) => ({ svcId: 1, buyFlag: true, qty: qty(contracts) })

  it.each<{ name: string; order: ReturnType<typeof sell>; position: number; others: OnItsWay[]; reduces: boolean }>([
    { name: 'all of it', order: sell(20), position: 20, others: [], reduces: true },
    { name: 'one more', order: sell(21), position: 20, others: [], reduces: false },
    { name: 'all of a short one', order: buy(20), position: -20, others: [], reduces: true },
    { name: 'one more of it', order: buy(21), position: -20, others: [], reduces: false },
    { name: 'nothing held', order: sell(1), position: 0, others: [], reduces: false },
    { name: 'in its own direction', order: buy(1), position: 20, others: [], reduces: false },
    { name: 'beside another', order: sell(15), position: 20, others: [onItsWay({})], reduces: true },
    { name: 'not enough beside another', order: sell(16), position: 20, others: [onItsWay({})], reduces: false },
    {
      name: 'one that traded already',
      order: sell(17),
      position: 20,
      others: [onItsWay({ tradedQty: qty(2) })],
      reduces: true,
    },
    { name: 'one of another market', order: sell(20), position: 20, others: [onItsWay({ svcId: 2 })], reduces: true },
    { name: 'one the other way', order: sell(20), position: 20, others: [onItsWay({ buyFlag: true })], reduces: true },
    {
      name: 'one that is over, whose fills are not all here',
      order: sell(16),
      position: 20,
      others: [onItsWay({ status: 'EXECUTED', exchangeFilledQty: qty(5) })],
      reduces: false,
    },
    {
      name: 'one that is over for good',
      order: sell(20),
      position: 20,
      others: [onItsWay({ status: 'EXECUTED', tradedQty: qty(5), exchangeFilledQty: qty(5) })],
      reduces: true,
    },
  ])('$name: $reduces', ({ order, position, others, reduces }) => {
    expect(reducesPosition(order, position, others)).toBe(reduces)
  })

  it.each([
    ['that ended empty takes nothing of it', { exchangeFilledQty: qty(0) }, true],
    ['whose fills are not stored yet takes those', { exchangeFilledQty: qty(ONE) }, false],
    ['whose fills are all stored takes nothing more', { exchangeFilledQty: qty(ONE), tradedQty: qty(ONE) }, true],
    ['whose fills were taken back takes nothing', { exchangeFilledQty: qty(ONE), reversedQty: qty(ONE) }, true],
    ['with more fills than were told leaves no more to reduce', { tradedQty: qty(ONE) }, true],
  ])('finds that an order %s', (_, change, reduces) => {
    const over = onItsWay({ svcId: 1, buyFlag: false, qty: qty(5 * ONE), status: 'CANCELLED', ...change })
    expect(reducesPosition({ svcId: 1, buyFlag: false, qty: qty(10 * ONE) }, 10 * ONE, [over])).toBe(reduces)
    expect(reducesPosition({ svcId: 1, buyFlag: false, qty: qty(10 * ONE + 1) }, 10 * ONE, [over])).toBe(false)
  })

  it('never lets accepted orders reverse a position, however orders come and fill', () => {
    const wish = fc.record({ buyFlag: fc.boolean(), contracts: fc.integer({ min: 1, max: 30 }), fills: fc.boolean() })
    fc.assert(
      fc.property(fc.integer({ min: -50, max: 50 }), fc.array(wish, { maxLength: 20 }), (start, wishes) => {
        let position = start
        const open: OnItsWay[] = []
        const fill = (order: OnItsWay) => {
          position += order.buyFlag ? order.qty : -order.qty
        }
        for (const { buyFlag, contracts, fills } of wishes) {
          const order = onItsWay({ buyFlag, qty: qty(contracts) })
          if (!reducesPosition(order, position, open)) continue
          if (fills) fill(order)
          else open.push(order)
        }
        open.forEach(fill)
        expect(Math.sign(position) * Math.sign(start)).toBeGreaterThanOrEqual(0)
        expect(Math.abs(position)).toBeLessThanOrEqual(Math.abs(start))
      }),
    )
  })
})

describe('among simultaneous orders', () => {
  const ranked = (n: number, change: Partial<Pick<Order, 'createdAt' | 'status' | 'sendState'>> = {}) => ({
    orderId: String(n).padStart(3, '0'),
    createdAt: n,
    status: 'PENDING_SUBMISSION' as Order['status'],
    sendState: 'none' as Order['sendState'],
    ...change,
  })

  it('earlier orders and orders under way are ahead, but no order that is over, nor the order itself', () => {
    const all = [
      ranked(1),
      ranked(2, { status: 'CANCELLED' }),
      ranked(3),
      ranked(4),
      ranked(5, { sendState: 'in_flight', status: 'PROCESSING' }),
    ]
    expect(ordersAhead(ranked(3), all).map(({ createdAt }) => createdAt)).toEqual([1, 5])
    expect(ordersAhead(ranked(5), all).map(({ createdAt }) => createdAt)).toEqual([1, 3, 4])
  })

  it('exactly one of two orders created in one moment is ahead of the other, though neither is sent', () => {
    const [one, other] = [ranked(1, { createdAt: 7 }), ranked(2, { createdAt: 7 })]
    expect([ordersAhead(one, [one, other]), ordersAhead(other, [one, other])]).toEqual([[], [one]])
  })

  it('exactly the allowed number is sent, in any order of checks and with any number created in one moment', () => {
    const moments = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(moments, fc.integer({ min: 1, max: 8 }), fc.infiniteStream(fc.nat()), (created, most, order) => {
        const orders = created.map((createdAt, n) => ranked(n, { createdAt }))
        const queue = [...orders]
        let sent = 0
        while (queue.length > 0) {
          const [one] = queue.splice((order.next().value ?? 0) % queue.length, 1)
          if (one === undefined) break
          if (ordersAhead(one, orders).length + 1 <= most) {
            one.sendState = 'acked'
            one.status = 'RESTING'
            sent += 1
          } else one.status = 'REJECTED'
        }
        expect(sent).toBe(Math.min(most, orders.length))
      }),
    )
  })
})

describe('a trading day', () => {
  const NOON = Date.parse('2026-11-21T12:00:00Z')
  const day = beginDay({ userId: 'u', subaccountId: 's', version: 0 }, { pnl: money(-5), holds: true }, NOON)

  it('is a UTC day, and due when the next one begins', () => {
    expect(new Date(day.startsAt).toISOString()).toBe('2026-11-21T00:00:00.000Z')
    expect(day.dueAt).toBe(day.startsAt + DAY)
    expect(isToday(day, day.dueAt - 1)).toBe(true)
    expect(isToday(day, day.dueAt)).toBe(false)
    expect(startOfDay(day.dueAt)).toBe(day.dueAt)
  })

  it('ends at its own time within half an hour of midnight if the subaccount holds nothing', () => {
    const ends = Array.from({ length: 1_000 }, (_, n) => {
      const of = { userId: 'u', subaccountId: `019aa5a0-0000-7000-8000-${String(n).padStart(12, '0')}`, version: 0 }
      return beginDay(of, { pnl: money(0), holds: false }, NOON).dueAt - day.startsAt - DAY
    })
    expect(Math.min(...ends)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...ends)).toBeLessThan(30 * MINUTE)
    const minutes = Array.from({ length: 30 }, (_, n) => ends.filter((end) => Math.floor(end / MINUTE) === n).length)
    expect(Math.max(...minutes)).toBeLessThan(80)
  })

  it('ends at midnight if a position is held', () => {
    const flat = beginDay({ userId: 'u', subaccountId: 'flat', version: 0 }, { pnl: money(0), holds: false }, NOON)
    expect(flat.dueAt).toBeGreaterThan(day.dueAt)
    expect(endAtMidnight(flat, { pnl: money(0), holds: true }).dueAt).toBe(day.dueAt)
    expect(endAtMidnight(flat, { pnl: money(0), holds: false })).toBe(flat)
  })

  it('has the loss below its start value, and remembers its worst loss', () => {
    expect(lossSince(day, money(-8))).toBe(3)
    expect(lossSince(day, money(0))).toBe(-5)
    const worse = recordLoss(day, money(3))
    expect(worse.worstLoss).toBe(3)
    expect(recordLoss(worse, money(2))).toBe(worse)
    expect(recordLoss(day, money(-5))).toBe(day)
  })
})
