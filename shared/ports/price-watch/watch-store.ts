/** Stores armed stops by price, and the watch entries that name markets with armed stops. */

import type { Allocation } from '#domain/baskets/plan/plan.ts'
import type { Trailing } from '#domain/contingent/trigger/trailing.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { MarketRef } from '#domain/markets/market.ts'
import type { TriggerPriceType } from '#domain/markets/trigger-price.ts'
import type { Listener } from '#domain/streams/market-channel.ts'
import type { StreamedAccount } from '../accounts/account-sync-store.ts'

/** An armed stop as the trigger index shows it. */
export interface WatchedStop extends Trailing {
  readonly complexOrderId: string
  readonly buyFlag: boolean
  readonly triggerPriceType: TriggerPriceType
  /** When the stop was made; null if an earlier version stored it. */
  readonly madeAt: Millis | null
  /** When the stop was armed; null if an earlier version stored it. */
  readonly armedAt: Millis | null
}

/** The place between two pages of armed stops. Only the store reads it. */
export type StopPlace = Readonly<Record<string, unknown>>

/** An instrument that had an armed stop, and when one was armed last. */
export interface WatchedMarket extends MarketRef {
  readonly armedAt: Millis
}

/** An armed stop on a custom asset, with all that is needed to see whether it fires. */
export interface WatchedBasket extends Trailing {
  readonly complexOrderId: string
  readonly allocation: Allocation
  readonly members: readonly MarketRef[]
  readonly buyFlag: boolean
  readonly triggerPriceType: TriggerPriceType
  readonly armedAt: Millis
}

/** A user with armed stops on custom assets, now or earlier. */
export interface WatchedUser {
  readonly userId: string
  /** When one was armed last. */
  readonly armedAt: Millis
}

/** Everything that the runs of the price watch follow. */
export interface Watched {
  /** Every instrument that has armed stops; some that have none any more. */
  readonly markets: readonly WatchedMarket[]
  /** Whose armed stops on custom assets `armedBaskets` reads. */
  readonly users: readonly WatchedUser[]
  /** Accounts whose private streams are to be held; some that were left behind. */
  readonly accounts: readonly StreamedAccount[]
  /** Streams that follow markets; some that have ended. */
  readonly listeners: readonly Listener[]
}

/** Armed stops as the price watch meets them. They are stored with their complex orders. */
export interface WatchStore {
  /** Returns all armed stops of an instrument that can be read. `isAny`: any stop is armed, readable or not. May lag by a moment. */
  armedStops(svcId: number): Promise<{ readonly stops: readonly WatchedStop[]; readonly isAny: boolean }>
  /** Returns at most `limit` armed stops from the place `after` (null: from the first). The place of the next page is null after the last. */
  armedPage(
    svcId: number,
    limit: number,
    after: StopPlace | null,
  ): Promise<{ readonly stops: readonly WatchedStop[]; readonly next: StopPlace | null }>
  /**
   * Returns markets with armed stops, users with stops on custom assets, accounts to be streamed, and streams that follow markets. No
   * user's stops decide how much is read. May lag by a moment.
   */
  watched(): Promise<Watched>
  /**
   * At most `limit` armed stops of the user on custom assets, those after the stop `after` (null: from the first). A stop leaves the list
   * when it has fired or was cancelled. `next` is the place of the next page; null after the last. May lag by a moment.
   */
  armedBaskets(
    userId: string,
    after: string | null,
    limit: number,
  ): Promise<{ readonly baskets: readonly WatchedBasket[]; readonly next: string | null }>
  /** Removes the watch entry of a market without armed stops. The entry stays if a stop was armed since. */
  unwatch(market: WatchedMarket): Promise<void>
  /** Removes the entry of a user without armed stops on custom assets. The entry stays if one was armed since. */
  unwatchUser(user: WatchedUser): Promise<void>
}
