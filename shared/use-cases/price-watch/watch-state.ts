/** Memory of one container between two polls. A container without it only reads more than it needs. */

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
import { TrailLevels } from './compare/trail-levels.ts'
import type { TriggeredStop } from './compare/trigger-hits.ts'
import type { UserStops } from './compare/user-stops.ts'
import type { Confirming } from './fire/confirm-open.ts'

export interface WatchState {
  readonly markets: Map<number, MarketMemory>
  /** Armed stops of the watched markets, by market. */
  readonly stops: Map<number, ArmedStops>
  /** Stops of markets that a price has reached and that may not have fired yet, by complex order. */
  readonly reached: Map<string, ReachedStop>
  /** Time of the last message to the trigger queue for a stop on a custom asset, by complex order. */
  readonly sent: Map<string, Millis>
  readonly trails: TrailLevels
  readonly feeds: Map<ExchangeName, FeedMemory>
  /** Start of the run that took over last, as far as this container knows; 0 before the first. */
  heldSince: Millis
  /** Armed stops on custom assets, by user. */
  readonly users: Map<string, UserStops>
  /** Late users as last stored, with the time. */
  late: { readonly stored: readonly LateShare[]; readonly at: Millis }
  /** Number of markets that all runs together watch, by exchange, as last counted by the first run. */
  readonly counted: Map<ExchangeName, number>
  /** Accounts to stream, as last read. */
  accounts: readonly StreamedAccount[]
  /** Markets with a watch entry of their own, as last read. Members of custom assets may have none. */
  ownEntries: ReadonlySet<number>
  /** Streams of clients that follow markets, as last read. */
  listeners: readonly Listener[]
  /** Accounts of the armed stops, by complex order; see `sources/armed-accounts.ts`. */
  readonly owners: Map<string, readonly AccountRef[]>
  /** Pending questions whether markets trade. */
  readonly confirming: Confirming
  /** Accounts of the open price streams. Reads use them, because an exchange may serve its users better than strangers. */
  readonly readers: Map<ExchangeName, ExchangeAccount>
}

export interface FeedMemory {
  /** The stored state; undefined until it was read. */
  stored: PriceFeed | null | undefined
  unpricedReportedAt: Millis
  /** Longest delay of a message since the feed was last stored; null before the first message. */
  delayMs: number | null
}

/** The armed stops of one market, as last read. */
export interface ArmedStops {
  /** A stop that has fired or was cancelled since may still be here. */
  readonly stops: readonly WatchedStop[]
  /** Stops, by complex order, that the last reading did not show and the reading before did. */
  readonly unshown: ReadonlySet<string>
  /** True if any stop is armed, also one that cannot be read. */
  readonly isAny: boolean
  /** Start of the readings without armed stops; null while stops are armed. */
  readonly emptySince: Millis | null
  readonly readAt: Millis
  /** Time of the last arming in the market, as known at the reading. */
  readonly armedAt: Millis
}

/** A stop that a price has reached. The stop is not compared again until it has fired. */
export interface ReachedStop extends TriggeredStop {
  readonly market: WatchedMarket
  readonly reachedAt: Millis
  /** Time of its last message; 0 if the queue refused the message. */
  sentAt: Millis
  /** True if the last reading did not show the stop. Two readings are needed, because the index may lag. */
  isGone: boolean
}

export interface SeenQuote {
  readonly shown: ExchangeQuote
  /** Reads the last trade from the exchange. */
  readonly lastTrade: (signal: AbortSignal) => Promise<LastTrade | null>
}

export interface MarketMemory extends EndedMarket {
  /** The last trade as last seen, and its earliest possible time; null if that is unknown. */
  trade: { readonly mark: string; readonly at: Millis | null; readonly seenAt: Millis } | null
  /** Time of the last read of trades that no quote contains. */
  tradesReadAt: Millis
  /** Time of the last price at which a stop could fire, or the start of the watch. */
  pricedAt: Millis
  /** Time of the last question about a market without a quote. */
  missedAt: Millis | null
  /** True after its exchange reports that trading has ended. */
  over: boolean
  /** The last answer of the exchange; null if there was no answer or no quote. */
  seen: SeenQuote | null
  /** Time of the last poll of its prices, or the start of the watch. */
  requestedAt: Millis
}

/** Returns an empty state. */
export const newWatchState = (): WatchState => ({
  markets: new Map(),
  stops: new Map(),
  reached: new Map(),
  sent: new Map(),
  trails: new TrailLevels(),
  feeds: new Map(),
  heldSince: 0,
  users: new Map(),
  late: { stored: [], at: 0 },
  counted: new Map(),
  accounts: [],
  ownEntries: new Set(),
  listeners: [],
  owners: new Map(),
  confirming: new Map(),
  readers: new Map(),
})

/** Returns the memory of one market, new at its first poll. */
export const marketMemory = ({ markets }: Pick<WatchState, 'markets'>, svcId: number, now: Millis): MarketMemory => {
  const known = markets.get(svcId)
  if (known !== undefined) return known
  const begun: MarketMemory = {
    trade: null,
    tradesReadAt: 0,
    pricedAt: now,
    missedAt: null,
    over: false,
    seen: null,
    requestedAt: now,
    endRequestedAt: null,
  }
  markets.set(svcId, begun)
  return begun
}

/** Records the last trade with its time. If the exchange reports no time, a trade that is new since the last poll counts as old as that poll. */
export const recordTrade = (
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
