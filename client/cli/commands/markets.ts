/** Commands that look at markets. */

import type { PriceSeries } from '../../trading-client.ts'
import { type Command, must, show } from '../command.ts'
import { drawBook } from '../draw/book.ts'
import { drawChart, type Point } from '../draw/chart.ts'
import { drawTable } from '../draw/table.ts'
import { findMarket } from '../find-market.ts'
import { EXCHANGE, exchangeOf, wholeNumber } from '../options.ts'

export const search: Command = {
  group: 'Markets',
  words: '[words...]',
  does: 'finds markets; without words, the most traded ones',
  options: { '--exchange <name>': EXCHANGE, '--limit <count>': 'markets at most (default: 20)' },
  run: async (session, words, options) => {
    const exchange = exchangeOf(options)
    const query = {
      ...(words.length === 0 ? {} : { q: words.join(' ') }),
      ...(exchange === null ? {} : { exchange_name: exchange }),
      limit: wholeNumber(options, 'limit', 20),
    }
    const found = must(await session.client.GET('/v1/markets/search', { params: { query }, signal: session.signal }))
    show(session, found, () => {
      if (found.results.length === 0)
        return words.length === 0 ? 'There are no markets.' : `No market matches "${words.join(' ')}".`
      const rows = found.results.map(({ svc_id, exchange_name, status, name }) => [
        String(svc_id),
        exchange_name.slice(-1),
        status,
        name,
      ])
      const corrected = found.corrected_query === null ? '' : ` for "${found.corrected_query}"`
      return `${drawTable(['svc_id', 'at', 'status', 'name'], rows)}\n${found.results.length} of ${found.total}${corrected}`
    })
  },
}

export const book: Command = {
  group: 'Markets',
  words: '<market>',
  does: 'shows the orderbook as a ladder',
  options: { '--levels <count>': 'prices on each side (default: 10)' },
  run: async (session, [text = ''], options) => {
    const market = await findMarket(session.client, text)
    const params = { path: { svc_id: market.svc_id }, query: { levels: wholeNumber(options, 'levels', 10) } }
    const found = must(await session.client.GET('/v1/orderbooks/{svc_id}', { params, signal: session.signal }))
    show(session, found, () => `${market.name}\n\n${drawBook(found, session.width)}`)
  },
}

const INTERVALS = ['1d', '1w', '1m', 'max'] as const

export const chart: Command = {
  group: 'Markets',
  words: '<market>',
  does: 'shows prices over time',
  options: { '--interval <period>': { does: 'the period until now (default: 1d)', oneOf: INTERVALS } },
  run: async (session, [text = ''], options) => {
    const interval = INTERVALS.find((one) => one === options['interval']) ?? '1d'
    const market = await findMarket(session.client, text)
    const params = { path: { svc_id: market.svc_id }, query: { interval } }
    const series = must(await session.client.GET('/v1/prices/{svc_id}', { params, signal: session.signal }))
    show(
      session,
      series,
      () => `${market.name}, ${interval}\n\n${drawChart(pointsOf(series), { width: session.width })}`,
    )
  },
}

const pointsOf = ({ candlesticks, history }: PriceSeries): readonly Point[] =>
  candlesticks ?? (history ?? []).map(({ timestamp, price }) => ({ timestamp, low: price, high: price, close: price }))
