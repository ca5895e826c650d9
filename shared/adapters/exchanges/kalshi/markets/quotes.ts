/**
 * Quotes of many markets. Bids and asks come from the order books, a hundred in one call: they are live, while lists of
 * markets are up to 15 s old (Kalshi live reference, section 2). The last price comes from a newer trade, or from the
 * list if the tape confirms it.
 */

import type { Millis } from '#domain/kernel/time.ts'
import { emptyQuote } from '#ports/exchanges/empty-quote.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeQuote, MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { type OnSkip, orSkip } from '../../or-skip.ts'
import type { Client } from '../http/client.ts'
import { confirmedPrices } from './confirmed-prices.ts'
import type { ReadLastBookTrade } from './last-book-trade.ts'
import type { Listed, ReadListed } from './listed-markets.ts'
import { type RecentTrade, RecentTrades } from './recent-trades.ts'
import { toQuote } from './to-quote.ts'

export interface QuotesOptions {
  readonly api: Client
  readonly clock: Clock
  readonly readListed: ReadListed
  readonly readBooks: MarketDataSource['orderBooks']
  readonly readLast: ReadLastBookTrade
  readonly onSkip: OnSkip
  /** Age in ms of the oldest trades that the first quotes contain. */
  readonly lookBack: Millis
}

export const quotes = (options: QuotesOptions): Exchange['quotes'] => {
  const { readListed, readBooks, readLast, onSkip } = options
  const trades = new RecentTrades(options)
  const prices = confirmedPrices(readLast, onSkip)
  /** Returns the last known trade, unless the list is newer than all known trades. */
  const newestOf = (ticker: string, { asOf }: Listed): RecentTrade | null => {
    const newest = trades.of(ticker).at(-1) ?? null
    return newest !== null && (trades.completeTo(ticker) >= asOf || newest.at > asOf) ? newest : null
  }
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
    const areRead = live.length > 0 && (await trades.refresh(reader, signal))
    const all = live.map(([ticker, market]) => ({ ticker, market, trade: newestOf(ticker, market) }))
    for (const { ticker, trade } of all) if (trade !== null) prices.see(ticker, trade)
    const untraded = all.filter(({ trade }) => trade === null).map(({ market }) => market.wire)
    if (areRead) await prices.confirm(untraded, reader, signal)
    const shown = all.flatMap(({ ticker, market, trade }): readonly ExchangeQuote[] => {
      const book = books.get(ticker)
      const knownTo = Math.max(market.asOf, trades.completeTo(ticker))
      const traded = { trade, listed: prices.of(market.wire), knownTo, recent: trades.of(ticker) }
      return book === undefined ? [] : orSkip(ticker, onSkip, () => toQuote(market, book, traded))
    })
    return [...over.map(([ticker, { asOf }]) => emptyQuote(ticker, 'closed', asOf)), ...shown]
  }
}
