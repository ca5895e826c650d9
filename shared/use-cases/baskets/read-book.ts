/** Reads the books of the members of a custom asset, and consolidates them. */

import { consolidatedBook } from '#domain/baskets/consolidated-book.ts'
import type { CustomAsset } from '#domain/baskets/custom-asset.ts'
import { exchangeUnavailable, isProblem, type Problem } from '#domain/kernel/problem.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { Depth } from '#domain/markets/depth.ts'
import type { Market } from '#domain/markets/market.ts'
import type { OrderBook } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { LiveMarketData } from '../markets/live-market-data.ts'
import { type FindCustomAssetDeps, findCustomAsset } from './find-custom-asset.ts'
import { type TradingMembersDeps, tradingMembers } from './trading-members.ts'

export interface ReadBasketBookDeps extends FindCustomAssetDeps {
  readonly markets: Pick<MarketStore, 'getMany'>
  readonly marketData: Pick<LiveMarketData, 'books'> & TradingMembersDeps['marketData']
  readonly clock: Clock
}

export interface BasketBook extends Depth {
  /** The time of the oldest book. */
  readonly at: Millis
  /** The missing parts of the book, in sentences; null for a complete book. */
  readonly message: string | null
}

/** Returns the consolidated book; 404 without such a custom asset, 503 if no exchange answers. */
export const readBasketBook = async (
  deps: ReadBasketBookDeps,
  userId: string,
  customAssetId: string,
): Promise<BasketBook | Problem> => {
  const asset = await findCustomAsset(deps, userId, customAssetId)
  if (isProblem(asset)) return asset
  const members = await deps.markets.getMany(asset.svcIds)
  const active = (await tradingMembers(deps, members)).filter(({ status }) => status !== 'inactive')
  if (active.length === 0) return { bids: [], asks: [], at: deps.clock(), message: 'No member is active.' }
  const books = await deps.marketData.books(active)
  const read = active.flatMap((market) => {
    const book = books.get(market.svcId)
    return book === undefined ? [] : [{ market, book }]
  })
  const answered = read.flatMap(({ book }) => (isProblem(book) ? [] : [book]))
  if (answered.length === 0) return NOBODY_ANSWERS
  const silent = read.flatMap(({ market, book }) => (isProblem(book) ? [market] : []))
  return {
    ...consolidatedBook(asset.allocation, answered),
    at: Math.min(...answered.map(({ at }) => at)),
    message: inWords(asset, silent, answered),
  }
}

const inWords = (asset: CustomAsset, silent: readonly Market[], books: readonly OrderBook[]): string | null => {
  const sentences = [
    ...exchangesOf(silent).map((name) => {
      const left = silent.filter(({ exchange }) => exchange === name).map(({ svcId }) => svcId)
      return `${name} does not answer, so the book is without ${left.join(', ')}.`
    }),
    ...(asset.allocation === 'EQUAL' ? emptySides(books) : []),
  ]
  return sentences.length === 0 ? null : sentences.join(' ')
}

/** The empty sides of members: no even trade is possible on such a side. */
const emptySides = (books: readonly OrderBook[]): readonly string[] => [
  ...(books.some(({ bids }) => bids.length === 0)
    ? ['A member has no bids, so there is no even price to sell at.']
    : []),
  ...(books.some(({ asks }) => asks.length === 0)
    ? ['A member has no asks, so there is no even price to buy at.']
    : []),
]

const exchangesOf = (markets: readonly Market[]): readonly string[] => [
  ...new Set(markets.map(({ exchange }) => exchange)),
]

const NOBODY_ANSWERS = exchangeUnavailable('No exchange of a member answers. Try again in a few seconds.', 5)
