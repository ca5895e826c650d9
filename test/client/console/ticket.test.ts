/** The sums of the ticket: an amount in dollars is never exceeded, and an order on NO is the exact mirror of one on YES. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Draft, emptyDraft, requestOf } from '#client/console/ticket/draft/draft.ts'
import { faultOf, faultsOf } from '#client/console/ticket/draft/faults-of.ts'
import { maxOf } from '#client/console/ticket/draft/max-of.ts'
import { mirror } from '#client/console/ticket/draft/mirror.ts'
import { type Sized, sizing } from '#client/console/ticket/draft/sizing.ts'
import { stepPrice } from '#client/console/ticket/draft/step-price.ts'
import { takeLevel } from '#client/console/ticket/draft/take-level.ts'
import type { View } from '#client/console/ticket/fields/fields-props.ts'
import { beyondBest } from '#client/console/ticket/preview/beyond-best.ts'
import { stakesOf } from '#client/console/ticket/preview/stakes-of.ts'
import { summaryOf } from '#client/console/ticket/summary-of.ts'
import { takerFee } from '#domain/exchanges/fees/taker-fee.ts'
import { exactCost, ONE, price, qty } from '#domain/kernel/numbers.ts'

const steps = [
  { from: 0, to: 0.1, tick: 0.001 },
  { from: 0.1, to: 0.9, tick: 0.01 },
  { from: 0.9, to: 1, tick: 0.001 },
]
const NOTHING: Sized = { qty: 0, worst: null }
const around = { target: { svc_id: 7 }, subaccountId: 's', isReadable: true, sized: NOTHING }
const draft = (part: Partial<Draft>): Draft => ({ ...emptyDraft, isPriceOwn: true, ...part })
const bodyOf = (part: Partial<Draft>, sized = around.sized) => {
  const drafted = requestOf(draft(part), { ...around, sized })
  return drafted.kind === 'missing' ? drafted.what : drafted.body
}

describe('an amount in dollars', () => {
  it('is never exceeded with the fees that the service computes, but for a hundredth of a cent for each fill of a part of a contract', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<'EXCHANGE_A' | 'EXCHANGE_B'>('EXCHANGE_A', 'EXCHANGE_B'),
        fc.integer({ min: 1, max: 999 }),
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.constantFrom(0.01, 1),
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 8 }),
        (exchange, mills, cents, lot, parts) => {
          const terms = { feeRate: 0.07, lot }
          const count = sizing.at(cents / 100, mills / 1_000, terms)
          const whole = Math.round(count * ONE)
          const weight = parts.reduce((sum, part) => sum + part, 0)
          const cut = parts.slice(1).map((part) => Math.floor((whole * part) / weight))
          const fills = [whole - cut.reduce((sum, part) => sum + part, 0), ...cut]
            .filter((size) => size > 0)
            .map((size) => ({ price: price(mills * 1_000), qty: qty(size) }))
          const market = { exchange, feeTerms: { rate: 70_000, exponent: 1 } }
          const cost = fills.reduce((sum, fill) => sum + exactCost(fill.price, fill.qty), 0n)
          const paid = cost + BigInt(takerFee(market, true, fills)) * BigInt(ONE)
          const ofParts = fills.filter((fill) => fill.qty % ONE !== 0).length
          expect(paid <= (BigInt(cents) * 10_000n + BigInt(ofParts) * 100n) * BigInt(ONE)).toBe(true)
          expect(whole % (lot * ONE)).toBe(0)
        },
      ),
    )
  })

  it('buys as many whole lots as it can pay, the fee included', () => {
    expect(sizing.at(10, 0.45, { feeRate: 0, lot: 1 })).toBe(22)
    // 45 cents and a fee of 1.7325 cents each: 21.39.
    expect(sizing.at(10, 0.45, { feeRate: 0.07, lot: 1 })).toBe(21)
    expect(sizing.at(10, 0.45, { feeRate: 0.07, lot: 0.01 })).toBe(21.39)
    expect(sizing.at(0.4, 0.45, { feeRate: 0, lot: 1 })).toBe(0)
  })

  it('takes another level of the book only while that makes the order larger, and trades at nothing beyond it', () => {
    const levels = [
      { price: 0.4, qty: 10 },
      { price: 0.5, qty: 30 },
      { price: 0.9, qty: 100 },
    ]
    const terms = { feeRate: 0, lot: 1 }
    expect(sizing.from(4, levels, terms)).toEqual({ qty: 10, worst: 0.4 })
    expect(sizing.from(10, levels, terms)).toEqual({ qty: 20, worst: 0.5 })
    expect(sizing.from(1_000, levels, terms)).toEqual({ qty: 140, worst: 0.9 })
    expect(sizing.from(10, [], terms)).toEqual({ qty: 0, worst: null })
  })

  it('sends contracts, with exits of the same size, and a bound that keeps a market order within the dollars', () => {
    const exits = { takeProfit: '60', stopLoss: '30' }
    const bracket = bodyOf({ amount: 'dollars', dollars: '10', price: '45', ...exits }, { qty: 21, worst: null })
    expect(bracket).toMatchObject({
      qty: 21,
      price: 0.45,
      conditional_orders_params: [
        { conditional_order_type: 'TP', trigger_order: { qty: 21, buy_flag: false, price: 0.6 } },
        { conditional_order_type: 'SL', trigger_order: { qty: 21, buy_flag: false, stop_order_price: 0.3 } },
      ],
    })
    const market = bodyOf({ amount: 'dollars', kind: 'MARKET' }, { qty: 20, worst: 0.5 })
    expect(market).toMatchObject({ qty: 20, order_type: 'MARKET', protection_price: 0.5 })
    expect(bodyOf({ amount: 'dollars', kind: 'MARKET' })).toBe('Now this buys no contract.')
    expect(bodyOf({ amount: 'dollars', dollars: '', price: '45' })).toBe('Enter how many dollars.')
    // A sale is in contracts.
    expect(bodyOf({ amount: 'dollars', side: 'sell', price: '45' })).toMatchObject({ qty: 10 })
  })
})

describe('an order on NO', () => {
  it('is sent as its exact mirror on YES, with its exits, its bound and its stop', () => {
    expect(bodyOf({ outcome: 'no', price: '55.1', takeProfit: '70', stopLoss: '40' })).toMatchObject({
      buy_flag: false,
      price: 0.449,
      conditional_orders_params: [
        { trigger_order: { buy_flag: true, price: 0.3 } },
        { trigger_order: { buy_flag: true, stop_order_price: 0.6 } },
      ],
    })
    expect(bodyOf({ outcome: 'no', side: 'sell', price: '55' })).toMatchObject({ buy_flag: true, price: 0.45 })
    const market = bodyOf({ outcome: 'no', kind: 'MARKET', amount: 'dollars' }, { qty: 20, worst: 0.6 })
    expect(market).toMatchObject({ buy_flag: false, protection_price: 0.4 })
    expect(bodyOf({ outcome: 'no', kind: 'STOP', stopPrice: '70', price: '72' })).toMatchObject({
      conditional_order_params: { stop_order_price: 0.3, trigger_order: { buy_flag: false, price: 0.28 } },
    })
    // A distance has no other side.
    expect(bodyOf({ outcome: 'no', kind: 'STOP', price: '', trail: '3' })).toMatchObject({
      conditional_order_params: { trail_amount: 0.03 },
    })
    expect(bodyOf({ outcome: 'no', kind: 'TWAP', price: '55' })).toMatchObject({
      twap_order_params: { buy_flag: false, limit_price: 0.45 },
    })
  })

  it('names its outcome on the button, and takes the mirrored price of a clicked level', () => {
    expect(summaryOf(draft({ outcome: 'no', price: '55' }), 10)).toBe('Buy 10 No at 55¢')
    expect(summaryOf(draft({ price: '45' }), 10)).toBe('Buy 10 at 45¢')
    expect(takeLevel(draft({ outcome: 'no', kind: 'STOP' }), 0.449)).toMatchObject({ kind: 'LIMIT', price: '55.1' })
    expect(takeLevel(draft({}), 0.449)).toMatchObject({ price: '44.9', isPriceOwn: true })
  })

  it('is bought from those who bid for YES', () => {
    const book = { bids: [{ price: 0.4, qty: 5 }], asks: [{ price: 0.45, qty: 7 }] }
    expect(mirror.book(book)).toEqual({ bids: [{ price: 0.55, qty: 7 }], asks: [{ price: 0.6, qty: 5 }] })
    expect(mirror.book(mirror.book(book))).toEqual(book)
  })
})

describe('what an order is about', () => {
  const preview = { qty: 10, resting_qty: 0, average_price: 0.45, worst_price: 0.47, fee: 0.18, cash_needed: 4.88 }

  it('is a payout, a cost, a largest loss and a break-even, where it opens', () => {
    expect(stakesOf(preview, true, 0)).toMatchObject({
      opens: 10,
      opened: 'Yes',
      loses: 4.88,
      opening: { pays: 10, costs: 4.68, breakEven: 0.468 },
    })
    // The sale of a YES that is not held buys a NO at 55 cents.
    expect(stakesOf(preview, false, 0)).toMatchObject({ opened: 'No', opening: { costs: 5.68, breakEven: 0.568 } })
    expect(stakesOf({ ...preview, qty: 4, resting_qty: 6 }, true, 5)?.opening?.costs).toBeCloseTo(1.8 + 6 * 0.47 + 0.18)
  })

  it('is what it brings in, where it closes, and both counts, where it does both', () => {
    expect(stakesOf(preview, false, 25)).toMatchObject({
      closes: 10,
      closed: 'Yes',
      opens: 0,
      gets: 4.32,
      opening: null,
    })
    expect(stakesOf(preview, true, -4)).toMatchObject({ closes: 4, closed: 'No', opens: 6, gets: null, opening: null })
    expect(stakesOf({ ...preview, qty: 0 }, true, 0)).toBeNull()
  })
})

describe('the largest order', () => {
  const view = (held: number | null, cash: number | null): Omit<View, 'qty' | 'steps'> => ({
    lot: 1,
    mark: 0.42,
    facts: { feeRate: 0, held, cash },
    book: { bids: [{ price: 0.4, qty: 100 }], asks: [{ price: 0.45, qty: 100 }] },
  })

  it('is what the free cash buys, and what closes first', () => {
    expect(maxOf(draft({ price: '45' }), view(0, 10))).toBe(22)
    expect(maxOf(draft({ price: '45' }), view(-5, 10))).toBe(27)
    expect(maxOf(draft({ price: '45', reduceOnly: true }), view(-5, 10))).toBe(5)
    // Up to two cents beyond the level may be paid.
    expect(maxOf(draft({ kind: 'MARKET' }), view(0, 10))).toBe(21)
    expect(maxOf(draft({ kind: 'MARKET' }), view(0, 1_000))).toBe(100)
  })

  it('is the position for a sale, and never a short', () => {
    expect(maxOf(draft({ side: 'sell', price: '40' }), view(8, 100))).toBe(8)
    expect(maxOf(draft({ side: 'sell', outcome: 'no', price: '60' }), view(-8, 100))).toBe(8)
    expect(maxOf(draft({ side: 'sell', price: '40' }), view(0, 6))).toBe(0)
    expect(maxOf(draft({ side: 'sell', price: '40' }), view(-5, 6))).toBe(0)
  })

  it('is not known without the position or the cash', () => {
    expect(maxOf(draft({ price: '45' }), view(null, 10))).toBeNull()
    expect(maxOf(draft({ price: '45' }), view(0, null))).toBeNull()
    expect(maxOf(draft({ price: '' }), { ...view(0, 10), mark: null })).toBeNull()
  })
})

describe('the exits of a ticket', () => {
  it('are on both sides of each other: of a purchase the stop loss is below, of a sale above', () => {
    const fault = (part: Partial<Draft>) => faultsOf(draft({ kind: 'MARKET', ...part }), steps).stopLoss
    expect(fault({ takeProfit: '60', stopLoss: '60' })).toBe('It must be below the take profit.')
    expect(fault({ outcome: 'no', side: 'sell', takeProfit: '60', stopLoss: '30' })).toBe(
      'It must be above the take profit.',
    )
    expect(fault({ takeProfit: '60', stopLoss: '30' })).toBeUndefined()
    // Fields that the kind of order does not show do not count.
    expect(fault({ kind: 'TWAP', takeProfit: '60', stopLoss: '70' })).toBeUndefined()
  })

  it('are on both sides of the limit price, and each fault is at its own field', () => {
    const faults = (part: Partial<Draft>) => faultsOf(draft({ price: '45', ...part }), steps)
    expect(faults({ takeProfit: '30', stopLoss: '40' })).toEqual({ takeProfit: 'Must be above 45¢.' })
    expect(faults({ takeProfit: '60', stopLoss: '45' })).toEqual({ stopLoss: 'Must be below 45¢.' })
    expect(faults({ side: 'sell', takeProfit: '60', stopLoss: '30' })).toEqual({
      takeProfit: 'Must be below 45¢.',
      stopLoss: 'Must be above 45¢.',
    })
    expect(faults({ takeProfit: '60', stopLoss: '1o' })).toEqual({ stopLoss: '“1o” is not a number.' })
    expect(faults({ takeProfit: '60', stopLoss: '30' })).toEqual({})
  })

  it('are no dollars in a field of cents: a bare 0.4 beside a mark of 45¢ is asked about, a small distance is not', () => {
    const asked = { stopPrice: '0.4¢ or 40¢? Write it with ¢.' }
    const faults = (part: Partial<Draft>, mark: number) => faultsOf(draft({ kind: 'STOP', ...part }), steps, mark)
    expect(faults({ stopPrice: '0.4' }, 0.45)).toEqual(asked)
    expect(faults({ stopPrice: '0.4' }, 0.02)).toEqual({})
    expect(faults({ trail: '0.4' }, 0.45)).toEqual({})
  })
})

describe('a limit order that may trade far beyond the best price', () => {
  const book = { bids: [{ price: 0.4, qty: 100 }], asks: [{ price: 0.45, qty: 100 }] }
  const beyond = (part: Partial<Draft>) => beyondBest(draft(part), book)

  it('is named with its limit and the best price, also if the price was typed for the other side', () => {
    expect(beyond({ price: '12' })).toBeNull()
    expect(beyond({ price: '12', side: 'sell' })).toEqual({ limit: 0.12, best: 0.4 })
    expect(beyond({ price: '60' })).toEqual({ limit: 0.6, best: 0.45 })
  })

  it('is no farther than a MARKET order goes, rests, or has no book', () => {
    expect(beyond({ price: '47' })).toBeNull()
    expect(beyond({ price: '47.1' })).not.toBeNull()
    expect(beyond({ price: '38', side: 'sell' })).toBeNull()
    expect(beyond({ price: '60', postOnly: true })).toBeNull()
    expect(beyond({ price: '60', kind: 'STOP' })).toBeNull()
    expect(beyondBest(draft({ price: '60' }), { bids: [], asks: [] })).toBeNull()
  })
})

describe('a refusal for too little cash', () => {
  const refusal = { code: 'insufficient_balance', detail: 'Approve the exchange contract.' }
  const said = (cash_free: number | null) =>
    faultOf(refusal, draft({ price: '45' }), { cash_free, cash_needed: 450.5 })?.faults?.[0]

  it('names the needed sum at the field of the amount, and the words of the service if the cash is no reason', () => {
    expect(said(100)).toEqual({ path: 'qty', sentence: 'It needs $450.50, more than is free.' })
    expect(said(500)?.sentence).toBe('Approve the exchange contract.')
    expect(said(null)?.sentence).toBe('Approve the exchange contract.')
  })
})

describe('the arrow keys', () => {
  it('step a price on the grid of its market, over the border of two steps', () => {
    expect(stepPrice(steps, 0.45, 1)).toBe(0.46)
    expect(stepPrice(steps, 0.45, -10)).toBe(0.35)
    expect(stepPrice(steps, 0.099, 2)).toBe(0.11)
    expect(stepPrice(steps, 0.11, -2)).toBe(0.099)
    expect(stepPrice(steps, 0.455, 1)).toBe(0.46)
    expect(stepPrice(steps, 0.999, 5)).toBe(0.999)
    expect(stepPrice([], 0.45, 1)).toBe(0.46)
    expect(stepPrice(mirror.steps(steps), mirror.price(0.45), 1)).toBe(0.56)
  })
})
