/** Behaviour of the exchange that the control API may switch (docs/simulators.md). */

import * as v from 'valibot'
import { wordsOf } from '../../engine/control/words-of.ts'
import { ANSWER_TIMINGS } from '../../engine/http/answer-timing.ts'
import { ONE } from '../../engine/matching/contract-cost.ts'
import { createTokenBuckets } from '../http/token-buckets.ts'
import { type KalshiWorld, SHARDS } from './world.ts'

const Switches = v.strictObject({
  stream_timing: v.optional(v.picklist(ANSWER_TIMINGS)),
  cache: v.optional(v.boolean()),
  signed_bypass: v.optional(v.boolean()),
  cache_age: v.optional(v.boolean()),
  unsigned_refusals: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  paused_shards: v.optional(v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3)))),
  post_only_ends: v.optional(v.boolean()),
  expires_late_ms: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  archive_after_ms: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  rate_limits: v.optional(v.boolean()),
  settlement_floors: v.optional(v.record(v.string(), v.pipe(v.number(), v.minValue(0), v.maxValue(1)))),
  markets_per_subscription: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
})

/** Words when a switch is unknown or cannot be so. */
export const setSwitches = (world: KalshiWorld, body: unknown): string | null => {
  const parsed = v.safeParse(Switches, body)
  if (!parsed.success) return wordsOf(parsed.issues, Object.keys(Switches.entries))
  const { stream_timing, markets_per_subscription, paused_shards, cache, signed_bypass, cache_age } = parsed.output
  const { unsigned_refusals, post_only_ends, expires_late_ms, rate_limits, settlement_floors } = parsed.output
  const { archive_after_ms } = parsed.output
  for (const [ticker, floor] of Object.entries(settlement_floors ?? {}))
    raiseFloor(world, ticker, Math.round(floor * ONE))
  if (rate_limits !== undefined) world.buckets = rate_limits ? createTokenBuckets(world.clock, SHARDS) : null
  if (expires_late_ms !== undefined) world.expiresLateMs = expires_late_ms
  if (archive_after_ms !== undefined) world.archiveAfterMs = archive_after_ms
  if (paused_shards !== undefined) pauseShards(world, paused_shards)
  if (post_only_ends !== undefined) world.endsCrossing = post_only_ends
  if (cache !== undefined) world.cache.isOn = cache
  if (signed_bypass !== undefined) world.cache.signedBypass = signed_bypass
  if (cache_age !== undefined) world.cache.reportsAge = cache_age
  if (unsigned_refusals !== undefined) world.cache.unsignedRefusals = unsigned_refusals
  if (stream_timing !== undefined) world.streams.timing.mode = stream_timing
  if (markets_per_subscription !== undefined) world.streams.mostMarkets = markets_per_subscription
  return null
}

/** Takes resting orders at or below the floor off the book. */
const raiseFloor = (world: KalshiWorld, ticker: string, floor: number): void => {
  world.settlementFloors.set(ticker, floor)
  for (const order of [...world.engine.ledger.orders.values()])
    if (order.market === ticker && order.status === 'resting' && order.price <= floor)
      world.engine.cancel(order, 'settlement_bounds')
}

/** The named shards pause, all others continue. Orders that asked for it leave when the pause begins. */
const pauseShards = (world: KalshiWorld, shards: readonly number[]): void => {
  world.pausedShards.clear()
  for (const shard of shards) world.pausedShards.add(shard)
  for (const order of [...world.engine.ledger.orders.values()]) {
    const shard = world.catalogue.markets.get(order.market)?.event.series.shard
    if (order.status !== 'resting' || !order.cancelOnPause || shard === undefined) continue
    if (world.pausedShards.has(shard)) world.engine.cancel(order, 'halted')
  }
}
