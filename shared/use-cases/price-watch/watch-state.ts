/** What one container remembers between two looks at the prices. Without it a poll only asks more than it needs. */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { LateShare } from '#domain/markets/late-share.ts'
import type { PriceFeed } from '#domain/markets/price-feed.ts'
import type { Listener } from '#domain/streams/market-channel.ts'
import type { StreamedAccount } from '#ports/accounts/account-sync-store.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { ExchangeQuote, LastTrade } from '#ports/exchanges/market-data-source.ts'
import type { WatchedMarket, WatchedStop } from '#ports/price-watch/watch-store.ts'
import type { EndedMarket } from '../contingent/end/end-market.ts'
import type { Firing, WithTrails } from './compare/trailing-stops.ts'
import type { ShareMemory } from './compare/user-stops.ts'
import type { Confirming } from './fire/confirm-open.ts'

export interface QuoteMemory extends WithTrails {
  readonly markets: Map<number, MarketMemory>
  /** The armed stops of the watched markets, by market. */
  readonly stops: Map<number, ArmedStops>
  /** The stops of markets that a price has reached and that may not have fired yet, by complex order. */
  readonly reached: Map<string, ReachedStop>
  /** When a stop on a custom asset was last sent to the trigger queue, by complex order. */
  readonly sent: Map<string, Millis>
  readonly feeds: Map<ExchangeName, FeedMemory>
  /** When the run began that took over last, as far as this container knows; 0: none did. */
  heldSince: Millis
  /** The armed stops on custom assets, by user. */
  readonly shares: Map<string, ShareMemory>
  /** What was last stored of late shares, and when. */
  late: { readonly stored: readonly LateShare[]; readonly at: Millis }
  /** How many markets all runs together watch, by exchange, as the first of them last counted. */
  readonly counted: Map<ExchangeName, number>
  /** Accounts to be streamed, as last read. */
  accounts: readonly StreamedAccount[]
  /** The markets with a mark of their own, as last read. Members of custom assets may have none. */
  marked: ReadonlySet<number>
  /** Streams that follow markets, as last read. */
  listeners: readonly Listener[]
  /** Whose armed stops are, by complex order; see `armed-accounts.ts`. */
  readonly owners: Map<string, readonly AccountRef[]>
  /** Questions under way whether markets trade. */
  readonly confirming: Confirming
  /** The accounts that price streams are open for: reads are made for them, where an exchange serves its users better than strangers. */
  readonly readers: Map<ExchangeName, ExchangeAccount>
}

export interface FeedMemory {
  /** What is stored of it; undefined until that was read. */
  stored: PriceFeed | null | undefined
  unpricedReportedAt: Millis
  /** Of the messages since the feed was last stored; null while none said it. */
  delayMs: number | null
}

/** The armed stops of one market, as last read. */
export interface ArmedStops {
  /** A stop that has fired or was cancelled since may still be among them. */
  readonly stops: readonly WatchedStop[]
  /** The stops, by complex order, that the last reading did not show and the one before did. */
  readonly unshown: ReadonlySet<string>
  /** Whether a stop is armed, also one that cannot be read. */
  readonly isAny: boolean
  /** Since when readings show nothing armed; null while they show something. */
  readonly emptySince: Millis | null
  readonly readAt: Millis
  /** When a stop was armed last in the market, as known at the reading. */
  readonly armedAt: Millis
}

/** A stop that a price has reached. It is not compared again until it has fired. */
export interface ReachedStop extends Firing {
  readonly market: WatchedMarket
  readonly reachedAt: Millis
  /** When its message was sent last; 0: the queue did not take it. */
  sentAt: Millis
  /** The last reading did not show it. Two readings are needed, because the index may lag. */
  isGone: boolean
}

export interface Seen {
  readonly shown: ExchangeQuote
  /** Asks the exchange for its last trade. */
  readonly lastTrade: (signal: AbortSignal) => Promise<LastTrade | null>
}

export interface MarketMemory extends EndedMarket {
  /** The last trade as last seen, and its earliest possible time; null when that is unknown. */
  trade: { readonly mark: string; readonly at: Millis | null; readonly seenAt: Millis } | null
  /** When the trades were last read that no quote tells. */
  tradesReadAt: Millis
  /** When the exchange last showed a price that something could fire at, or when the watch began. */
  pricedAt: Millis
  /** When the exchange was last asked about a market without a quote. */
  missedAt: Millis | null
  /** Its exchange reports that trading has ended. */
  over: boolean
  /** What the exchange last showed; null when it did not answer, or with nothing. */
  seen: Seen | null
  /** When the exchange was last asked for its prices, or the watch began. */
  askedAt: Millis
}

/** An empty memory. */
export const quoteMemory = (): QuoteMemory => ({
  markets: new Map(),
  stops: new Map(),
  reached: new Map(),
  sent: new Map(),
  feeds: new Map(),
  heldSince: 0,
  shares: new Map(),
  late: { stored: [], at: 0 },
  counted: new Map(),
  accounts: [],
  marked: new Set(),
  listeners: [],
  owners: new Map(),
  trails: new Map(),
  confirming: new Map(),
  readers: new Map(),
})

/** The memory of one market, new at its first look. */
export const marketMemory = ({ markets }: QuoteMemory, svcId: number, now: Millis): MarketMemory => {
  const known = markets.get(svcId)
  if (known !== undefined) return known
  const begun: MarketMemory = {
    trade: null,
    tradesReadAt: 0,
    pricedAt: now,
    missedAt: null,
    over: false,
    seen: null,
    askedAt: now,
    endAskedAt: null,
  }
  markets.set(svcId, begun)
  return begun
}

/**
 * Notes the last trade with its time. Where the exchange does not report the time, a trade that is new since the last look counts as
 * old as that look.
 */
export const noteTrade = (
  memory: MarketMemory,
  {
    tradeMark: mark,
    lastTradeAt,
    asOf,
    lastPriceAsOf = asOf,
  }: Pick<ExchangeQuote, 'tradeMark' | 'lastTradeAt' | 'asOf' | 'lastPriceAsOf'>,
): void => {
  const known = memory.trade
  const at = lastTradeAt ?? (known === null ? null : known.mark === mark ? known.at : known.seenAt)
  memory.trade = { mark, at, seenAt: lastPriceAsOf }
}
