/** A simulated exchange as the stories use it, whichever it is. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { TradedExchanges } from '#ports/exchanges/exchange-addresses.ts'
import type { Serve } from '#simulators/engine/http/json-server.ts'
import type { Replay } from '#simulators/replay/replay.ts'

export interface StoryExchangeOptions {
  readonly clock: () => number
  readonly bot: boolean
  /** Lets lists of EXCHANGE_A be up to 15 s old, as on the exchange. */
  readonly cache: boolean
  /** Reads of an account's own data lag up to this many milliseconds. */
  readonly staleReadsMs: number
  /** How long EXCHANGE_B takes to settle a trade. */
  readonly settleAfterMs: number
  readonly serve: Serve
  /** Further accounts of EXCHANGE_A that sign with the key of the story, by their ids. The id of each key is `<id>-key`. */
  readonly others?: readonly string[]
  /** A recording in place of invented markets. */
  readonly replay?: Replay
}

export interface StoryExchange {
  readonly exchange: ExchangeName
  /** Native id of a market that stays open; the grid is in cents around the middle. */
  readonly market: string
  readonly urls: TradedExchanges
  readonly controlUrl: string
  /** The body of PUT credentials that works for the account `story`, which has plenty of money. */
  readonly credentials: Readonly<Record<string, unknown>>
  /** The calls a fault can be set on, as method and pattern of the path. */
  readonly calls: Readonly<
    Record<'create' | 'cancel' | 'read', { readonly method: string; readonly path: string }> & {
      /** Absent where the exchange has no amend. */
      readonly amend?: { readonly method: string; readonly path: string }
    }
  >
  /** The mode in which it takes no orders and no cancels. */
  readonly closedMode: string
  tick(): Promise<void>
  /** Plays the recording up to now. */
  play(): Promise<void>
  close(): Promise<void>
}
