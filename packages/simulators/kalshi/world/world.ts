/** Everything the simulated exchange knows, shared by its calls. */

import type { FaultInjection } from '../../engine/control/fault-injection.ts'
import type { DoorMode } from '../../engine/http/front-door.ts'
import type { DelayedCopy } from '../../engine/ledger/delayed-copy.ts'
import type { MatchingEngine } from '../../engine/matching/matching-engine.ts'
import type { CandleHistory } from '../../engine/world/candle-history.ts'
import type { QuotingBot } from '../../engine/world/quoting-bot.ts'
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
  /** Time of the last move of free money to the shares that its owners set. */
  readonly sweep: { at: number }
  /** Shards that take no orders while the others do. */
  readonly pausedShards: Set<number>
  /** The lowest value that a market may still settle at, in millionths (changes of November 2026, EXCHANGE_A 3). */
  readonly settlementFloors: Map<string, number>
  /** Post-only orders that would trade are created and ended at once (changelog of 4 June 2026), and not refused. */
  endsCrossing: boolean
  /** How long orders stay on their book after they have expired (Kalshi live reference, section 3.2). */
  expiresLateMs: number
  /** How long after its end something is in the live lists. */
  archiveAfterMs: number
  /** Null while no rate is limited. */
  buckets: TokenBuckets | null
  readonly mode: { value: SimulatorMode }
  /** Writes one of the exchange's own rows with the next flush. */
  readonly keep: (kind: string, key: string, row: unknown) => void
  /** Makes changes durable, and visible to delayed reads. */
  readonly flush: () => void
}

export const SHARDS = 4

export type SimulatorMode = 'open' | 'trading_paused' | 'exchange_paused' | 'restart' | 'disabled' | DoorMode

export interface Member {
  readonly id: string
  readonly userId: string
  tier: Tier
  allocation?: TargetAllocation
}

/** Share of its free money that an account wants on each shard. */
export interface TargetAllocation {
  /** Shard and percentage; empty: money stays where it is. */
  readonly percents: ReadonlyArray<readonly [number, number]>
  /** Cash that stays for resting orders: the sum that they hold, the largest hold, or none. */
  readonly reservation: 'sum' | 'max' | 'none'
}

/** State of a market outside the matching engine. */
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
  /** The caller's own name of it. */
  readonly clientId?: string
  status: 'pending' | 'complete'
}

export const stateOf = (world: KalshiWorld, info: MarketInfo): MarketState => {
  const state = world.marketStates.get(info.ticker)
  if (state === undefined) throw new Error(`market ${info.ticker} has no state`)
  return state
}

/** True if no order of the market is accepted: trading pauses everywhere, or on its shard. */
export const isPaused = ({ mode, pausedShards, catalogue }: KalshiWorld, ticker: string): boolean =>
  mode.value === 'trading_paused' || pausedShards.has(catalogue.markets.get(ticker)?.event.series.shard ?? 0)

/** From its close time on a market refuses everything, cancels too. */
export const isClosed = (world: KalshiWorld, ticker: string): boolean => {
  const state = world.marketStates.get(ticker)
  return state === undefined || state.closesAt <= world.clock()
}
