/** Starts the simulated exchange: its three hosts on one port, its control API, its markets and its quoting bot. */

import { createHash } from 'node:crypto'
import { createCandleHistory } from '../engine/candle-history.ts'
import { startControlServer } from '../engine/control-server.ts'
import { createFaultInjection } from '../engine/fault-injection.ts'
import { startJsonServer } from '../engine/json-server.ts'
import { createMatchingEngine } from '../engine/matching-engine.ts'
import { createQuotingBot } from '../engine/quoting-bot.ts'
import { openRowStore, type StoredRow } from '../engine/row-store.ts'
import { seededRandom } from '../engine/seeded-random.ts'
import { answerCall, catchUpWithClock } from './answer-call.ts'
import { createCatalogue } from './catalogue.ts'
import type { ClobTrade } from './clob-trade.ts'
import { controlTarget } from './control-target.ts'
import { createDelayedRows } from './delayed-rows.ts'
import { isOpenToAll } from './exchange-mode.ts'
import { advancePolymarketMarkets, type LifecycleWorld, offerPolymarketMarkets } from './market-lifecycle.ts'
import { pastOf } from './market-reads.ts'
import { polymarketFees } from './polymarket-fees.ts'
import type { Member, PolymarketWorld, VenueSwitches } from './polymarket-world.ts'
import { restoreWorld } from './restore-world.ts'
import { recordMatch, redeemMarket } from './settlement.ts'
import { walletTrades } from './wallet-trades.ts'
import { createWallets } from './wallets.ts'

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

export interface PolymarketOptions extends Partial<VenueSwitches> {
  readonly clock: () => number
  readonly seed: number
  readonly port?: number
  readonly controlPort?: number
  /** Reads of an account's own orders and trades lag up to this many milliseconds; default 1000. */
  readonly staleReadsMs?: number
  /** Default true. */
  readonly bot?: boolean
  /** A SQLite file; without it nothing outlives the process. */
  readonly dataFile?: string
}

const DAY = 86_400_000
const ONE = 1_000_000

export const startPolymarket = async (options: PolymarketOptions): Promise<PolymarketSimulator> => {
  const { clock, seed } = options
  const store = openRowStore(options.dataFile ?? ':memory:')
  const stored = store.rows()
  const epochs = epochsOf(stored)
  if (epochs.length === 0) epochs.push(clock())
  const beganAt = epochs[0] ?? clock()
  const { world, flush } = createWorld(options, beganAt, store.write)
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
    flush()
  }
  tick()

  const server = await startJsonServer(options.port ?? 0, (call) => answerCall(world, call))
  const control = await startControlServer(options.controlPort ?? 0, controlTarget(world))
  const base = `http://127.0.0.1:${server.port}`
  return {
    urls: { clob: `${base}/clob`, gamma: `${base}/gamma`, data: `${base}/data` },
    controlUrl: `http://127.0.0.1:${control.port}`,
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
      flush()
    },
    tick: async () => tick(),
    save: () => {
      flush()
      return store.rows()
    },
    close: async () => {
      await Promise.all([server.close(), control.close()])
      flush()
      store.close()
    },
  }
}

const createWorld = (
  options: PolymarketOptions,
  beganAt: number,
  write: (rows: readonly StoredRow[]) => void,
): { readonly world: PolymarketWorld & LifecycleWorld; readonly flush: () => void } => {
  const { clock, seed } = options
  const switches = switchesOf(options)
  const catalogue = createCatalogue()
  const own: StoredRow[] = []
  const keep = (kind: string, key: string, row: unknown): void => {
    own.push({ kind, key, row })
  }
  const fees = polymarketFees((market) => catalogue.markets.get(market)?.feeRate ?? 0, switches.feeRounding)
  const latest: { trade: ClobTrade | null } = { trade: null }
  const engine = createMatchingEngine({
    clock,
    idOf: (sequence) => `0x${createHash('sha256').update(`${seed}:${sequence}`).digest('hex')}`,
    fees,
    onMatch: (match) => recordMatch(world, latest, match),
    keepsOrdersOverPauses: true,
  })
  const copy = createDelayedRows({
    clock,
    maxDelay: options.staleReadsMs ?? 1000,
    random: seededRandom(`${seed}:delay`),
    kinds: ['order', 'clob_order', 'clob_trade'],
  })
  const candles = createCandleHistory(seed, (id) => pastOf(catalogue.markets.get(id), beganAt))
  const flush = (): void => {
    const changes = engine.ledger.drain()
    const rows = [...changes, ...own.splice(0)]
    write(rows)
    copy.add(rows)
    for (const { kind, row } of changes) if (kind === 'trade' && row !== null) candles.record(row)
  }
  const world: PolymarketWorld & LifecycleWorld = {
    clock,
    seed,
    switches,
    catalogue,
    engine,
    fees,
    candles,
    copy,
    keep,
    flush,
    bot: createQuotingBot(engine, seededRandom(`${seed}:bot`)),
    faults: createFaultInjection(seededRandom(`${seed}:faults`)),
    marketStates: new Map(),
    members: new Map(),
    keys: new Map(),
    wallets: createWallets((market) => catalogue.markets.get(market)?.tokens ?? ['', ''], keep),
    orders: new Map(),
    openOrders: new Map(),
    readBalances: new Map(),
    trades: new Map(),
    mode: { value: 'open', postOnlyUntil: null },
    tradesOf: (user) => walletTrades(world, user),
    onResolved: (market, payoutYes) => redeemMarket(world, market, payoutYes),
  }
  return { world, flush }
}

const switchesOf = (options: PolymarketOptions): VenueSwitches => ({
  settleAfterMs: options.settleAfterMs ?? 2000,
  prefixedStatuses: options.prefixedStatuses ?? false,
  showsEndedOrders: options.showsEndedOrders ?? true,
  killedOrdersAreIndexed: options.killedOrdersAreIndexed ?? true,
  delayFails: options.delayFails ?? false,
  amountUnits: options.amountUnits ?? 'decimal',
  feeRounding: options.feeRounding ?? 'nearest',
  balanceCacheMs: options.balanceCacheMs ?? 0,
  maxSkewMs: options.maxSkewMs ?? 300_000,
})

const epochsOf = (stored: readonly StoredRow[]): number[] =>
  stored
    .filter(({ kind }) => kind === 'epoch')
    .map(({ key }) => Number(key))
    .sort((one, other) => one - other)
