/** Starts the simulated exchange: its hosts on one port, its control API, its markets and its quoting bot. */

import { startControlServer } from '../engine/control/server.ts'
import { type Serve, startJsonServer } from '../engine/http/json-server.ts'
import { epochsOf } from '../engine/ledger/epochs-of.ts'
import { openRowStore } from '../engine/ledger/row-store.ts'
import { RecordingPlayer } from '../replay/recording-player.ts'
import type { Replay } from '../replay/replay.ts'
import { answerCall, catchUpWithClock, type HOSTS } from './clob/http/answer-call.ts'
import { type BuilderKey, builderOf, relayerKeyOf } from './relayer/authorize-relay.ts'
import { acceptStream, STREAM_PATHS } from './streams/accept-stream.ts'
import { addMember } from './world/add-member.ts'
import { controlTarget } from './world/control-target.ts'
import { createWorld, type WorldOptions } from './world/create-world.ts'
import { isOpenToAll } from './world/exchange-mode.ts'
import { advancePolymarketMarkets, offerPolymarketMarkets } from './world/market-lifecycle.ts'
import { offerRecorded } from './world/offer-recorded.ts'
import { replayTarget } from './world/replay-target.ts'
import { restoreWorld } from './world/restore-world.ts'

export interface PolymarketSimulator {
  /** http://127.0.0.1:<port>/clob and its siblings. */
  readonly urls: Readonly<Record<(typeof HOSTS)[number], string>>
  /** ws://127.0.0.1:<port>/ws/market and its sibling. */
  readonly sockets: { readonly marketWs: string; readonly userWs: string }
  /** http://127.0.0.1:<port>, under it /control/… */
  readonly controlUrl: string
  /** Registers a wallet with dollars in it and the key that signs for it. One that exists already keeps its money. */
  addAccount(options: {
    readonly id: string
    /** The EOA that signs. */
    readonly address: string
    readonly signatureType: 0 | 1 | 2 | 3
    /** The wallet that pays and receives; of type 0 the EOA itself. */
    readonly funder: string
    readonly cash: number
    /** True if it has approved the contracts of the exchange; default true. */
    readonly approved?: boolean
  }): void
  /** The key of the relayer for the wallets of that EOA. */
  relayerKeyOf(address: string): string
  /** The one builder that may relay for anybody. */
  readonly builder: BuilderKey
  /** One step at the clock's now: openings, ends, expiries, settlements, releases, and the bot. */
  tick(): Promise<void>
  /** Plays the recording, if there is one, up to the clock's now. */
  play(): Promise<void>
  /** Every stored row, for looking at. */
  save(): unknown
  close(): Promise<void>
}

export interface PolymarketOptions extends WorldOptions {
  readonly port?: number
  readonly controlPort?: number
  /** Answers calls to both ports; by default over HTTP. */
  readonly serve?: Serve
  /** Default true. */
  readonly bot?: boolean
  /** A recording in place of invented markets, prices and outcomes. */
  readonly replay?: Replay
  /** A SQLite file; without it nothing outlives the process. */
  readonly dataFile?: string
}

const DAY = 86_400_000
const ONE = 1_000_000

export const startPolymarket = async (options: PolymarketOptions): Promise<PolymarketSimulator> => {
  const { clock, seed, serve = startJsonServer } = options
  const store = openRowStore(options.dataFile)
  const stored = store.rows()
  const epochs = epochsOf(stored)
  if (epochs.length === 0) epochs.push(clock())
  const beganAt = epochs[0] ?? clock()
  const world = createWorld(options, beganAt, store.write)
  restoreWorld(world, stored)
  const { replay } = options
  if (replay === undefined) for (const epoch of epochs) offerPolymarketMarkets(world, epoch, seed)
  else offerRecorded(world, replay)
  world.keep('epoch', String(beganAt), beganAt)

  const moveOn = (): void => {
    const latest = epochs.at(-1) ?? beganAt
    if (clock() >= latest + DAY) {
      epochs.push(clock())
      world.keep('epoch', String(clock()), clock())
      offerPolymarketMarkets(world, clock(), seed)
    }
    catchUpWithClock(world)
    advancePolymarketMarkets(world)
    if (options.bot !== false && isOpenToAll(world)) world.bot.step()
  }
  const tick = (): void => {
    if (replay === undefined) moveOn()
    else catchUpWithClock(world)
    world.flush()
    world.streams.faults.release()
  }
  tick()

  const player = replay && new RecordingPlayer(replay.lines(), replayTarget(world, replay.markets), replay.report)
  const server = await serve(options.port ?? 0, (call) => answerCall(world, call), acceptStream(world))
  const control = await startControlServer(serve, options.controlPort ?? 0, controlTarget(world))
  return {
    urls: {
      clob: `${server.origin}/clob`,
      gamma: `${server.origin}/gamma`,
      data: `${server.origin}/data`,
      relayer: `${server.origin}/relayer`,
      site: `${server.origin}/site`,
    },
    sockets: {
      marketWs: `${server.origin.replace('http', 'ws')}${STREAM_PATHS.market}`,
      userWs: `${server.origin.replace('http', 'ws')}${STREAM_PATHS.user}`,
    },
    controlUrl: control.origin,
    addAccount: ({ cash, approved = true, ...member }) =>
      addMember(world, { ...member, cash: Math.round(cash * ONE), approved }),
    relayerKeyOf: (address) => relayerKeyOf(seed, address),
    builder: builderOf(seed),
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
