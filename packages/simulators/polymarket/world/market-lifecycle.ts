/** Opens, closes, proposes and resolves markets when their time has come (Polymarket reference, section 6.2). */

import type { EngineMarket } from '../../engine/ledger/engine-state.ts'
import type { QuotingBot } from '../../engine/world/quoting-bot.ts'
import { extendCatalogue, type PolymarketMarket } from './catalogue.ts'
import { type MarketReads, type MarketState, stateOf } from './market-reads.ts'

export interface LifecycleWorld extends MarketReads {
  readonly bot: QuotingBot
  /** Writes one of the exchange's own rows with the next flush. */
  readonly keep: (kind: string, key: string, row: unknown) => void
  /** Runs after a market was put on offer for the first time. */
  readonly onListed?: (market: PolymarketMarket) => void
  /** Runs after the engine has paid a market out. */
  readonly onResolved?: (market: PolymarketMarket) => void
}

const ONE = 1_000_000
const MINUTE = 60_000
const DAY = 86_400_000

/** Time between the end and the proposal of a result, and between the proposal and the payout. */
const UNTIL_PROPOSED = 5 * MINUTE
const UNTIL_RESOLVED = 10 * MINUTE

/** Opens the offer at `start` for trading. */
export const offerPolymarketMarkets = (world: LifecycleWorld, start: number, seed: number): void => {
  for (const market of extendCatalogue(world.catalogue, start, seed)) {
    market.tick = world.marketStates.get(market.conditionId)?.tick ?? market.tick
    const { conditionId, tick, mid: share, opensAt, volatility } = market
    const engine = world.engine.addMarket({
      id: conditionId,
      shard: 0,
      bands: [{ start: tick, end: ONE - tick, step: tick }],
      lot: ONE / 100,
      status: 'pending',
    })
    const mid = Math.round(share * ONE)
    if (engine.lastPrice === null && opensAt <= start) {
      engine.lastPrice = roundToTick(mid, tick)
      engine.previousPrice = roundToTick(world.candles.pastPrice(conditionId, start - DAY), tick)
    }
    world.bot.follow(conditionId, {
      mid: engine.volume > 0 ? (engine.lastPrice ?? mid) : mid,
      anchor: mid,
      volatility,
    })
    if (world.marketStates.has(conditionId)) continue
    world.marketStates.set(conditionId, freshState(market))
    world.onListed?.(market)
  }
}

/** Moves every market to where the clock says it is. */
export const advancePolymarketMarkets = (world: LifecycleWorld): void => {
  const now = world.clock()
  for (const market of world.catalogue.markets.values()) {
    const engine = world.engine.ledger.markets.get(market.conditionId)
    if (engine === undefined || engine.status === 'resolved') continue
    const state = stateOf(world, market)
    if (engine.status === 'pending' && market.opensAt <= now) open(world, engine, state)
    if (engine.status === 'active' && !state.hasStarted && (market.event.gameStartsAt ?? now + 1) <= now) {
      startGame(world, engine, state)
    }
    if (engine.status === 'active' && (state.closedAt ?? market.endsAt) <= now) {
      stop(world, engine, state, state.closedAt ?? market.endsAt)
    }
    if (engine.status !== 'closed' || state.closedAt === null) continue
    if (state.umaResolutionStatus === null && now >= state.closedAt + UNTIL_PROPOSED) {
      state.umaResolutionStatus = 'proposed'
      touch(world, state)
    }
    if (now >= state.closedAt + UNTIL_PROPOSED + UNTIL_RESOLVED) settle(world, market, engine, payoutOf(world, market))
  }
}

/** Stops trading in a market, pauses it or resumes it, by hand; returns words if it refuses. */
export const setPolymarketStatus = (
  world: LifecycleWorld,
  market: PolymarketMarket,
  status: 'active' | 'paused' | 'closed',
): string | null => {
  const engine = world.engine.ledger.markets.get(market.conditionId)
  if (engine === undefined || engine.status === 'resolved') return `${market.conditionId} is resolved`
  const state = stateOf(world, market)
  const now = world.clock()
  if (status === 'closed') stop(world, engine, state, now)
  else {
    // A market that is resumed after its end stays open for another day.
    const isOver = (state.closedAt ?? market.endsAt) <= now
    Object.assign(state, { umaResolutionStatus: null, closedAt: isOver ? now + DAY : state.closedAt })
    state.acceptingOrders = status === 'active'
    world.engine.setStatus(engine, status)
    touch(world, state)
  }
  return null
}

/** Resolves a market at once, by hand; words when it cannot be. */
export const resolvePolymarketMarket = (
  world: LifecycleWorld,
  market: PolymarketMarket,
  payoutYes: number,
): string | null => {
  const engine = world.engine.ledger.markets.get(market.conditionId)
  if (engine === undefined || engine.status === 'resolved') return `${market.conditionId} is resolved`
  settle(world, market, engine, payoutYes)
  return null
}

const open = (world: LifecycleWorld, engine: EngineMarket, state: MarketState): void => {
  world.engine.setStatus(engine, 'active')
  state.acceptingOrders = true
  touch(world, state)
}

/** Resting orders leave the book when the game begins (Polymarket reference, section 8.4). */
const startGame = (world: LifecycleWorld, engine: EngineMarket, state: MarketState): void => {
  world.engine.setStatus(engine, 'paused')
  world.engine.setStatus(engine, 'active')
  state.hasStarted = true
  touch(world, state)
}

const stop = (world: LifecycleWorld, engine: EngineMarket, state: MarketState, at: number): void => {
  world.engine.setStatus(engine, 'closed')
  Object.assign(state, { acceptingOrders: false, closedAt: at })
  touch(world, state)
}

const settle = (world: LifecycleWorld, market: PolymarketMarket, engine: EngineMarket, payoutYes: number): void => {
  const state = stateOf(world, market)
  const closedAt = Math.min(state.closedAt ?? world.clock(), world.clock())
  world.engine.resolve(engine, payoutYes)
  Object.assign(state, { closed: true, acceptingOrders: false, closedAt, umaResolutionStatus: 'resolved', payoutYes })
  touch(world, state)
  world.onResolved?.(market)
}

/** The luck of the event and what the market thought decide; of exclusive outcomes exactly one happens. */
const payoutOf = (world: LifecycleWorld, market: PolymarketMarket): number => {
  const { event, luck } = market
  if (event.negRisk) return winnerOf(world, market) === market ? ONE : 0
  // A game that is called off pays half to either side.
  if (event.gameStartsAt !== null && luck > 0.985) return ONE / 2
  return luck * ONE < midOf(world, market) ? ONE : 0
}

const winnerOf = (world: LifecycleWorld, { event, luck }: PolymarketMarket): PolymarketMarket | undefined => {
  const resolved = event.markets.find(({ conditionId }) => world.marketStates.get(conditionId)?.payoutYes === ONE)
  if (resolved !== undefined) return resolved
  const open = event.markets.filter(({ conditionId }) => world.marketStates.get(conditionId)?.payoutYes == null)
  let left = luck * open.reduce((sum, market) => sum + midOf(world, market), 0)
  return open.find((market) => {
    left -= midOf(world, market)
    return left <= 0
  })
}

const midOf = (world: LifecycleWorld, { conditionId, mid }: PolymarketMarket): number =>
  world.bot.midOf(conditionId) ?? mid * ONE

const freshState = ({ conditionId, opensAt }: PolymarketMarket): MarketState => ({
  conditionId,
  closed: false,
  acceptingOrders: false,
  closedAt: null,
  umaResolutionStatus: null,
  payoutYes: null,
  hasStarted: false,
  updatedAt: opensAt,
})

const touch = (world: LifecycleWorld, state: MarketState): void => {
  state.updatedAt = world.clock()
  world.keep('venue_market', state.conditionId, { ...state })
}

const roundToTick = (price: number, tick: number): number =>
  Math.min(ONE - tick, Math.max(tick, Math.round(price / tick) * tick))
