/** Starts the simulated exchange: its HTTP interface, its control API, its markets and its quoting bot. */

import { createFaultInjection } from '../engine/control/fault-injection.ts'
import { startControlServer } from '../engine/control/server.ts'
import { doorReply } from '../engine/http/front-door.ts'
import { type Serve, startJsonServer } from '../engine/http/json-server.ts'
import { createDelayedCopy } from '../engine/ledger/delayed-copy.ts'
import { epochsOf } from '../engine/ledger/epochs-of.ts'
import { openRowStore, type StoredRow } from '../engine/ledger/row-store.ts'
import { MatchingEngine } from '../engine/matching/matching-engine.ts'
import { createCandleHistory } from '../engine/world/candle-history.ts'
import { identifier } from '../engine/world/identifier.ts'
import { createQuotingBot } from '../engine/world/quoting-bot.ts'
import { seededRandom } from '../engine/world/seeded-random.ts'
import { ALL_SCOPES, addKey } from './account/account-calls.ts'
import { sweepBalances } from './account/target-allocation.ts'
import { completeTransfers } from './account/transfer-calls.ts'
import { answerCall, BASE_PATH } from './http/answer-call.ts'
import { createReadCache } from './http/read-cache.ts'
import { createTokenBuckets, type Tier } from './http/token-buckets.ts'
import type { Scope } from './http/verify-request.ts'
import { kalshiFees } from './orders/fees.ts'
import { acceptStream, STREAM_PATH } from './streams/accept-stream.ts'
import { publish } from './streams/publish.ts'
import { createStreams } from './streams/stream-state.ts'
import { createCatalogue, type MarketInfo } from './world/catalogue.ts'
import { controlTarget } from './world/control-target.ts'
import { advanceMarkets, offerMarkets } from './world/market-lifecycle.ts'
import { restoreWorld } from './world/restore-world.ts'
import { type KalshiWorld, type Member, SHARDS } from './world/world.ts'

export interface KalshiSimulator {
  /** http://127.0.0.1:<port>/trade-api/v2 */
  readonly url: string
  /** ws://127.0.0.1:<port>/trade-api/ws/v2 */
  readonly socketUrl: string
  /** http://127.0.0.1:<port>, under it /control/… */
  readonly controlUrl: string
  /**
   * Registers an account with a public key (PEM) and dollars per shard. An account that exists already keeps its money;
   * the key is added to it.
   */
  addAccount(options: {
    readonly id: string
    readonly apiKeyId: string
    readonly publicKeyPem: string
    readonly cash: Readonly<Record<number, number>>
    readonly tier?: Tier
    readonly scopes?: readonly Scope[]
  }): void
  /** One step at the clock's now: openings, closes, expiries, settlements, arrivals of money, and the bot. */
  tick(): Promise<void>
  /** Every stored row, for looking at. */
  save(): unknown
  close(): Promise<void>
}

export interface KalshiOptions {
  readonly clock: () => number
  readonly seed: number
  readonly port?: number
  readonly controlPort?: number
  /** Answers calls to both ports; by default over HTTP. */
  readonly serve?: Serve
  /** Reads of an account's own data lag up to this many milliseconds; default 1000. */
  readonly staleReadsMs?: number
  /** Default true. */
  readonly bot?: boolean
  /** Default true. */
  readonly rateLimits?: boolean
  /** True if lists may be 15 s old, as on the exchange; default false. */
  readonly cache?: boolean
  /** How often an unsigned call that the cache cannot answer is refused, from 0 to 1; default 0. */
  readonly unsignedRefusals?: number
  /** From one ping of a WebSocket to the next; default 10,000. */
  readonly pingEveryMs?: number
  /** A SQLite file; without it nothing outlives the process. */
  readonly dataFile?: string
}

const DAY = 86_400_000
const ONE = 1_000_000

export const startKalshi = async (options: KalshiOptions): Promise<KalshiSimulator> => {
  const { clock, seed, serve = startJsonServer } = options
  const store = openRowStore(options.dataFile)
  const stored = store.rows()
  const epochs = epochsOf(stored)
  if (epochs.length === 0) epochs.push(clock())
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
  const beganAt = epochs[0] ?? clock()
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
    bot: createQuotingBot(engine, seededRandom(`${seed}:bot`)),
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
      store.write([...changes, ...rows])
      world.copy.add(changes)
      for (const { kind, row } of changes) if (kind === 'trade' && row !== null) world.candles.record(row)
      publish(world)
    },
  }
  restoreWorld(world, stored)
  for (const epoch of epochs) offerMarkets(world, epoch, seed)
  world.keep('epoch', String(beganAt), beganAt)

  const tick = (): void => {
    const latest = epochs.at(-1) ?? beganAt
    if (clock() >= latest + DAY) {
      epochs.push(clock())
      world.keep('epoch', String(clock()), clock())
      offerMarkets(world, clock(), seed)
    }
    advanceMarkets(world)
    engine.expire()
    completeTransfers(world)
    sweepBalances(world)
    const isOpen = world.mode.value === 'open' || doorReply(world.mode.value) !== null
    if (options.bot !== false && isOpen) world.bot.step()
    world.flush()
    world.streams.faults.release()
  }
  tick()

  const server = await serve(
    options.port ?? 0,
    (call) => answerCall(world, call),
    acceptStream(world, options.pingEveryMs),
  )
  const control = await startControlServer(serve, options.controlPort ?? 0, controlTarget(world))
  return {
    url: `${server.origin}${BASE_PATH}`,
    socketUrl: `${server.origin.replace('http', 'ws')}${STREAM_PATH}`,
    controlUrl: control.origin,
    addAccount: ({ id, apiKeyId, publicKeyPem, cash, tier = 'advanced', scopes = ALL_SCOPES }) => {
      if (!engine.ledger.accounts.has(id)) {
        const millionths = Object.entries(cash).map(([shard, dollars]) => [shard, Math.round(dollars * ONE)])
        const account = { id, house: false, cash: Object.fromEntries(millionths) }
        engine.ledger.accounts.set(id, account)
        engine.ledger.touch('account', id, account)
      }
      const member: Member = { id, userId: identifier(seed, id), tier }
      world.members.set(id, member)
      world.keep('member', id, member)
      addKey(world, { id: apiKeyId, name: id, account: id, publicKeyPem, scopes })
      world.flush()
    },
    tick: async () => tick(),
    save: () => {
      world.flush()
      return store.rows()
    },
    close: async () => {
      await Promise.all([server.close(), control.close()])
      world.flush()
      store.close()
    },
  }
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
