/** Trades that an order shows: its stored fills, and exchange reports beyond them. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Money, Price, Qty } from '#domain/kernel/numbers.ts'
import { addFills } from '#domain/orders/fills/add-fills.ts'
import type { Fill } from '#domain/orders/fills/fill.ts'
import { shownTrades } from '#domain/orders/fills/shown-trades.ts'
import { newOrder, type Order } from '#domain/orders/order.ts'
import { applyStatusReport } from '#domain/orders/transitions/apply-status-report.ts'
import { claim } from '#domain/orders/transitions/claim.ts'
import { endUnsent } from '#domain/orders/transitions/end-unsent.ts'
import { reject } from '#domain/orders/transitions/refuse.ts'
import { rounds } from '#test/support/run/plays.ts'

const T0 = 1_800_000_000_000
const contracts = (count: number): Qty => (count * 1_000_000) as Qty
const dollars = (amount: number): Money => Math.round(amount * 1_000_000) as Money
const cost = (price: number, count: number): bigint => BigInt(Math.round(price * 1e6)) * BigInt(contracts(count))

const NEW = newOrder(
  {
    orderId: '0193a5c0-0000-7000-8000-000000000001',
    userId: '0193a5c0-0000-7000-8000-000000000002',
    subaccountId: '0193a5c0-0000-7000-8000-000000000003',
    exchange: 'EXCHANGE_A',
    svcId: 7,
    nativeId: 'KXTEST',
    shard: 0,
    orderType: 'LIMIT',
    timeInForce: 'IOC',
    qty: contracts(10),
    buyFlag: true,
    price: 450_000 as Price,
    expiresAt: null,
    clientOrderId: null,
  },
  T0,
)
const ATTEMPT = { number: 1, identity: 'id-1', payload: '{}', exchangeOrderIds: [] }
const SENT = claim(NEW, { token: 't', until: T0 + 45_000 }, ATTEMPT, T0)

const reports = (
  filled: number,
  traded?: { readonly cost: bigint | null; readonly fees: Money | null },
  order = SENT,
) => applyStatusReport(order, { exchangeOrderId: 'v', state: 'ended', filledQty: contracts(filled), traded }, T0)

const fill = (id: string, count: number, price: number, fee = 0, status: Fill['status'] = 'FINAL'): Fill => ({
  fillId: id,
  orderId: NEW.orderId,
  subaccountId: NEW.subaccountId,
  svcId: 7,
  exchange: 'EXCHANGE_A',
  exchangeOrderId: 'v',
  exchangeTradeId: id,
  exchangeAt: T0,
  price: Math.round(price * 1e6) as Price,
  qty: contracts(count),
  fee: dollars(fee),
  buyFlag: true,
  isMaker: false,
  status,
})
const withFill = (order: Order, ...fills: readonly Fill[]) => addFills(order, fills, [], T0)

describe('an order whose fills are awaited', () => {
  it('shows quantity, cost and fees as the exchange has reported them', () => {
    const order = reports(6, { cost: cost(0.44, 6), fees: dollars(0.1) })
    expect(order.status).toBe('CANCELLED')
    expect(shownTrades(order)).toEqual({
      qty: contracts(6),
      pricedQty: contracts(6),
      cost: cost(0.44, 6),
      fees: dollars(0.1),
      complete: false,
    })
  })

  it('shows the difference between the reported trades and the stored fills', () => {
    const order = withFill(reports(6, { cost: cost(0.44, 6), fees: dollars(0.1) }), fill('1', 2, 0.42, 0.04))
    expect(shownTrades(order)).toMatchObject({ qty: contracts(6), cost: cost(0.44, 6), fees: dollars(0.1) })
  })

  it('does not trust a difference that no trade can have', () => {
    const order = withFill(reports(6, { cost: cost(0.04, 6), fees: null }), fill('1', 5, 0.42))
    expect(shownTrades(order).cost).toBe(cost(0.42, 5) + cost(0.04, 1))
  })

  it('shows the price of its fills alone if the exchange reported only a quantity', () => {
    expect(shownTrades(reports(6))).toMatchObject({ qty: contracts(6), pricedQty: 0, cost: 0n })
    expect(shownTrades(withFill(reports(6), fill('1', 2, 0.42)))).toMatchObject({
      qty: contracts(6),
      pricedQty: contracts(2),
      cost: cost(0.42, 2),
    })
  })

  it('keeps the price of a first answer that a later one leaves out', () => {
    const order = reports(7, undefined, reports(6, { cost: cost(0.44, 6), fees: null }))
    expect(shownTrades(order)).toMatchObject({ qty: contracts(7), pricedQty: contracts(6), cost: cost(0.44, 6) })
  })

  it('counts no reported price once a fill was reversed, as it may be the price of that fill', () => {
    const order = withFill(reports(6, { cost: cost(0.44, 6), fees: dollars(1) }), fill('1', 2, 0.4, 0, 'REVERSED'))
    expect(shownTrades(order)).toMatchObject({ qty: contracts(4), pricedQty: 0, fees: 0, complete: false })
  })
})

describe('the fills of an order are complete', () => {
  it('if they add up to the exchange report, and no reported value is kept then', () => {
    const order = withFill(reports(6, { cost: cost(0.44, 6), fees: dollars(0.1) }), fill('1', 6, 0.441, 0.11))
    expect(order.reported).toBeNull()
    expect(shownTrades(order)).toMatchObject({ cost: cost(0.441, 6), fees: dollars(0.11), complete: true })
  })

  it('at once if it ended without a trade, by anyone', () => {
    const refusal = { code: 'any', reason: 'any' }
    for (const order of [reports(0), reject(SENT, refusal, T0), endUnsent(NEW, 'CANCELLED', 'user', T0)])
      expect(shownTrades(order)).toMatchObject({ qty: 0, complete: true })
  })

  it('not while it may still trade', () => {
    expect(shownTrades(NEW).complete).toBe(false)
    expect(shownTrades(SENT).complete).toBe(false)
    const rests = applyStatusReport(SENT, { exchangeOrderId: 'v', state: 'live', filledQty: contracts(0) }, T0)
    expect(shownTrades(rests).complete).toBe(false)
  })
})

it('a final order shows the reported trades, and ends with its fills alone, after any sequence of reports', () => {
  const trade = fc.record({ count: fc.integer({ min: 1, max: 4 }), cents: fc.integer({ min: 1, max: 99 }) })
  fc.assert(
    fc.property(fc.array(trade, { minLength: 1, maxLength: 4 }), fc.nat(3), (trades, early) => {
      const fills = trades.map(({ count, cents }, place) => fill(String(place), count, cents / 100, 0.01))
      const qty = trades.reduce((sum, { count }) => sum + count, 0)
      const paid = trades.reduce((sum, { count, cents }) => sum + cost(cents / 100, count), 0n)
      const order = { ...SENT, qty: contracts(Math.max(10, qty)) }
      const traded = { cost: paid, fees: dollars(0.01 * trades.length) }
      let now = reports(qty, traded, withFill(order, ...fills.slice(0, early)))
      for (const late of fills.slice(early)) {
        expect(shownTrades(now)).toMatchObject({ qty: contracts(qty), cost: paid, fees: traded.fees, complete: false })
        now = withFill(now, late)
      }
      expect(now).toMatchObject({ tradedQty: contracts(qty), tradedCost: paid, reported: null })
      expect(shownTrades(now)).toMatchObject({ cost: paid, fees: traded.fees, complete: true })
    }),
    { numRuns: rounds(100) },
  )
})
