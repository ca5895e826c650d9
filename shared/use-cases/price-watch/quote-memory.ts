/** What one container remembers between two looks at the prices; without it a poll asks more than it needs to, and nothing else. */

import type { Quote } from '#domain/contingent/mark-price.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Price } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { PriceFeed } from '#domain/markets/price-feed.ts'

export interface QuoteMemory {
  readonly markets: Map<number, MarketMemory>
  /** When a crossing was last told, by complex order. */
  readonly told: Map<string, Millis>
  readonly feeds: Map<ExchangeName, FeedMemory>
}

export interface FeedMemory {
  /** What is stored of it; undefined until that was read. */
  stored: PriceFeed | null | undefined
  unpricedToldAt: Millis
}

export interface MarketMemory {
  /** The last trade as it was seen last, and when it must have been at the earliest; null when nobody knows. */
  trade: { readonly mark: string; readonly at: Millis | null; readonly seenAt: Millis } | null
  /** The last look into the index; null when it found something to fire. */
  look: Look | null
  /** When the exchange last showed a price that something could fire at, or when the watch began. */
  pricedAt: Millis
  /** When it was last asked what has become of a market it shows nothing of. */
  missedAt: Millis | null
  /** Its exchange says that it is over. */
  over: boolean
  /** When it was last seen whether anything is armed here at all, and when that nothing is. */
  emptyCheckedAt: Millis
  emptyAt: Millis | null
}

export interface Look {
  readonly armedAt: Millis
  readonly at: Millis
  /** What was asked for: the lowest and the highest price something could have fired at. */
  readonly low: Price
  readonly high: Price
  readonly fingerprint: string
  /** Nothing is armed that those prices reach; else something is, which watches another price. */
  readonly empty: boolean
}

export const quoteMemory = (): QuoteMemory => ({ markets: new Map(), told: new Map(), feeds: new Map() })

export const marketMemory = ({ markets }: QuoteMemory, svcId: number, now: Millis): MarketMemory => {
  const known = markets.get(svcId)
  if (known !== undefined) return known
  const begun: MarketMemory = {
    trade: null,
    look: null,
    pricedAt: now,
    missedAt: null,
    over: false,
    emptyCheckedAt: now,
    emptyAt: null,
  }
  markets.set(svcId, begun)
  return begun
}

/**
 * The last trade with its time. No exchange tells that together with its prices; a trade that was not there at the last look
 * was made since, so that it is taken to be as old as that look.
 */
export const datedTrade = (
  memory: MarketMemory,
  shown: { readonly lastPrice: Price | null; readonly tradeMark: string; readonly fetchedAt: Millis },
): Quote['last'] => {
  const { lastPrice, tradeMark: mark, fetchedAt } = shown
  const known = memory.trade
  const at = known === null ? null : known.mark === mark ? known.at : known.seenAt
  memory.trade = { mark, at, seenAt: fetchedAt }
  return lastPrice === null || at === null ? null : { price: lastPrice, at }
}
