/** Puts the exchange together: engine, wallets, markets and copies, all empty. */

import { createHash } from 'node:crypto'
import { createFaultInjection } from '../../engine/control/fault-injection.ts'
import type { StoredRow } from '../../engine/ledger/row-store.ts'
import { MatchingEngine } from '../../engine/matching/matching-engine.ts'
import { createCandleHistory } from '../../engine/world/candle-history.ts'
import { QuotingBot } from '../../engine/world/quoting-bot.ts'
import { seededRandom } from '../../engine/world/seeded-random.ts'
import { createApprovals } from '../chain/approvals.ts'
import { noteResolution } from '../chain/pay-out.ts'
import { recordMatch } from '../chain/settlement.ts'
import { walletTrades } from '../chain/wallet-trades.ts'
import { createWallets } from '../chain/wallets.ts'
import type { ClobTrade } from '../clob/account/trade.ts'
import { newMarketMessage, resolvedMessage } from '../streams/market-messages.ts'
import { publish } from '../streams/publish.ts'
import { createStreams } from '../streams/stream-state.ts'
import { createCatalogue } from './catalogue.ts'
import { createDelayedRows } from './delayed-rows.ts'
import { polymarketFees } from './fees.ts'
import type { LifecycleWorld } from './market-lifecycle.ts'
import { pastOf, stateOf } from './market-reads.ts'
import { readApprovals } from './read-approvals.ts'
import { refineTick } from './refine-tick.ts'
import { type PolymarketWorld, type SimulatorSwitches, walletAt } from './world.ts'

export interface WorldOptions extends Partial<SimulatorSwitches> {
  readonly clock: () => number
  readonly seed: number
  /** Reads of an account's own orders and trades lag up to this many milliseconds; default 1000. */
  readonly staleReadsMs?: number
}

export const createWorld = (
  options: WorldOptions,
  beganAt: number,
  write: (rows: readonly StoredRow[]) => void,
): PolymarketWorld & LifecycleWorld => {
  const { clock, seed } = options
  const switches = switchesOf(options)
  const catalogue = createCatalogue()
  const own: StoredRow[] = []
  const keep = (kind: string, key: string, row: unknown): void => {
    own.push({ kind, key, row })
  }
  const fees = polymarketFees((market) => catalogue.markets.get(market)?.feeRate ?? 0, switches.feeRounding)
  const latest: { trade: ClobTrade | null } = { trade: null }
  const engine = new MatchingEngine({
    clock,
    idOf: (sequence) => `0x${createHash('sha256').update(`${seed}:${sequence}`).digest('hex')}`,
    fees,
    onMatch: (match) => {
      recordMatch(world, latest, match)
      refineTick(world, match.market, match.fill.price)
    },
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
    publish(world)
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
    bot: new QuotingBot(engine, seededRandom(`${seed}:bot`)),
    faults: createFaultInjection(seededRandom(`${seed}:faults`)),
    streams: createStreams(seededRandom(`${seed}:streams`), clock),
    marketStates: new Map(),
    members: new Map(),
    keys: new Map(),
    wallets: createWallets((market) => catalogue.markets.get(market)?.tokens ?? ['', ''], keep),
    orders: new Map(),
    openOrders: new Map(),
    approvals: createApprovals(keep),
    readApprovals: new Map(),
    chainEvents: [],
    unredeemed: new Set(),
    relayed: new Map(),
    relayDoom: [],
    undeployedWallets: [],
    unknownOrders: '404',
    orderQueries: 'by_date',
    stuckMatched: 0,
    zeroBalances: false,
    relayerReadsNeedKey: false,
    mirroredTrades: [],
    limits: { mode: 'off', tier: 'standard', buckets: new Map() },
    readBalances: new Map(),
    trades: new Map(),
    mode: { value: 'open', postOnlyUntil: null },
    tradesOf: (user) => walletTrades(world, user),
    chainEventsOf: (user) => {
      const member = walletAt(world, user)
      return member === null ? [] : world.chainEvents.filter(({ account }) => account === member.id)
    },
    approvalsOf: (user) => readApprovals(world, user),
    onListed: (market) => reportAll(world, newMarketMessage(market, clock())),
    onResolved: (market) => {
      noteResolution(world, market)
      reportAll(world, resolvedMessage(market, stateOf(world, market).payoutYes ?? 0, clock()))
    },
  }
  return world
}

/** Sends to all readers with the custom features. Earlier events are not sent. */
const reportAll = ({ streams }: PolymarketWorld, message: Record<string, unknown>): void => {
  if (streams.marketReaders.size > 0) streams.global.push(message)
}

const switchesOf = (options: WorldOptions): SimulatorSwitches => ({
  settleAfterMs: options.settleAfterMs ?? 2000,
  prefixedStatuses: options.prefixedStatuses ?? false,
  showsEndedOrders: options.showsEndedOrders ?? true,
  killedOrdersAreIndexed: options.killedOrdersAreIndexed ?? true,
  delayFails: options.delayFails ?? false,
  amountUnits: options.amountUnits ?? 'decimal',
  feeRounding: options.feeRounding ?? 'down',
  balanceCacheMs: options.balanceCacheMs ?? 0,
  autoRedeemAfterMs: options.autoRedeemAfterMs === undefined ? 0 : options.autoRedeemAfterMs,
  relayStepMs: options.relayStepMs ?? 500,
  relaysPerDay: options.relaysPerDay ?? 1_000,
  maxSkewMs: options.maxSkewMs ?? 300_000,
})
