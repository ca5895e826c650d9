/** Finds markets and events in an index of the whole catalogue, which may lag behind the table by some minutes. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { Category, Market, MarketStatus } from '#domain/markets/market.ts'
import type { EventRef, ListedEvent, MarketEvent } from '#domain/markets/market-event.ts'
import type { MarketSort } from '#domain/markets/market-sort.ts'
import type { Page } from '../kernel/page.ts'

/** Filters of a search of markets. Absent ones do not filter. All combine. */
export interface MarketFilter {
  readonly text?: string | undefined
  readonly exchange?: ExchangeName | undefined
  readonly status?: MarketStatus | undefined
  readonly category?: Category | undefined
  /** Expires at or after. */
  readonly expiresFrom?: Millis | undefined
  /** Expires before. */
  readonly expiresBefore?: Millis | undefined
  /** Only these. */
  readonly svcIds?: readonly number[] | undefined
}

export interface MarketPage extends Page {
  /** Absent: the best matches first, and the most traded ones without a text. */
  readonly sort?: MarketSort | undefined
}

export interface FoundMarkets {
  readonly markets: readonly Market[]
  /** Number of matches on all pages. */
  readonly total: number
  /** The corrected text of the search, if the given one had a typo and found nothing; else null. */
  readonly correctedText: string | null
  /** Everything the exchanges listed until then was searched; null while the first listing is under way. */
  readonly asOf: Millis | null
}

/** Filters of a search of events. Absent ones do not filter. All combine. */
export interface EventFilter {
  readonly text?: string | undefined
  readonly exchange?: ExchangeName | undefined
  /** Events that have a market of this status. */
  readonly status?: MarketStatus | undefined
  readonly category?: Category | undefined
}

export interface FoundEvents extends Pick<FoundMarkets, 'total' | 'correctedText' | 'asOf'> {
  readonly events: readonly ListedEvent[]
}

/** An event with its markets, the busiest first. */
export interface EventWithMarkets {
  readonly event: MarketEvent
  readonly markets: readonly Market[]
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
   * Markets whose identifier (ticker, condition id, slug, svc_id) is the text come first, whatever their status. Then come markets whose
   * ticker, or the ticker of whose event, begins with it, by 24 h volume. Markets with every word of the text in name, tags or description
   * follow, by relevance and volume. The last word may be the beginning of one. Without a text the order is by 24 h volume. `sort` orders
   * all results in another way.
   *
   * A text without results is tried once more with signs as spaces, and then with its typos corrected. Throws `IndexUnavailable`.
   */
  search(filter: MarketFilter, page: MarketPage): Promise<FoundMarkets>
  /**
   * Events whose name at the exchange begins with the text. Then events with a market that has every word in name or tags, then in the
   * description; each by 24 h volume. Throws `IndexUnavailable`.
   */
  events(filter: EventFilter, page: Page): Promise<FoundEvents>
  /** Null for an event of which the catalogue has no market. Throws `IndexUnavailable`. */
  event(ref: EventRef): Promise<EventWithMarkets | null>
}
