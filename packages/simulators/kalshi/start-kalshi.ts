/** Starts the simulated exchange: its HTTP interface, its control API, its markets and its quoting bot. */

import { startControlServer } from '../engine/control/server.ts'
import { doorReply } from '../engine/http/front-door.ts'
import { type Serve, startJsonServer } from '../engine/http/json-server.ts'
import { epochsOf } from '../engine/ledger/epochs-of.ts'
import { openRowStore } from '../engine/ledger/row-store.ts'
import { identifier } from '../engine/world/identifier.ts'
import { RecordingPlayer } from '../replay/recording-player.ts'
import type { Replay } from '../replay/replay.ts'
import { ALL_SCOPES, addKey } from './account/account-calls.ts'
import { sweepBalances } from './account/target-allocation.ts'
import { completeTransfers } from './account/transfer-calls.ts'
import { answerCall, BASE_PATH } from './http/answer-call.ts'
import type { Tier } from './http/token-buckets.ts'
import type { Scope } from './http/verify-request.ts'
import { acceptStream, STREAM_PATH } from './streams/accept-stream.ts'
import { controlTarget } from './world/control-target.ts'
import { createWorld, type WorldOptions } from './world/create-world.ts'
import { advanceMarkets, offerMarkets } from './world/market-lifecycle.ts'
import { offerRecorded } from './world/offer-recorded.ts'
import { replayTarget } from './world/replay-target.ts'
import { restoreWorld } from './world/restore-world.ts'
import type { KalshiWorld, Member } from './world/world.ts'

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
  /** Plays the recording, if there is one, up to the clock's now. */
  play(): Promise<void>
  /** Every stored row, for looking at. */
  save(): unknown
  close(): Promise<void>
}

export interface KalshiOptions extends WorldOptions {
  readonly port?: number
  readonly controlPort?: number
  /** Answers calls to both ports; by default over HTTP. */
  readonly serve?: Serve
  /** Default true. */
  readonly bot?: boolean
  /** From one ping of a WebSocket to the next; default 10,000. */
  readonly pingEveryMs?: number
  /** A recording in place of invented markets, prices and outcomes. */
  readonly replay?: Replay
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
  const beganAt = epochs[0] ?? clock()
  const world = createWorld(options, beganAt, store.write)
  const { engine } = world
  restoreWorld(world, stored)
  const { replay } = options
  if (replay === undefined) for (const epoch of epochs) offerMarkets(world, epoch, seed)
  else offerRecorded(world, replay)
  world.keep('epoch', String(beganAt), beganAt)

  const moveOn = (): void => {
    const latest = epochs.at(-1) ?? beganAt
    if (clock() >= latest + DAY) {
      epochs.push(clock())
      world.keep('epoch', String(clock()), clock())
      offerMarkets(world, clock(), seed)
    }
    advanceMarkets(world)
  }
  const tick = (): void => {
    if (replay === undefined) moveOn()
    engine.expire()
    completeTransfers(world)
    sweepBalances(world)
    const isOpen = world.mode.value === 'open' || doorReply(world.mode.value) !== null
    if (replay === undefined && options.bot !== false && isOpen) world.bot.step()
    world.flush()
    world.streams.faults.release()
  }
  tick()

  const player = replay && new RecordingPlayer(replay.lines(), replayTarget(world, replay.markets), replay.report)
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
    addAccount: (account) => addAccount(world, identifier(seed, account.id), account),
    tick: async () => tick(),
    play: async () => player?.playTo(replay?.time.playedAt(clock()) ?? 0),
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

const addAccount = (
  world: KalshiWorld,
  userId: string,
  {
    id,
    apiKeyId,
    publicKeyPem,
    cash,
    tier = 'advanced',
    scopes = ALL_SCOPES,
  }: Parameters<KalshiSimulator['addAccount']>[0],
): void => {
  const { ledger } = world.engine
  if (!ledger.accounts.has(id)) {
    const millionths = Object.entries(cash).map(([shard, dollars]) => [shard, Math.round(dollars * ONE)])
    const account = { id, house: false, cash: Object.fromEntries(millionths) }
    ledger.accounts.set(id, account)
    ledger.touch('account', id, account)
  }
  const member: Member = { id, userId, tier }
  world.members.set(id, member)
  world.keep('member', id, member)
  addKey(world, { id: apiKeyId, name: id, account: id, publicKeyPem, scopes })
  world.flush()
}
