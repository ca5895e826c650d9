/** Tables, charts and numbers of the command line. */

import { describe, expect, it } from 'vitest'
import { drawBook } from '#client/cli/draw/book.ts'
import { drawChart } from '#client/cli/draw/chart.ts'
import { hasColours, statusStyle } from '#client/cli/draw/colours.ts'
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

describe('a table on a terminal', () => {
  const columns = [
    { name: 'time (UTC)', kind: 'time', drop: 2 },
    { name: 'order', kind: 'id' },
    { name: 'market', kind: 'text' },
    'qty',
    { name: 'average', drop: 1 },
  ] as const
  const rows = [
    ['2026-11-26 20:12:30', '019aa5a0-0000-7000-8000-0000deadbeef', 'Will it rain in New York tomorrow?', 10, '0.40'],
  ]
  const at = (tableWidth: number) => drawTable(columns, rows, { tableWidth }).split('\n')

  it('shows the end of ids, and nothing else is cut while there is room', () => {
    expect(at(120)).toEqual([
      'time (UTC)           order     market                              qty  average',
      '2026-11-26 20:12:30  deadbeef  Will it rain in New York tomorrow?   10  0.40',
    ])
  })

  it('shortens times, then texts, then leaves columns out, and is never wider than the terminal', () => {
    expect(at(72)[1]).toBe('11-26 20:12  deadbeef  Will it rain in New York tomorrow?   10  0.40')
    expect(at(70)[1]).toBe('11-26 20:12  deadbeef  Will it rain in New York tomorro…   10  0.40')
    expect(at(50)[0]).toBe('time (UTC)   order     market                qty')
    for (let width = 30; width < 120; width += 1)
      expect(Math.max(...at(width).map((line) => line.length)), String(width)).toBeLessThanOrEqual(width)
  })

  it('has colours by the kind of output, FORCE_COLOR and NO_COLOR', () => {
    expect(hasColours({}, true)).toBe(true)
    expect(hasColours({}, false)).toBe(false)
    expect(hasColours({ NO_COLOR: '1' }, true)).toBe(false)
    expect(hasColours({ TERM: 'dumb' }, true)).toBe(false)
    expect(hasColours({ FORCE_COLOR: '1', NO_COLOR: '1' }, false)).toBe(true)
    expect(hasColours({ FORCE_COLOR: '0' }, true)).toBe(false)
    const shown = drawTable([{ name: 'status', style: statusStyle }], [['REJECTED']], { colours: true })
    expect(shown).toBe('\u001b[1mstatus\u001b[22m\n\u001b[31mREJECTED\u001b[39m')
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
