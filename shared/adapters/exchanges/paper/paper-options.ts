/** Dependencies of a paper exchange. The paper exchange reads public data, signs nothing and sends no order. */

import type { Millis } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import { USUAL_LATENCY } from '#domain/paper/latency.ts'
import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import type { PaperStore } from '#ports/exchanges/paper-store.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { PaperRules } from './paper-rules.ts'

export interface PaperSettings {
  /** Time between the send of an order and its arrival at the book, in ms. The time of each order is drawn around it. */
  readonly latencyMs: Millis
  /** By how much each level is worse for a taker than the book shows, in 1e-6 dollars. */
  readonly slip: number
}

export const USUAL_PAPER_SETTINGS: PaperSettings = { latencyMs: USUAL_LATENCY, slip: 0 }

export interface PaperOptions {
  readonly clock: Clock
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Returns a market of this exchange in our catalogue, by its native id; null if it has none. */
  readonly storedMarket: (nativeId: string) => Promise<Market | null>
  readonly marketData: MarketDataSource
  readonly store: PaperStore
  readonly rules: PaperRules
  readonly settings: PaperSettings
}
