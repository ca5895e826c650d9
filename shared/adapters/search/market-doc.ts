/** A market as the snapshot keeps it: columns for what is filtered and sorted by, the rest one JSON text. */

import {
  array,
  boolean,
  integer,
  nullable,
  number,
  object,
  optional,
  parse,
  picklist,
  pipe,
  safeInteger,
  string,
  transform,
} from 'valibot'
import { traitsOf } from '#domain/exchanges/traits-of.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { money, price, qty } from '#domain/kernel/numbers.ts'
import { CATEGORIES, MARKET_STATUSES, type Market } from '#domain/markets/market.ts'

type Column = 'svcId' | 'exchange' | 'status' | 'category' | 'expiresAt' | 'volume24h'

/** The columns of table `market`, in their order. */
export const columnsOf = (market: Pick<Market, Column>) =>
  [market.svcId, market.exchange, market.status, market.category, market.expiresAt, market.volume24h] as const

export const docOf = (market: Market): string =>
  JSON.stringify({
    nativeId: market.nativeId,
    ticker: market.ticker,
    tokenIdYes: market.tokenIdYes,
    tokenIdNo: market.tokenIdNo,
    slug: market.slug,
    conditionId: market.conditionId,
    negRisk: market.negRisk,
    negRiskId: market.negRiskId,
    name: market.name,
    description: market.description,
    tags: market.tags,
    tickSizePrice: market.tickSizePrice,
    priceRanges: market.priceRanges,
    tickSizeQty: market.tickSizeQty,
    minimumOrderSize: market.minimumOrderSize,
    feeTerms: market.feeTerms,
    shard: market.shard,
  } satisfies Omit<Market, Column>)

/** Throws when the row of table `market` or the text is not what was written. */
export const marketOf = (row: unknown, doc: string): Market => {
  const { svc_id, exchange, status, category, expires_at, volume } = parse(columns, row)
  const { feeTerms, ...rest } = parse(content, JSON.parse(doc))
  return {
    ...rest,
    feeTerms: feeTerms ?? traitsOf(exchange).fees.standardTerms,
    svcId: svc_id,
    exchange,
    status,
    category,
    expiresAt: expires_at,
    volume24h: volume,
  }
}

const whole = pipe(number(), integer(), safeInteger())
const priceValue = pipe(whole, transform(price))
const qtyValue = pipe(whole, transform(qty))
const text = nullable(string())

const columns = object({
  svc_id: whole,
  exchange: picklist(EXCHANGE_NAMES),
  status: picklist(MARKET_STATUSES),
  category: picklist(CATEGORIES),
  expires_at: nullable(whole),
  volume: pipe(whole, transform(money)),
})

const content = object({
  nativeId: string(),
  ticker: text,
  tokenIdYes: text,
  tokenIdNo: text,
  slug: text,
  conditionId: text,
  negRisk: boolean(),
  negRiskId: text,
  name: string(),
  description: string(),
  tags: array(string()),
  tickSizePrice: priceValue,
  priceRanges: array(object({ start: priceValue, end: priceValue, step: priceValue })),
  tickSizeQty: qtyValue,
  minimumOrderSize: qtyValue,
  /** Absent in snapshots of before fees were kept. */
  feeTerms: optional(object({ rate: whole, exponent: whole })),
  shard: whole,
})
