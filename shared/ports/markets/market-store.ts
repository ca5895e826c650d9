/** Single markets, wherever they are: as rows of the table, where something names them, or else in the catalogue alone. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Market } from '#domain/markets/market.ts'
import type { ReadOptions } from '../kernel/unreadable-row.ts'

export interface MarketStore {
  /** Null for a market that neither the table nor the catalogue has. */
  get(svcId: number): Promise<Market | null>
  /** Returns the markets that exist, each once, in the requested order. */
  getMany(svcIds: readonly number[], options?: ReadOptions): Promise<readonly Market[]>
  /**
   * Stores the markets as rows of the table, which stay. Comes before anything is stored that names them: an order, a position, a complex
   * order, a custom asset. A row that cannot be read stays as it is.
   */
  name(markets: readonly Market[]): Promise<void>
}

/** The rows of markets, as the sync of the catalogue tends them. */
export interface MarketRowStore {
  /** Returns the markets that exist and can be read. */
  getMany(svcIds: readonly number[]): Promise<readonly Market[]>
  /** Returns the markets among these that a row names. */
  namedAmong(svcIds: readonly number[]): Promise<readonly number[]>
  /** Updates the markets that are rows. One that cannot be read stays as it is. */
  refresh(markets: readonly Market[]): Promise<void>
  /** The markets of an exchange that are rows and were last stored as active. */
  activeRows(exchange: ExchangeName): Promise<ReadonlyArray<Pick<Market, 'svcId' | 'nativeId'>>>
}
