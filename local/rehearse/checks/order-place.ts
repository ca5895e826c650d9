/** Market and price of the order of a rehearsal. */

import type { Market } from '#domain/markets/market.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { Listening } from '../open-socket.ts'

export interface OrderPlace {
  readonly exchange: Exchange
  readonly account: ExchangeAccount
  readonly market: Market
  /** Null where no private channel listens. */
  readonly listening: Listening | null
  readonly urls: Readonly<Record<string, string>>
  readonly clock: () => number
  /** How long a read may lag behind a write. */
  readonly readsLagMs: number
}
