/** What the use cases need stored of markets, and of the sync of an exchange's catalogue. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Market } from '#domain/markets/market.ts'

export interface MarketStore {
  /** Null for a market that the catalogue does not have. */
  get(svcId: number): Promise<Market | null>
  /** Those that exist, each once, in the order asked for. */
  getMany(svcIds: readonly number[]): Promise<readonly Market[]>
  /** Stores the markets that are new or changed, and answers those. */
  putChanged(markets: readonly Market[]): Promise<readonly Market[]>
  /** The whole catalogue, whatever the status, in no order. */
  all(): AsyncIterable<Market>
  /** Native ids of the markets of an exchange last stored as active. */
  activeIds(exchange: ExchangeName): Promise<readonly string[]>
}
/** The state of a pass over an exchange's listing that one run could not finish. */
export interface ListingPass {
  /** Names the page to continue with. */
  readonly cursor: string
  /** The svc_ids listed so far. */
  readonly seen: readonly number[]
}

export interface ListingPassStore {
  /** Null when no pass is under way. */
  get(exchange: ExchangeName): Promise<ListingPass | null>
  /** Null: the next pass begins at the beginning. */
  save(exchange: ExchangeName, pass: ListingPass | null): Promise<void>
}
