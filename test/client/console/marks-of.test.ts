/** Own fills are marks of the chart, at the bar in which they happened. */

import { describe, expect, it } from 'vitest'
import type { Fill } from '#client/console/api/types.ts'
import { marksOf } from '#client/console/pages/market/chart/marks-of.ts'

const fill = (seconds: number, of: Partial<Fill> = {}): Fill => ({
  fill_id: `EXCHANGE_A:${seconds}`,
  svc_order_id: null,
  client_order_id: null,
  tag: null,
  subaccount_id: 'one',
  is_paper: false,
  svc_id: 7,
  exchange_name: 'EXCHANGE_A',
  market_title: 'A question',
  exchange_ticker: 'A',
  exchange_order_id: 'order',
  exchange_trade_id: `trade ${seconds}`,
  exchange_timestamp: new Date(seconds * 1_000).toISOString(),
  price: 0.4,
  qty: 10,
  fee: 0,
  buy_flag: true,
  is_maker: false,
  status: 'FINAL',
  ...of,
})

const BARS = [600, 1_200, 1_800]

describe('the marks of own fills', () => {
  it('are at the last bar that began before the fill', () => {
    expect(marksOf([fill(1_250), fill(700)], BARS).map(({ timestamp }) => timestamp)).toEqual([600, 1_200])
    expect(marksOf([fill(9_999)], BARS)).toMatchObject([{ timestamp: 1_800 }])
  })

  it('are one for all fills of a side within a bar, at their average price', () => {
    const marks = marksOf([fill(610), fill(620, { qty: 30, price: 0.44 }), fill(630, { buy_flag: false })], BARS)
    expect(marks).toMatchObject([
      { isBuy: true, price: 0.43, label: expect.stringMatching(/^Bought 40 at 43¢ in 2 fills, /) },
      { isBuy: false, price: 0.4, label: expect.stringMatching(/^Sold 10 at 40¢, /) },
    ])
  })

  it('leave out fills before the first bar, and those that were reversed', () => {
    expect(marksOf([fill(599), fill(700, { status: 'REVERSED' })], BARS)).toEqual([])
  })
})
