/** A position is worth what its market quotes now, also before the service has valued it. */

import { describe, expect, it } from 'vitest'
import type { Position, Quote } from '#client/console/api/types.ts'
import { valuedAt } from '#client/console/live/money/valued-at.ts'

const bought = (of: Partial<Position> = {}): Position => ({
  svc_id: 7,
  exchange_name: 'EXCHANGE_A',
  is_paper: false,
  market_title: 'A question',
  exchange_ticker: 'A',
  position: 10,
  avg_buy_price: 0.4,
  avg_sell_price: null,
  total_qty_bought: 10,
  total_qty_sold: 0,
  total_fees: 0.1,
  fill_count: 1,
  first_fill_at: '2026-11-01T00:00:00.000Z',
  last_fill_at: '2026-11-01T00:00:00.000Z',
  mark_price: null,
  market_value: null,
  unrealized_pnl: null,
  realized_pnl: -0.1,
  market_status: 'active',
  settlement: null,
  settlement_detail: null,
  payout: null,
  pairs: 0,
  as_of: '2026-11-01T00:00:00.000Z',
  ...of,
})

/** Both sides a cent from the price. */
const quoteAt = (price: number, of: Partial<Quote> = {}): Quote => ({
  svc_id: 7,
  best_bid: price - 0.01,
  bid_qty: 100,
  best_ask: price + 0.01,
  ask_qty: 100,
  last_price: null,
  as_of: '2026-11-01T00:00:01.000Z',
  message: null,
  ...of,
})

describe('a position without a mark', () => {
  it('is valued at the price of now', () => {
    expect(valuedAt(bought(), quoteAt(0.45))).toMatchObject({
      mark_price: 0.45,
      market_value: 4.5,
      unrealized_pnl: 0.5,
    })
  })

  it('gains from a fall if it holds NO', () => {
    const sold = bought({
      position: -10,
      avg_buy_price: null,
      avg_sell_price: 0.4,
      total_qty_bought: 0,
      total_qty_sold: 10,
    })
    expect(valuedAt(sold, quoteAt(0.3))).toMatchObject({ market_value: 7, unrealized_pnl: 1 })
  })

  it('counts what it has realized once', () => {
    // 10 bought at 40¢, 4 sold at 50¢: 40¢ are realized, and 6 are left at 40¢.
    const rest = bought({ position: 6, total_qty_sold: 4, avg_sell_price: 0.5, realized_pnl: 0.4 - 0.1 })
    expect(valuedAt(rest, quoteAt(0.45))).toMatchObject({ market_value: 2.7, unrealized_pnl: 0.3 })
  })

  it('has no gain that is known where trades are missing', () => {
    expect(valuedAt(bought({ position: 15 }), quoteAt(0.45))).toMatchObject({
      market_value: 6.75,
      unrealized_pnl: null,
    })
  })

  it('stays as it is if it is decided, or if no price is known', () => {
    const decided = bought({ settlement: 'decided' })
    expect(valuedAt(decided, quoteAt(0.45))).toBe(decided)
    expect(valuedAt(bought(), undefined).mark_price).toBeNull()
    expect(valuedAt(bought(), quoteAt(0.45, { best_bid: null, best_ask: null })).mark_price).toBeNull()
  })
})

describe('a position that the service has valued', () => {
  const marked = bought({ mark_price: 0.42, market_value: 4.2, unrealized_pnl: 0.2 })

  it('follows the quote, and its gain moves by as much as its value', () => {
    expect(valuedAt(marked, quoteAt(0.5))).toMatchObject({ mark_price: 0.5, market_value: 5, unrealized_pnl: 1 })
  })

  it('keeps its value if the quote is older', () => {
    expect(valuedAt(marked, quoteAt(0.5, { as_of: '2026-10-31T23:59:59.000Z' }))).toBe(marked)
    expect(valuedAt(marked, quoteAt(0.5, { as_of: null }))).toBe(marked)
  })

  it('is valued at the last trade if the book is wide, and else at the side that would close it', () => {
    const wide = { best_bid: 0.2, best_ask: 0.6 }
    expect(valuedAt(marked, quoteAt(0, { ...wide, last_price: 0.33 })).mark_price).toBe(0.33)
    expect(valuedAt(marked, quoteAt(0, wide)).mark_price).toBe(0.2)
    expect(valuedAt(bought({ position: -10 }), quoteAt(0, wide)).mark_price).toBe(0.6)
  })
})
