/** Makes the world of the exchange, empty but for its rules and its markets. */

import { createFaultInjection } from '../../engine/control/fault-injection.ts'
import { createDelayedCopy } from '../../engine/ledger/delayed-copy.ts'
import type { StoredRow } from '../../engine/ledger/row-store.ts'
import { MatchingEngine } from '../../engine/matching/matching-engine.ts'
import { createCandleHistory } from '../../engine/world/candle-history.ts'
import { identifier } from '../../engine/world/identifier.ts'
import { QuotingBot } from '../../engine/world/quoting-bot.ts'
import { seededRandom } from '../../engine/world/seeded-random.ts'
import { createReadCache } from '../http/read-cache.ts'
import { createTokenBuckets } from '../http/token-buckets.ts'
import { kalshiFees } from '../orders/fees.ts'
import { publish } from '../streams/publish.ts'
import { createStreams } from '../streams/stream-state.ts'
import { createCatalogue, type MarketInfo } from './catalogue.ts'
import { type KalshiWorld, SHARDS } from './world.ts'

export interface WorldOptions {
  readonly clock: () => number
  readonly seed: number
  /** Reads of an account's own data lag up to this many milliseconds; default 1000. */
  readonly staleReadsMs?: number
  /** Default true. */
  readonly rateLimits?: boolean
  /** True if lists may be 15 s old, as on the exchange; default false. */
  readonly cache?: boolean
  /** Share of the unsigned calls, not answered by the cache, that the simulator refuses, from 0 to 1; default 0. */
  readonly unsignedRefusals?: number
}

const DAY = 86_400_000
const ONE = 1_000_000

/** `write` stores changed rows. */
export const createWorld = (
  options: WorldOptions,
  beganAt: number,
  write: (rows: readonly StoredRow[]) => void,
): KalshiWorld => {
  const { clock, seed } = options
  const catalogue = createCatalogue()
  const engine = new MatchingEngine({
    clock,
    idOf: (sequence) => identifier(seed, sequence),
    fees: kalshiFees(
      (market) => catalogue.markets.get(market)?.event.series.fees ?? { type: 'quadratic', multiplier: 1 },
    ),
    expiresLateMs: () => world.expiresLateMs,
  })
  const own: StoredRow[] = []
  const world: KalshiWorld = {
    clock,
    engine,
    catalogue,
    beganAt,
    copy: createDelayedCopy({
      clock,
      maxDelay: options.staleReadsMs ?? 1000,
      random: seededRandom(`${seed}:delay`),
    }),
    bot: new QuotingBot(engine, seededRandom(`${seed}:bot`)),
    candles: createCandleHistory(seed, (ticker) => pastOf(catalogue.markets.get(ticker), beganAt)),
    faults: createFaultInjection(seededRandom(`${seed}:faults`)),
    cache: createReadCache({ ...options, clock, random: seededRandom(`${seed}:cache`) }),
    streams: createStreams(seededRandom(`${seed}:streams`), clock),
    marketStates: new Map(),
    members: new Map(),
    keys: new Map(),
    transfers: new Map(),
    sweep: { at: beganAt },
    pausedShards: new Set(),
    settlementFloors: new Map(),
    endsCrossing: false,
    expiresLateMs: 0,
    archiveAfterMs: 14 * DAY,
    buckets: options.rateLimits === false ? null : createTokenBuckets(clock, SHARDS),
    mode: { value: 'open' },
    keep: (kind, key, row) => {
      own.push({ kind, key, row })
    },
    flush: () => {
      const changes = engine.ledger.drain()
      const rows = own.splice(0)
      write([...changes, ...rows])
      world.copy.add(changes)
      for (const { kind, row } of changes) if (kind === 'trade' && row !== null) world.candles.record(row)
      publish(world)
    },
  }
  return world
}

const pastOf = (info: MarketInfo | undefined, beganAt: number) =>
  info === undefined
    ? undefined
    : {
        opensAt: info.opensAt,
        beganAt,
        mid: Math.round(info.mid * ONE),
        volumePerMinute: Math.max(1, info.pastVolume / ONE / Math.max(1, (beganAt - info.opensAt) / 60_000)),
      }
