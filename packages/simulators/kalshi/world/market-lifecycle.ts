/** Opens, closes, determines and settles markets when their time has come (Kalshi reference, section 12). */

import type { EngineMarket } from '../../engine/ledger/engine-state.ts'
import { PRICE_GRIDS } from '../markets/price-grids.ts'
import {
  announceActivity,
  announceClose,
  announceCreated,
  announceEvent,
  announceResult,
  announceSettled,
} from '../streams/lifecycle-messages.ts'
import type { EventInfo, MarketInfo } from './catalogue.ts'
import { extendCatalogue } from './catalogue.ts'
import { type KalshiWorld, type MarketState, stateOf } from './world.ts'

const ONE = 1_000_000
const MINUTE = 60_000
const DAY = 86_400_000

/** Time between the close and the announcement of the result. */
const UNTIL_DETERMINED = 10 * MINUTE

/** Opens the offer at `start` for trading. */
export const offerMarkets = (world: KalshiWorld, start: number, seed: number): void => {
  for (const info of extendCatalogue(world.catalogue, start, seed)) {
    const engine = world.engine.addMarket({
      id: info.ticker,
      shard: info.event.series.shard,
      bands: PRICE_GRIDS[info.grid],
      lot: ONE / 100,
      status: 'pending',
    })
    const mid = Math.round(info.mid * ONE)
    if (engine.lastPrice === null && info.opensAt <= start) {
      engine.lastPrice = roundToCent(mid)
      engine.previousPrice = roundToCent(world.candles.pastPrice(info.ticker, start - DAY))
    }
    world.bot.follow(info.ticker, {
      mid: engine.volume > 0 ? (engine.lastPrice ?? mid) : mid,
      anchor: mid,
      volatility: info.event.series.volatility,
    })
    if (!world.marketStates.has(info.ticker)) {
      const { ticker, closesAt, createdAt } = info
      const state: MarketState = {
        ticker,
        closesAt,
        result: '',
        determinedAt: null,
        settledAt: null,
        updatedAt: createdAt,
      }
      world.marketStates.set(ticker, state)
      announceCreated(world, info)
      if (info.event.markets.at(-1) === info) announceEvent(world, info.event)
    }
  }
}

/** Moves every market to where the clock says it is. */
export const advanceMarkets = (world: KalshiWorld): void => {
  const now = world.clock()
  for (const info of world.catalogue.markets.values()) {
    const market = world.engine.ledger.markets.get(info.ticker)
    if (market === undefined || market.status === 'resolved') continue
    const state = stateOf(world, info)
    if (market.status === 'pending' && info.opensAt <= now) {
      world.engine.setStatus(market, info.event.paused === true ? 'paused' : 'active')
      state.updatedAt = Math.max(state.updatedAt, info.opensAt)
    }
    if ((market.status === 'active' || market.status === 'paused') && state.closesAt <= now) {
      world.engine.setStatus(market, 'closed')
      state.updatedAt = state.closesAt
    }
    if (market.status !== 'closed') continue
    if (state.determinedAt === null && now >= state.closesAt + UNTIL_DETERMINED) {
      determine(world, info, state, state.closesAt + UNTIL_DETERMINED)
    }
    if (state.determinedAt !== null && now >= state.determinedAt + info.settlementTimerSeconds * 1000) {
      settle(world, market, state, state.determinedAt + info.settlementTimerSeconds * 1000)
    }
  }
}

/** Closes, pauses or reopens a market by hand. */
export const setMarketStatus = (
  world: KalshiWorld,
  info: MarketInfo,
  market: EngineMarket,
  status: 'active' | 'paused' | 'closed',
): string | null => {
  const state = stateOf(world, info)
  const now = world.clock()
  if (market.status === 'resolved') return `${info.ticker} is settled`
  const before = { status: market.status, closesAt: state.closesAt }
  if (status === 'closed') state.closesAt = Math.min(state.closesAt, now)
  else if (state.closesAt <= now) {
    state.closesAt = now + DAY
    Object.assign(state, { result: '', determinedAt: null })
  }
  world.engine.setStatus(market, status)
  touch(world, state)
  if (state.closesAt !== before.closesAt) announceClose(world, state)
  if (status === 'paused' && before.status === 'active') announceActivity(world, info.ticker, false)
  if (status === 'active' && before.status === 'paused') announceActivity(world, info.ticker, true)
  return null
}

/** Settles a market at once, by hand. */
export const resolveMarket = (
  world: KalshiWorld,
  info: MarketInfo,
  market: EngineMarket,
  result: 'yes' | 'no',
): string | null => {
  const state = stateOf(world, info)
  const now = world.clock()
  if (market.status === 'resolved') return `${info.ticker} is settled`
  const isEarly = state.closesAt > now
  state.closesAt = Math.min(state.closesAt, now)
  Object.assign(state, { result, determinedAt: now })
  if (isEarly) announceClose(world, state)
  announceResult(world, state)
  settle(world, market, state, now)
  return null
}

const settle = (world: KalshiWorld, market: EngineMarket, state: MarketState, at: number): void => {
  world.engine.resolve(market, state.result === 'yes' ? ONE : 0)
  state.settledAt = at
  touch(world, state)
  announceSettled(world, state)
}

const determine = (world: KalshiWorld, info: MarketInfo, state: MarketState, at: number): void => {
  state.result = happens(world, info) ? 'yes' : 'no'
  state.determinedAt = at
  touch(world, state)
  announceResult(world, state)
}

/** The luck of the event and what the market thought decide; of exclusive outcomes exactly one happens. */
const happens = (world: KalshiWorld, info: MarketInfo): boolean => {
  const { event, luck } = info
  if (!event.exclusive) return luck * ONE < midOf(world, info)
  return winnerOf(world, event, luck) === info
}

const winnerOf = (world: KalshiWorld, event: EventInfo, luck: number): MarketInfo | undefined => {
  const settled = event.markets.find(({ ticker }) => world.marketStates.get(ticker)?.result === 'yes')
  if (settled !== undefined) return settled
  const total = event.markets.reduce((sum, market) => sum + midOf(world, market), 0)
  let left = luck * total
  return event.markets.find((market) => {
    left -= midOf(world, market)
    return left <= 0
  })
}

const midOf = (world: KalshiWorld, { ticker, mid }: MarketInfo): number => world.bot.midOf(ticker) ?? mid * ONE

const touch = (world: KalshiWorld, state: MarketState): void => {
  state.updatedAt = world.clock()
  world.keep('venue_market', state.ticker, { ...state })
}

const roundToCent = (price: number): number => Math.min(990_000, Math.max(10_000, Math.round(price / 10_000) * 10_000))
