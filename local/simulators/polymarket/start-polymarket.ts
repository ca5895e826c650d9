/** Starts the simulated exchange: its three hosts on one port, its control API, its markets and its quoting bot. */

import { startControlServer } from '../engine/control-server.ts'
import { epochsOf } from '../engine/epochs-of.ts'
import { type Serve, startJsonServer } from '../engine/json-server.ts'
import { openRowStore } from '../engine/row-store.ts'
import { answerCall, catchUpWithClock } from './clob/answer-call.ts'
import { controlTarget } from './world/control-target.ts'
import { createWorld, type WorldOptions } from './world/create-world.ts'
import { isOpenToAll } from './world/exchange-mode.ts'
import { advancePolymarketMarkets, offerPolymarketMarkets } from './world/market-lifecycle.ts'
import { restoreWorld } from './world/restore-world.ts'
import type { Member } from './world/world.ts'

export interface PolymarketSimulator {
  /** http://127.0.0.1:<port>/clob and its two siblings. */
  readonly urls: { readonly clob: string; readonly gamma: string; readonly data: string }
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
  }): void
  /** One step at the clock's now: openings, ends, expiries, settlements, releases, and the bot. */
  tick(): Promise<void>
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
  /** A SQLite file; without it nothing outlives the process. */
  readonly dataFile?: string
}

const DAY = 86_400_000
const ONE = 1_000_000

export const startPolymarket = async (options: PolymarketOptions): Promise<PolymarketSimulator> => {
  const { clock, seed, serve = startJsonServer } = options
  const store = openRowStore(options.dataFile ?? ':memory:')
  const stored = store.rows()
  const epochs = epochsOf(stored)
  if (epochs.length === 0) epochs.push(clock())
  const beganAt = epochs[0] ?? clock()
  const world = createWorld(options, beganAt, store.write)
  restoreWorld(world, stored)
  for (const epoch of epochs) offerPolymarketMarkets(world, epoch, seed)
  world.keep('epoch', String(beganAt), beganAt)

  const tick = (): void => {
    const latest = epochs.at(-1) ?? beganAt
    if (clock() >= latest + DAY) {
      epochs.push(clock())
      world.keep('epoch', String(clock()), clock())
      offerPolymarketMarkets(world, clock(), seed)
    }
    catchUpWithClock(world)
    advancePolymarketMarkets(world)
    if (options.bot !== false && isOpenToAll(world)) world.bot.step()
    world.flush()
  }
  tick()

  const server = await serve(options.port ?? 0, (call) => answerCall(world, call))
  const control = await startControlServer(serve, options.controlPort ?? 0, controlTarget(world))
  return {
    urls: { clob: `${server.origin}/clob`, gamma: `${server.origin}/gamma`, data: `${server.origin}/data` },
    controlUrl: control.origin,
    addAccount: ({ id, address, signatureType, funder, cash }) => {
      if (!world.engine.ledger.accounts.has(id)) {
        const millionths = Math.round(cash * ONE)
        const account = { id, house: false, cash: { 0: millionths } }
        world.engine.ledger.accounts.set(id, account)
        world.engine.ledger.touch('account', id, account)
        world.wallets.open(id, millionths)
      }
      const member: Member = { id, address: address.toLowerCase(), signatureType, funder: funder.toLowerCase() }
      world.members.set(id, member)
      world.keep('member', id, member)
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
