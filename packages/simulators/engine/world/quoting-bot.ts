/** A market maker that keeps a two-sided book in every active market while its idea of the price wanders. */

import type { EngineMarket, EngineOrder } from '../ledger/engine-state.ts'
import { ONE } from '../matching/contract-cost.ts'
import type { MatchingEngine } from '../matching/matching-engine.ts'
import { type BookLevel, levelsOf } from '../matching/order-book.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface QuotingBot {
  /** Quotes a market from now on, starting at `mid` and never straying far from `anchor`. */
  readonly follow: (market: string, mid: number, anchor: number, volatility: number) => void
  readonly midOf: (market: string) => number | undefined
  /** Replaces everything the house has in the market and keeps the bot out of it. */
  readonly setBook: (market: EngineMarket, bids: readonly BookLevel[], asks: readonly BookLevel[]) => void
  /** An outside taker trades at this price or better; answers how much. */
  readonly trade: (market: EngineMarket, price: number, qty: number, buyFlag: boolean) => number
  /** One step: prices wander, quotes follow, outsiders trade. */
  readonly step: () => void
  readonly mids: () => Record<string, number>
}

const BOT_ACCOUNT = 'quoting-bot'
const OUTSIDER_ACCOUNT = 'outsider'

export const createQuotingBot = (engine: MatchingEngine, random: SeededRandom): QuotingBot => {
  for (const id of [BOT_ACCOUNT, OUTSIDER_ACCOUNT]) engine.ledger.accounts.set(id, { id, house: true, cash: {} })
  const followed = new Map<string, { mid: number; readonly anchor: number; readonly volatility: number }>()
  const own = new Map<string, EngineOrder[]>()
  const silenced = new Set<string>()

  const withdraw = (market: string): void => {
    for (const order of own.get(market) ?? []) if (order.status === 'resting') engine.cancel(order)
    own.delete(market)
  }

  const place = (market: EngineMarket, buyFlag: boolean, { price, qty }: BookLevel): void => {
    const outcome = engine.submit({
      account: BOT_ACCOUNT,
      market: market.id,
      identity: null,
      buyFlag,
      price,
      qty,
      lifetime: 'rest',
      selfTrade: 'cancel_maker',
    })
    if (!outcome.ok || outcome.order.status !== 'resting') return
    own.set(market.id, [...(own.get(market.id) ?? []), outcome.order])
  }

  const quote = (market: EngineMarket, mid: number): void => {
    withdraw(market.id)
    const grid = gridAround(market, mid, LEVELS + 1)
    const spread = random.whole(0, 1)
    for (const [depth, price] of grid.below
      .slice(spread === 1 ? 1 : 0)
      .slice(0, LEVELS)
      .entries()) {
      place(market, true, { price, qty: random.whole(5, 60) * (depth + 1) * ONE })
    }
    for (const [depth, price] of grid.above.slice(0, LEVELS).entries()) {
      place(market, false, { price, qty: random.whole(5, 60) * (depth + 1) * ONE })
    }
  }

  const trade: QuotingBot['trade'] = (market, price, qty, buyFlag) => {
    const outcome = engine.submit({
      account: OUTSIDER_ACCOUNT,
      market: market.id,
      identity: null,
      buyFlag,
      price,
      qty,
      lifetime: 'immediate',
      selfTrade: 'cancel_taker',
    })
    return outcome.ok ? outcome.order.filled : 0
  }

  /** Hits the best price of one side, sometimes for all there is, sometimes for less. */
  const takeTouch = (market: EngineMarket): void => {
    const buyFlag = random() < 0.5
    const { bids, asks } = engine.ledger.bookOf(market.id)
    const side = [buyFlag ? asks : bids, buyFlag ? bids : asks].find((orders) => hasCustomer(orders))
    const orders = side ?? (buyFlag ? asks : bids)
    const touch = levelsOf(orders)[0]
    if (touch === undefined) return
    const part = Math.max(market.lot, roundTo(touch.qty * (0.3 + random() * 0.9), market.lot))
    trade(market, touch.price, side === undefined ? Math.min(part, random.whole(1, 20) * ONE) : part, orders === asks)
  }

  const hasCustomer = (orders: readonly EngineOrder[]): boolean =>
    orders[0] !== undefined &&
    orders.some(({ price, account }) => price === orders[0]?.price && account !== BOT_ACCOUNT)

  const stepIn = (market: EngineMarket): void => {
    const state = followed.get(market.id)
    if (state === undefined || silenced.has(market.id)) return
    const fresh = !own.has(market.id)
    if (fresh || random() < MOVE_CHANCE) {
      state.mid = wander(state.mid, state.anchor, state.volatility, random)
      quote(market, state.mid)
    }
    const { bids, asks } = engine.ledger.bookOf(market.id)
    const chance = hasCustomer(bids) || hasCustomer(asks) ? CUSTOMER_TRADE_CHANCE : TRADE_CHANCE
    if (random() < chance) takeTouch(market)
  }

  return {
    follow: (market, mid, anchor, volatility) => {
      followed.set(market, { mid, anchor, volatility })
    },
    midOf: (market) => followed.get(market)?.mid,
    setBook: (market, bids, asks) => {
      silenced.add(market.id)
      withdraw(market.id)
      for (const level of bids) place(market, true, level)
      for (const level of asks) place(market, false, level)
    },
    trade,
    step: () => {
      for (const market of engine.ledger.markets.values()) {
        if (market.status === 'active') stepIn(market)
        else own.delete(market.id)
      }
    },
    mids: () => Object.fromEntries([...followed].map(([market, { mid }]) => [market, mid])),
  }
}

const LEVELS = 4
const MOVE_CHANCE = 0.15
const TRADE_CHANCE = 0.02
const CUSTOMER_TRADE_CHANCE = 0.6

const roundTo = (value: number, step: number): number => Math.round(value / step) * step

/** A random step with a pull back to where the market began, kept away from certainty. */
const wander = (mid: number, anchor: number, volatility: number, random: SeededRandom): number => {
  const width = volatility * Math.sqrt(Math.max(0.02, (mid / ONE) * (1 - mid / ONE)))
  const moved = mid + (random() + random() + random() - 1.5) * width * ONE + (anchor - mid) * 0.02
  return Math.round(Math.min(0.985 * ONE, Math.max(0.015 * ONE, moved)))
}

/** The grid prices next to `mid`, nearest first, strictly inside 0..1. */
const gridAround = (market: Pick<EngineMarket, 'bands'>, mid: number, count: number) => {
  const prices = market.bands.flatMap(({ start, end, step }) => {
    const from = Math.max(start, start + Math.floor((mid - start) / step - count) * step)
    const to = Math.min(end, start + Math.ceil((mid - start) / step + count) * step)
    return from > to
      ? []
      : Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)
  })
  const inside = [...new Set(prices)].filter((price) => price > 0 && price < ONE).sort((one, other) => one - other)
  return {
    below: inside
      .filter((price) => price <= mid)
      .reverse()
      .slice(0, count),
    above: inside.filter((price) => price > mid).slice(0, count),
  }
}
