/** Prices that an exchange pushes over WebSockets, in the service's own words: YES prices, integers, UTC milliseconds. */

import type { Millis } from '#domain/kernel/time.ts'
import type { Depth, Level } from '#domain/markets/depth.ts'
import type { PublicTrade } from '#domain/markets/public-trade.ts'
import type { ExchangeAccount } from './exchange-account.ts'

/**
 * - `book`: the best bid and ask after a change. From now on the stream shows this market, until `stale`. `depth` answers all levels as
 *   they are when it is called.
 * - `trade`: one trade, each exactly once as far as the exchange reports it. Its quantity is 0 if the exchange does not report it.
 *   `seq` of both is the exchange's own number of the message; absent if it has none.
 * - `stale`: the stream does not show these markets until their next `book`, and may have missed their trades.
 * - `missed`: the books are right, but trades may have been missed.
 * - `sent`: the exchange sent a message at that time, by its own clock. Only if the exchange shows the time.
 * - `refused`: the exchange does not open a stream for this account. The stream has ended.
 */
export type PriceEvent =
  | {
      readonly kind: 'book'
      readonly nativeId: string
      readonly bid: Level | null
      readonly ask: Level | null
      readonly depth: () => Depth
      readonly at: Millis
      readonly seq?: number
    }
  | ({ readonly kind: 'trade'; readonly nativeId: string; readonly seq?: number } & PublicTrade)
  | { readonly kind: 'sent'; readonly at: Millis }
  | { readonly kind: 'stale' | 'missed'; readonly nativeIds: readonly string[]; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string }

/** An open stream. Reconnects automatically, and never throws. */
export interface PriceStream {
  /** The markets to show from now on. A market that the exchange does not show gets no `book`. */
  watch(nativeIds: readonly string[]): void
  /** Begins the books of these markets anew: a comparison has shown that they are wrong. */
  rebuild(nativeIds: readonly string[]): void
  /** Ends it. No event comes after this. */
  close(): void
}

/** The streams of one exchange. */
export interface PriceStreamSource {
  /** True if the exchange opens a stream only for an account. */
  readonly needsAccount: boolean
  /** Opens a stream. `onEvent` gets the events in their order. `account`: the account that the stream is opened for; null if none is needed. */
  open(account: ExchangeAccount | null, onEvent: (event: PriceEvent) => void): Promise<PriceStream>
}
