/** Commands that look at markets. */

import type { components } from '../../openapi-types.ts'
import type { Market, PriceSeries } from '../../trading-client.ts'
import { type Command, must, type Session, show } from '../command.ts'
import { drawBook } from '../draw/book.ts'
import { drawChart, type Point } from '../draw/chart.ts'
import { priceOrNone } from '../draw/numbers.ts'
import { type Column, drawTable } from '../draw/table.ts'
import { findMarket } from '../find/find-market.ts'
import { EXCHANGE, exchangeOf, wholeNumber } from '../typed/options.ts'

type Quote = components['schemas']['Quote']

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
    const quotes = session.json ? new Map() : await quotesOf(session, found.results)
    show(session, found, () => {
      if (found.results.length === 0)
        return words.length === 0 ? 'There are no markets.' : `No market matches "${words.join(' ')}".`
      const rows = found.results.map((market) => [
        String(market.svc_id),
        market.exchange_name.slice(-1),
        market.ticker ?? market.slug,
        priceOrNone(quotes.get(market.svc_id)?.best_bid ?? null),
        priceOrNone(quotes.get(market.svc_id)?.best_ask ?? null),
        market.expiration_datetime?.slice(0, 10) ?? null,
        market.status,
        market.name,
      ])
      const corrected = found.corrected_query === null ? '' : ` for "${found.corrected_query}"`
      return `${drawTable(SEARCH_COLUMNS, rows, session)}\n${found.results.length} of ${found.total}${corrected}`
    })
  },
}

const SEARCH_COLUMNS: readonly Column[] = [
  { name: 'svc_id' },
  { name: 'at' },
  { name: 'ticker', drop: 1 },
  { name: 'bid' },
  { name: 'ask' },
  { name: 'ends' },
  { name: 'status', drop: 2 },
  { name: 'name', kind: 'text' },
]

/** Markets that one request quotes. */
const QUOTED_AT_ONCE = 100

/** Best prices by market. A list without prices is better than none: a refusal leaves them out. */
const quotesOf = async (
  { client, signal }: Session,
  markets: readonly Market[],
): Promise<ReadonlyMap<number, Quote>> => {
  const found = new Map<number, Quote>()
  for (let at = 0; at < markets.length; at += QUOTED_AT_ONCE) {
    const svcIds = markets.slice(at, at + QUOTED_AT_ONCE).map(({ svc_id }) => svc_id)
    const { data } = await client.GET('/v1/quotes', { params: { query: { svc_ids: svcIds } }, signal })
    for (const quote of data?.quotes ?? []) found.set(quote.svc_id, quote)
  }
  return found
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
