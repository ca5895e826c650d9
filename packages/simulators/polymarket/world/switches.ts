/** Behaviour of the exchange that the control API may switch (docs/simulators.md). */

import * as v from 'valibot'
import { wordsOf } from '../../engine/control/words-of.ts'
import { ANSWER_TIMINGS } from '../../engine/http/answer-timing.ts'
import { ONE } from '../../engine/matching/contract-cost.ts'
import { LIMIT_MODES } from '../clob/http/trading-limits.ts'
import { ORDER_QUERIES, type PolymarketWorld, UNKNOWN_ORDERS } from './world.ts'

const Switches = v.strictObject({
  stream_timing: v.optional(v.picklist(ANSWER_TIMINGS)),
  user_timestamps: v.optional(v.picklist(['s', 'ms'])),
  activity_lag_ms: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  block_after_ms: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  positions_lag_ms: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  omitted_positions: v.optional(v.array(v.string())),
  trading_limits: v.optional(v.picklist(LIMIT_MODES)),
  trading_tier: v.optional(v.picklist(['standard', 'copper', 'silver', 'platinum', 'diamond', 'elite'])),
  trades_cache_ms: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  relayer_reads_need_key: v.optional(v.boolean()),
  mirrored_trades: v.optional(v.array(v.string())),
  resolution_reporter: v.optional(v.picklist(['uma', 'chainlink'])),
  contradicted_outcomes: v.optional(v.array(v.string())),
  undeployed_wallets: v.optional(v.array(v.string())),
  unknown_orders: v.optional(v.picklist(UNKNOWN_ORDERS)),
  order_queries: v.optional(v.picklist(ORDER_QUERIES)),
  settles_after_ms: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)))),
  stuck_matched: v.optional(v.pipe(v.number(), v.minValue(0))),
  zero_balances: v.optional(v.boolean()),
})

/** Words when a switch is unknown or cannot be so. */
export const setSwitches = (world: PolymarketWorld, body: unknown): string | null => {
  const parsed = v.safeParse(Switches, body)
  if (!parsed.success) return wordsOf(parsed.issues, Object.keys(Switches.entries))
  const { stream_timing, user_timestamps, activity_lag_ms, positions_lag_ms, omitted_positions, trades_cache_ms } =
    parsed.output
  const { trading_limits, trading_tier, unknown_orders, mirrored_trades, relayer_reads_need_key } = parsed.output
  const { block_after_ms, settles_after_ms, stuck_matched } = parsed.output
  const { resolution_reporter, contradicted_outcomes, undeployed_wallets } = parsed.output
  const { order_queries, zero_balances } = parsed.output
  if (stream_timing !== undefined) world.streams.timing.mode = stream_timing
  if (user_timestamps !== undefined) world.streams.userTimestamps = user_timestamps
  if (activity_lag_ms !== undefined) world.activityLagMs = activity_lag_ms
  if (block_after_ms !== undefined) world.blockAfterMs = block_after_ms
  if (undeployed_wallets !== undefined) {
    world.undeployedWallets = undeployed_wallets.map((address) => address.toLowerCase())
  }
  if (resolution_reporter !== undefined) world.resolutionReporter = resolution_reporter
  if (contradicted_outcomes !== undefined) world.contradictedOutcomes = contradicted_outcomes
  if (positions_lag_ms !== undefined) world.positionsLagMs = positions_lag_ms
  if (omitted_positions !== undefined) world.omittedPositions = omitted_positions
  if (trading_limits !== undefined) world.limits.mode = trading_limits
  if (trading_tier !== undefined) world.limits.tier = trading_tier
  if (trades_cache_ms !== undefined) world.tradesCache = { keepsMs: trades_cache_ms, kept: new Map() }
  if (relayer_reads_need_key !== undefined) world.relayerReadsNeedKey = relayer_reads_need_key
  if (mirrored_trades !== undefined) world.mirroredTrades = mirrored_trades
  if (unknown_orders !== undefined) world.unknownOrders = unknown_orders
  if (order_queries !== undefined) world.orderQueries = order_queries
  if (settles_after_ms !== undefined) world.switches.settleAfterMs = settles_after_ms ?? Number.POSITIVE_INFINITY
  if (stuck_matched !== undefined) world.stuckMatched = Math.round(stuck_matched * ONE)
  if (zero_balances !== undefined) world.zeroBalances = zero_balances
  return null
}
