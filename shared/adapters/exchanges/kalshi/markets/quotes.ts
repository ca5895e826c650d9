/**
 * What many markets show now. Bids and asks come from the order books, a hundred in one call: they are live, while lists of markets
 * are up to 15 s old (Kalshi live reference, section 2). The last price is the list's, if the tape confirms it, or that of a newer trade.
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
import { type RecentTrade, recentTrades } from './recent-trades.ts'
import { toQuote } from './to-quote.ts'

export const quotes = (
  api: Client,
  clock: Clock,
  readListed: ReadListed,
  readBooks: MarketDataSource['orderBooks'],
  readLast: ReadLastBookTrade,
  onSkip: OnSkip,
  lookBack: Millis,
): Exchange['quotes'] => {
  const trades = recentTrades(api, clock, onSkip, lookBack)
  const prices = confirmedPrices(readLast, onSkip)
  /** A trade that is known is the last one, unless the list is newer than all that is known of trades. */
  const newestOf = (ticker: string, { asOf }: Listed): RecentTrade | null => {
    const newest = trades.of(ticker).at(-1) ?? null
    return newest !== null && (trades.completeTo() >= asOf || newest.at > asOf) ? newest : null
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
    const answers = live.length > 0 && (await trades.refresh(reader, signal))
    const traded = live.map(([ticker, market]) => ({ ticker, market, trade: newestOf(ticker, market) }))
    for (const { ticker, trade } of traded) if (trade !== null) prices.see(ticker, trade)
    const untraded = traded.filter(({ trade }) => trade === null).map(({ market }) => market.wire)
    if (answers) await prices.confirm(untraded, reader, signal)
    const shown = traded.flatMap(({ ticker, market, trade }): readonly ExchangeQuote[] => {
      const book = books.get(ticker)
      const knownTo = Math.max(market.asOf, trades.completeTo())
      const told = { trade, listed: prices.of(market.wire), knownTo, recent: trades.of(ticker) }
      return book === undefined ? [] : orSkip(ticker, onSkip, () => toQuote(market, book, told))
    })
    return [...over.map(([ticker, { asOf }]) => emptyQuote(ticker, 'closed', asOf)), ...shown]
  }
}
