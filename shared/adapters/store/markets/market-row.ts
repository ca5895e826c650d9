/** A market as a row and back: what is asked by is an attribute, the rest one JSON text, so that a catalogue reads quickly. */

import { array, boolean, nullable, object, optional, picklist, pipe, string, transform } from 'valibot'
import { traitsOf } from '#domain/exchanges/traits-of.ts'
import { CATEGORIES, MARKET_STATUSES, type Market } from '#domain/markets/market.ts'
import type { Row } from '../engine/attributes.ts'
import { type Key, LETTERS, marketKey, marketListPartition } from '../engine/keys.ts'
import { parseRow } from '../engine/parse-row.ts'
import { exchangeValue, json, moneyValue, priceValue, qtyValue, whole } from '../engine/row-values.ts'

export const marketToRow = (market: Market): Row & Key => ({
  ...marketKey(market.svcId),
  lp: marketListPartition(market.exchange, market.status),
  ls: String(market.svcId),
  mn: market.nativeId,
  x: LETTERS[market.exchange],
  st: market.status,
  vol: market.volume24h,
  doc: describe(market),
})

/** What seldom changes of a market, as text in a fixed order: equal texts are equal markets. */
export const describe = (market: Market): string =>
  JSON.stringify({
    ticker: market.ticker,
    tokenIdYes: market.tokenIdYes,
    tokenIdNo: market.tokenIdNo,
    slug: market.slug,
    conditionId: market.conditionId,
    negRisk: market.negRisk,
    negRiskId: market.negRiskId,
    name: market.name,
    description: market.description,
    expiresAt: market.expiresAt,
    category: market.category,
    tags: market.tags,
    tickSizePrice: market.tickSizePrice,
    priceRanges: market.priceRanges.map(({ start, end, step }) => ({ start, end, step })),
    tickSizeQty: market.tickSizeQty,
    minimumOrderSize: market.minimumOrderSize,
    feeTerms: { rate: market.feeTerms.rate, exponent: market.feeTerms.exponent },
    shard: market.shard,
  } satisfies Omit<Market, 'svcId' | 'exchange' | 'nativeId' | 'status' | 'volume24h'>)

export const rowToMarket = (row: Row): Market => {
  const { sk, x, mn, st, vol, doc } = parseRow(marketRow, row)
  const feeTerms = doc.feeTerms ?? traitsOf(x).fees.standardTerms
  return { ...doc, feeTerms, svcId: sk, exchange: x, nativeId: mn, status: st, volume24h: vol }
}

const text = nullable(string())

const content = object({
  ticker: text,
  tokenIdYes: text,
  tokenIdNo: text,
  slug: text,
  conditionId: text,
  negRisk: boolean(),
  negRiskId: text,
  name: string(),
  description: string(),
  expiresAt: nullable(whole),
  category: picklist(CATEGORIES),
  tags: array(string()),
  tickSizePrice: priceValue,
  priceRanges: array(object({ start: priceValue, end: priceValue, step: priceValue })),
  tickSizeQty: qtyValue,
  minimumOrderSize: qtyValue,
  /** Absent in rows of before fees were kept. */
  feeTerms: optional(object({ rate: whole, exponent: whole })),
  shard: whole,
})

const marketRow = object({
  sk: pipe(string(), transform(Number), whole),
  x: exchangeValue,
  mn: string(),
  st: picklist(MARKET_STATUSES),
  vol: moneyValue,
  doc: pipe(string(), json, content),
})
