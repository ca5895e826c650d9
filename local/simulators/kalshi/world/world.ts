/** Everything the simulated exchange knows, shared by its calls. */

import type { CandleHistory } from '../../engine/candle-history.ts'
import type { DelayedCopy } from '../../engine/delayed-copy.ts'
import type { FaultInjection } from '../../engine/fault-injection.ts'
import type { DoorMode } from '../../engine/front-door.ts'
import type { MatchingEngine } from '../../engine/matching-engine.ts'
import type { QuotingBot } from '../../engine/quoting-bot.ts'
import type { ReadCache } from '../http/read-cache.ts'
import type { Tier, TokenBuckets } from '../http/token-buckets.ts'
import type { ApiKey } from '../http/verify-request.ts'
import type { KalshiStreams } from '../streams/stream-state.ts'
import type { Catalogue, MarketInfo } from './catalogue.ts'

export interface KalshiWorld {
  readonly clock: () => number
  readonly engine: MatchingEngine
  readonly copy: DelayedCopy
  readonly bot: QuotingBot
  readonly candles: CandleHistory
  readonly faults: FaultInjection
  readonly streams: KalshiStreams
  readonly cache: ReadCache
  readonly catalogue: Catalogue
  /** When the simulator first began: what lies before is invented history. */
  readonly beganAt: number
  readonly marketStates: Map<string, MarketState>
  readonly members: Map<string, Member>
  readonly keys: Map<string, ApiKey>
  readonly transfers: Map<string, Transfer>
  readonly buckets: TokenBuckets | null
  readonly mode: { value: SimulatorMode }
  /** Writes one of the exchange's own rows with the next flush. */
  readonly keep: (kind: string, key: string, row: unknown) => void
  /** Makes what has happened durable, and visible to delayed reads. */
  readonly flush: () => void
}

export const SHARDS = 4

export type SimulatorMode = 'open' | 'trading_paused' | 'exchange_paused' | 'restart' | 'disabled' | DoorMode

export interface Member {
  readonly id: string
  readonly userId: string
  tier: Tier
}

/** What changes about a market outside the matching engine. */
export interface MarketState {
  readonly ticker: string
  closesAt: number
  result: '' | 'yes' | 'no'
  determinedAt: number | null
  settledAt: number | null
  updatedAt: number
}

export interface Transfer {
  readonly id: string
  readonly account: string
  readonly from: number
  readonly to: number
  readonly amount: number
  readonly createdAt: number
  readonly completesAt: number
  status: 'pending' | 'complete'
}

export const stateOf = (world: KalshiWorld, info: MarketInfo): MarketState => {
  const state = world.marketStates.get(info.ticker)
  if (state === undefined) throw new Error(`market ${info.ticker} has no state`)
  return state
}

/** From its close time on a market refuses everything, cancels too. */
export const isClosed = (world: KalshiWorld, ticker: string): boolean => {
  const state = world.marketStates.get(ticker)
  return state === undefined || state.closesAt <= world.clock()
}
