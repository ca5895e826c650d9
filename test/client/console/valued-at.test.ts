/** A position is worth something from its first fill on, also before the exchange has valued it. */

import { describe, expect, it } from 'vitest'
import type { Position } from '#client/console/api/types.ts'
import { valuedAt } from '#client/console/parts/valued-at.ts'

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
  as_of: '2026-11-01T00:00:00.000Z',
  ...of,
})

describe('a position without a mark', () => {
  it('is valued at the price of now', () => {
    expect(valuedAt(bought(), 0.45)).toMatchObject({ mark_price: 0.45, market_value: 4.5, unrealized_pnl: 0.5 })
  })

  it('gains from a fall if it holds NO', () => {
    const sold = bought({
      position: -10,
      avg_buy_price: null,
      avg_sell_price: 0.4,
      total_qty_bought: 0,
      total_qty_sold: 10,
    })
    expect(valuedAt(sold, 0.3)).toMatchObject({ market_value: 7, unrealized_pnl: 1 })
  })

  it('counts what it has realized once', () => {
    // 10 bought at 40¢, 4 sold at 50¢: 40¢ are realized, and 6 are left at 40¢.
    const rest = bought({ position: 6, total_qty_sold: 4, avg_sell_price: 0.5, realized_pnl: 0.4 - 0.1 })
    expect(valuedAt(rest, 0.45)).toMatchObject({ market_value: 2.7, unrealized_pnl: 0.3 })
  })

  it('has no gain that is known where trades are missing', () => {
    expect(valuedAt(bought({ position: 15 }), 0.45)).toMatchObject({ market_value: 6.75, unrealized_pnl: null })
  })

  it('stays as it is if it has a mark, is decided, or has no known price', () => {
    const marked = bought({ mark_price: 0.42 })
    const decided = bought({ settlement: 'decided' })
    expect(valuedAt(marked, 0.45)).toBe(marked)
    expect(valuedAt(decided, 0.45)).toBe(decided)
    expect(valuedAt(bought(), null).mark_price).toBeNull()
  })
})
