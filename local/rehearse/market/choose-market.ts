/** Finds the market of a rehearsal. */

import type { Market } from '#domain/markets/market.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import { ifNoBook } from '#ports/exchanges/exchange-unavailable.ts'
import { signal } from '../signal.ts'
import { nearOffer } from './near-offer.ts'

export interface MarketChoice {
  readonly exchange: Exchange
  /** Native id; null for the first open market whose book has both sides. */
  readonly requested: string | null
  /**
   * Receives the markets before their books are read: on EXCHANGE_B a book belongs to a token, which the market names.
   */
  readonly onMarkets: (markets: readonly Market[]) => void
}

/** Throws an explanation if there is none. */
export const chooseMarket = async ({ exchange, requested, onMarkets }: MarketChoice): Promise<Market> => {
  const markets = requested === null ? await firstOpen(exchange) : await exchange.marketsById([requested], signal())
  onMarkets(markets)
  const chosen = requested === null ? await withBook(exchange, markets) : markets[0]
  if (chosen !== undefined) return chosen
  throw new Error(
    requested === null
      ? `None of the first ${markets.length} open markets has a book with bids and asks. Name one with --market.`
      : 'The exchange knows no such market.',
  )
}

/** Markets whose books are looked at. */
const LOOKED_AT = 20

const firstOpen = async (exchange: Exchange): Promise<readonly Market[]> => {
  const { markets } = await exchange.listMarkets(null, signal())
  return markets.filter(({ status }) => status === 'active').slice(0, LOOKED_AT)
}

/** The first market with both sides where the smallest order would be far from them; any with both sides if there is none. */
const withBook = async (exchange: Exchange, markets: readonly Market[]): Promise<Market | undefined> => {
  let nearest: Market | undefined
  for (const market of markets) {
    // A market without a book is passed over. An exchange that does not answer is no reason to ask for 19 more.
    const book = await exchange.orderBook(market.nativeId, signal()).catch(ifNoBook(() => null))
    if (book === null || book.bids.length === 0 || book.asks.length === 0) continue
    if (nearOffer(market, book) === null) return market
    nearest ??= market
  }
  return nearest
}
