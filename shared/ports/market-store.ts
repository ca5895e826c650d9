/** What the use cases need stored of markets. */

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
