/**
 * What many markets show now. Bids and asks come from the order books, a hundred in one call: they are live, while lists of markets
 * are up to 15 s old (Kalshi live reference, section 2). The last price is the list's, or that of a newer trade.
 */

import type { Millis } from '#domain/kernel/time.ts'
import { emptyQuote } from '#ports/exchanges/empty-quote.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeQuote, LiveDataSource } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { type OnSkip, orSkip } from '../../or-skip.ts'
import type { Client } from '../http/client.ts'
import type { ReadListed } from './listed-markets.ts'
import { recentTrades } from './recent-trades.ts'
import { toQuote } from './to-quote.ts'

export const quotes = (
  api: Client,
  clock: Clock,
  readListed: ReadListed,
  readBooks: LiveDataSource['orderBooks'],
  onSkip: OnSkip,
  lookBack: Millis,
): Exchange['quotes'] => {
  const trades = recentTrades(api, clock, onSkip, lookBack)
  return async (tickers, signal, reader = null) => {
    if (tickers.length === 0) return []
    const listed = [...(await readListed(tickers, reader, signal))]
    const over = listed.filter(([, { state }]) => state === 'closed')
    const live = listed.filter(([, { state }]) => state !== 'closed')
    const books = await readBooks(
      live.map(([ticker]) => ticker),
      signal,
      reader,
    )
    if (live.length > 0) await trades.refresh(reader, signal)
    const shown = live.flatMap(([ticker, market]): readonly ExchangeQuote[] => {
      const book = books.get(ticker)
      const recent = trades.of(ticker)
      const newest = recent.at(-1) ?? null
      // A trade that is known is the last one, unless the list is newer than all we know of trades.
      const trade = newest !== null && (trades.completeTo() >= market.asOf || newest.at > market.asOf) ? newest : null
      const knownTo = Math.max(market.asOf, trades.completeTo())
      return book === undefined ? [] : orSkip(ticker, onSkip, () => toQuote(market, book, { trade, knownTo, recent }))
    })
    return [...over.map(([ticker, { asOf }]) => emptyQuote(ticker, 'closed', asOf)), ...shown]
  }
}
