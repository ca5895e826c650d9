/** What finds markets by words: an index made of the whole catalogue, which may lag behind the table by some minutes. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { Category, Market, MarketStatus } from '#domain/markets/market.ts'
import type { Page } from './page.ts'

/** Absent ones do not filter. All combine. */
export interface MarketFilter {
  readonly text?: string | undefined
  readonly exchange?: ExchangeName | undefined
  readonly status?: MarketStatus | undefined
  readonly category?: Category | undefined
  /** Inclusive. */
  readonly expiresFrom?: Millis | undefined
  /** Exclusive. */
  readonly expiresBefore?: Millis | undefined
}

export interface FoundMarkets {
  readonly markets: readonly Market[]
  /** How many match in all. */
  readonly total: number
  /** Everything the exchanges listed until then was searched; null while the first listing is under way. */
  readonly asOf: Millis | null
}

/** No index can be reached, and none was before. */
export class IndexUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'IndexUnavailable'
  }
}

export interface MarketIndex {
  /**
   * Markets whose identifier (ticker, condition id, slug, svc_id) is the text come first, whatever their status. Then those
   * with every word of the text in name, tags or description, the last word also as the beginning of one, by relevance,
   * then by 24 h volume. Without a text: by 24 h volume. Throws `IndexUnavailable`.
   */
  search(filter: MarketFilter, page: Page): Promise<FoundMarkets>
}
