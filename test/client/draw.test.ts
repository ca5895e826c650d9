/** Tables, charts and numbers of the command line. */

import { describe, expect, it } from 'vitest'
import { drawBook } from '#client/cli/draw/book.ts'
import { drawChart } from '#client/cli/draw/chart.ts'
import { exact, priceText } from '#client/cli/draw/numbers.ts'
import { drawTable } from '#client/cli/draw/table.ts'
import type { Orderbook } from '#client/trading-client.ts'

type Levels = Orderbook['orderbook']['bids']

const book = (bids: Levels, asks: Levels): Orderbook => ({
  status: 'ok',
  orderbook: {
    bids,
    asks,
    best_bid_price: bids[0]?.price ?? null,
    best_ask_price: asks[0]?.price ?? null,
    svc_id: 7,
    custom_asset_id: null,
    exchange_timestamp: '2026-11-21T09:30:00.000Z',
    as_of: '2026-11-21T09:30:00.000Z',
  },
  message: null,
})

describe('a book', () => {
  it('is a ladder with the best prices in the middle and bars as long as the quantities', () => {
    const bids = [
      { price: 0.4, qty: 100 },
      { price: 0.395, qty: 50 },
    ]
    const asks = [
      { price: 0.45, qty: 25 },
      { price: 0.5, qty: 1 },
    ]
    expect(drawBook(book(bids, asks), 38).split('\n')).toEqual([
      'ask   0.50    1  ░',
      'ask   0.45   25  ░░░░░',
      '---  spread 0.05, middle 0.425',
      'bid   0.40  100  ████████████████████',
      'bid  0.395   50  ██████████',
    ])
  })

  it('says which side is empty', () => {
    expect(drawBook(book([{ price: 0.4, qty: 1 }], []))).toMatch(/^--- {2}no asks\nbid {2}0\.40 {2}1 {2}█+$/)
    expect(drawBook(book([], [{ price: 0.4, qty: 1 }]))).toMatch(/\n--- {2}no bids$/)
    expect(drawBook(book([], []))).toBe('The book is empty.')
  })
})

describe('a chart', () => {
  const at = (minute: number, low: number, high: number, close: number) => ({
    timestamp: Date.parse('2026-11-21T09:00:00Z') / 1_000 + minute * 60,
    low,
    high,
    close,
  })

  it('shows the range of each period as a line and its close as a block, highest price on top', () => {
    const points = Array.from({ length: 24 }, (_, i) => at(i, 0.4, i === 23 ? 0.5 : 0.45, i === 23 ? 0.5 : 0.4))
    expect(drawChart(points, { width: 40, height: 3 }).split('\n')).toEqual([
      `0.50 ┤${' '.repeat(23)}█`,
      `     ┤${'│'.repeat(24)}`,
      `0.40 ┤${'█'.repeat(23)}│`,
      '      11-21 09:00  11-21 09:23',
    ])
  })

  it('is never wider than asked for, however many periods there are', () => {
    const points = Array.from({ length: 1_440 }, (_, i) => at(i, 0.3, 0.6, 0.3 + (i % 30) / 100))
    const lines = drawChart(points, { width: 60, height: 10 }).split('\n')
    expect(lines).toHaveLength(11)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60)
  })

  it('draws a price that never moved in the middle, and says when there is nothing', () => {
    expect(drawChart([at(0, 0.5, 0.5, 0.5)], { width: 20, height: 3 }).split('\n')[1]).toBe('     ┤█')
    expect(drawChart([])).toBe('There were no trades in this period.')
  })
})

describe('a table', () => {
  it('puts numbers to the right and words to the left', () => {
    expect(
      drawTable(
        ['name', 'qty'],
        [
          ['rain', 5],
          ['snow tomorrow', 100],
        ],
      ).split('\n'),
    ).toEqual(['name           qty', 'rain             5', 'snow tomorrow  100'])
  })
})

describe('numbers', () => {
  it.each([
    [0.5, '0.50'],
    [0.123, '0.123'],
    [0.000001, '0.000001'],
    [0.1 + 0.2, '0.30'],
  ])('prices: %d reads %s', (price, text) => expect(priceText(price)).toBe(text))

  it('quantities do not show the errors of floats', () => expect(exact(0.1 + 0.2)).toBe('0.3'))
})
