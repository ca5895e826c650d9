/** A market as one line of a pack: its volume, which changes all day, then everything else as JSON. */

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
import { CATEGORIES, MARKET_STATUSES, type Market, svcIdOf } from '#domain/markets/market.ts'

export const lineOf = (market: Market): string => `${market.volume24h} ${textOf(market)}`

/** All but the volume and the svc_id, which follows from the rest, in a fixed order: equal texts are equal markets. */
export const textOf = (market: Market): string =>
  JSON.stringify({
    exchange: market.exchange,
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
    status: market.status,
    expiresAt: market.expiresAt,
    opensAt: market.opensAt,
    category: market.category,
    tags: market.tags,
    tickSizePrice: market.tickSizePrice,
    priceRanges: market.priceRanges,
    tickSizeQty: market.tickSizeQty,
    minimumOrderSize: market.minimumOrderSize,
    feeTerms: market.feeTerms,
    shard: market.shard,
  } satisfies Omit<Market, 'svcId' | 'volume24h'>)

/** The text of a line, without the volume. */
export const textIn = (line: string): string => line.slice(line.indexOf(' ') + 1)

/** Throws when the line is not what was written. */
export const marketIn = (line: string): Market => {
  const { feeTerms, opensAt, ...rest } = parse(content, JSON.parse(textIn(line)))
  return {
    ...rest,
    svcId: svcIdOf(rest.exchange, rest.nativeId),
    opensAt: opensAt ?? null,
    feeTerms: feeTerms ?? traitsOf(rest.exchange).fees.standardTerms,
    volume24h: money(parse(whole, Number(line.slice(0, line.indexOf(' '))))),
  }
}

const whole = pipe(number(), integer(), safeInteger())
const priceValue = pipe(whole, transform(price))
const qtyValue = pipe(whole, transform(qty))
const text = nullable(string())

const content = object({
  exchange: picklist(EXCHANGE_NAMES),
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
  status: picklist(MARKET_STATUSES),
  expiresAt: nullable(whole),
  opensAt: optional(nullable(whole)),
  category: picklist(CATEGORIES),
  tags: array(string()),
  tickSizePrice: priceValue,
  priceRanges: array(object({ start: priceValue, end: priceValue, step: priceValue })),
  tickSizeQty: qtyValue,
  minimumOrderSize: qtyValue,
  feeTerms: optional(object({ rate: whole, exponent: whole })),
  shard: whole,
})
