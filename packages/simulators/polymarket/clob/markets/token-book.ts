/** The book of one outcome: NO is the mirror of YES, one pool of liquidity (Polymarket reference, section 5). */

import { createHash } from 'node:crypto'
import { type BookLevel, levelsOf } from '../../../engine/matching/order-book.ts'
import { decimal } from '../../http/wire-decimals.ts'
import type { PolymarketMarket } from '../../world/catalogue.ts'
import type { MarketReads } from '../../world/market-reads.ts'

const ONE = 1_000_000

export interface TokenBook {
  readonly market: PolymarketMarket
  readonly token: string
  /** Best first. */
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
}

/** Null for an unknown token, and for a market that has no book now. */
export const findBook = (reads: MarketReads, token: string): TokenBook | null => {
  const known = reads.catalogue.tokens.get(token)
  if (known === undefined || !hasBook(reads, known.market)) return null
  const { market, outcome } = known
  const { bids, asks } = reads.engine.ledger.bookOf(market.conditionId)
  const [below, above] = [levelsOf(bids), levelsOf(asks)]
  return outcome === 0
    ? { market, token, bids: below, asks: above }
    : { market, token, bids: mirrored(above), asks: mirrored(below) }
}

/** Before it opens and after it has ended a market has no book. */
export const hasBook = ({ engine }: MarketReads, { conditionId }: PolymarketMarket): boolean => {
  const status = engine.ledger.markets.get(conditionId)?.status
  return status === 'active' || status === 'paused'
}

/** Bids ascend and asks descend: the best is the last. */
export const bookJson = (reads: MarketReads, { market, token, bids, asks }: TokenBook) => {
  const book = {
    market: market.conditionId,
    asset_id: token,
    // When the book last changed, however long ago that is.
    timestamp: String(reads.engine.ledger.changedAt(market.conditionId) ?? reads.clock()),
    hash: '',
    bids: bids.map(levelJson).reverse(),
    asks: asks.map(levelJson).reverse(),
    min_order_size: decimal(market.minSize),
    tick_size: decimal(market.tick),
    neg_risk: market.event.negRisk,
    last_trade_price: lastPriceOf(reads, market),
  }
  const hash = createHash('sha1').update(JSON.stringify(book)).digest('hex')
  return { ...book, hash, ...(market.version === 'v2' ? { version: 'v2' } : {}) }
}

/** The same text for both outcomes; empty where nothing was ever traded. */
export const lastPriceOf = ({ engine }: MarketReads, { conditionId }: PolymarketMarket): string => {
  const price = engine.ledger.markets.get(conditionId)?.lastPrice ?? null
  return price === null ? '' : decimal(price)
}

/** A missing bid counts as 0, a missing ask as 1. */
export const midOf = ({ bids, asks }: TokenBook): number => Math.round((bestBid(bids) + bestAsk(asks)) / 2)

export const spreadOf = ({ bids, asks }: TokenBook): number => bestAsk(asks) - bestBid(bids)

const bestBid = (bids: readonly BookLevel[]): number => bids[0]?.price ?? 0

const bestAsk = (asks: readonly BookLevel[]): number => asks[0]?.price ?? ONE

const mirrored = (levels: readonly BookLevel[]): BookLevel[] =>
  levels.map(({ price, qty }) => ({ price: ONE - price, qty }))

const levelJson = ({ price, qty }: BookLevel) => ({ price: decimal(price), size: decimal(qty) })
