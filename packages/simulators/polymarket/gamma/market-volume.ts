/** How much was traded in a market, how much rests in it, and how open it is. */

import { yesPriceOf } from '../clob/markets/market-json.ts'
import { findBook } from '../clob/markets/token-book.ts'
import { numeric } from '../http/wire-decimals.ts'
import type { PolymarketMarket } from '../world/catalogue.ts'
import type { MarketReads } from '../world/market-reads.ts'

const ONE = 1_000_000

export const volumeOf = (reads: MarketReads, { conditionId, pastVolume }: PolymarketMarket): number =>
  pastVolume + (reads.engine.ledger.markets.get(conditionId)?.volume ?? 0)

/** The parts of a day, a week and so on are invented in proportion. */
export const volumeFields = (past: number, volume: number, more?: 'Clob') => {
  const lived = volume - past
  const fields = { volume24hr: past / 20, volume1wk: past / 5, volume1mo: past / 2, volume1yr: past }
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, part]) => {
      const value = numeric(Math.round(part) + lived)
      return more === undefined ? [[name, value]] : [[name, value] as const, [`${name}${more}`, value] as const]
    }),
  )
}

/** The dollars that rest in the book. */
export const liquidityOf = (reads: MarketReads, market: PolymarketMarket): number => {
  const book = findBook(reads, market.tokens[0])
  if (book === null) return 0
  const bids = book.bids.reduce((sum, { price, qty }) => sum + (price / ONE) * qty, 0)
  const asks = book.asks.reduce((sum, { price, qty }) => sum + (1 - price / ONE) * qty, 0)
  return Math.round(bids + asks)
}

/** 1 at even odds, less the clearer the case. */
export const competitive = (reads: MarketReads, market: PolymarketMarket): number =>
  1 / (1 + (yesPriceOf(reads, market) / ONE - 0.5) ** 2)
