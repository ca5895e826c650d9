/** A plain search over the stored catalogue: reads it all, and keeps what has every word of the query. */

import type { Market } from '#domain/market.ts'
import type { MarketFilter, MarketStore, Page } from '#ports/store.ts'
import { LETTERS, MARKET_PARTITIONS } from './keys.ts'
import { rowToMarket } from './market-row.ts'
import type { Table } from './table.ts'

/** Exact matches of an identifier first, whatever their status; then the busiest. */
export const searchMarkets = async (
  table: Table,
  filter: MarketFilter,
  page: Page,
): ReturnType<MarketStore['search']> => {
  const query = (filter.text ?? '').trim().toLowerCase()
  const words = query.split(/\s+/).filter((word) => word !== '')
  const letter = filter.exchange === undefined ? undefined : LETTERS[filter.exchange]
  const parts = await Promise.all(
    MARKET_PARTITIONS.map((partition) => table.query({ partition, filter: { x: letter } })),
  )
  const found = parts
    .flat()
    .map(rowToMarket)
    .map((market) => ({ market, exact: identifiers(market).includes(query) }))
    .filter(({ market, exact }) => exact || (fits(market, filter) && contains(market, words)))
    .sort((a, b) => Number(b.exact) - Number(a.exact) || byVolume(a.market, b.market))
  return {
    markets: found.slice(page.offset, page.offset + page.limit).map(({ market }) => market),
    total: found.length,
  }
}

const fits = (market: Market, filter: MarketFilter): boolean =>
  (filter.status === undefined || market.status === filter.status) &&
  (filter.category === undefined || market.category === filter.category) &&
  (filter.expiresFrom === undefined || (market.expiresAt !== null && market.expiresAt >= filter.expiresFrom)) &&
  (filter.expiresBefore === undefined || (market.expiresAt !== null && market.expiresAt < filter.expiresBefore))

const identifiers = (market: Market): readonly string[] =>
  [String(market.svcId), market.nativeId, market.ticker, market.slug, market.conditionId].flatMap((id) =>
    id === null ? [] : [id.toLowerCase()],
  )

const contains = (market: Market, words: readonly string[]): boolean => {
  if (words.length === 0) return true
  const text = [...identifiers(market), market.name, market.description].join('\n').toLowerCase()
  return words.every((word) => text.includes(word))
}

const byVolume = (a: Market, b: Market): number => b.volume24h - a.volume24h || a.svcId - b.svcId
