/** A market maker that keeps a two-sided book in every active market while its idea of the price wanders. */

import type { EngineMarket, EngineOrder } from '../ledger/engine-state.ts'
import { ONE } from '../matching/contract-cost.ts'
import type { MatchingEngine } from '../matching/matching-engine.ts'
import { type BookLevel, levelsOf } from '../matching/order-book.ts'
import type { SeededRandom } from './seeded-random.ts'

const BOT_ACCOUNT = 'quoting-bot'
const OUTSIDER_ACCOUNT = 'outsider'

interface Followed {
  mid: number
  readonly anchor: number
  readonly volatility: number
}

export class QuotingBot {
  readonly #engine: MatchingEngine
  readonly #random: SeededRandom
  readonly #followed = new Map<string, Followed>()
  readonly #own = new Map<string, EngineOrder[]>()
  /** Markets that the bot stays out of. */
  readonly #silenced = new Set<string>()

  constructor(engine: MatchingEngine, random: SeededRandom) {
    this.#engine = engine
    this.#random = random
    for (const id of [BOT_ACCOUNT, OUTSIDER_ACCOUNT]) engine.ledger.accounts.set(id, { id, house: true, cash: {} })
  }

  /** Quotes a market from now on, starting at `mid` and never far from `anchor`. */
  follow(market: string, quote: Followed): void {
    this.#followed.set(market, { ...quote })
  }

  midOf(market: string): number | undefined {
    return this.#followed.get(market)?.mid
  }

  mids(): Record<string, number> {
    return Object.fromEntries([...this.#followed].map(([market, { mid }]) => [market, mid]))
  }

  /** Replaces all orders of the house in the market and keeps the bot out of it. */
  setBook(market: EngineMarket, bids: readonly BookLevel[], asks: readonly BookLevel[]): void {
    this.#silenced.add(market.id)
    this.#withdraw(market.id)
    for (const level of bids) this.#place(market, true, level)
    for (const level of asks) this.#place(market, false, level)
  }

  /** An outside taker trades at this price or better. Returns the traded size. */
  trade(market: EngineMarket, price: number, qty: number, buyFlag: boolean): number {
    const outcome = this.#engine.submit({
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

  /** One step: prices wander, quotes follow, outsiders trade. */
  step(): void {
    for (const market of this.#engine.ledger.markets.values()) {
      if (market.status === 'active') this.#stepIn(market)
      else this.#own.delete(market.id)
    }
  }

  #stepIn(market: EngineMarket): void {
    const state = this.#followed.get(market.id)
    if (state === undefined || this.#silenced.has(market.id)) return
    const fresh = !this.#own.has(market.id)
    if (fresh || this.#random() < MOVE_CHANCE) {
      state.mid = wander(state, this.#random)
      this.#quote(market, state.mid)
    }
    const { bids, asks } = this.#engine.ledger.bookOf(market.id)
    const chance = hasCustomer(bids) || hasCustomer(asks) ? CUSTOMER_TRADE_CHANCE : TRADE_CHANCE
    if (this.#random() < chance) this.#takeTouch(market)
  }

  #quote(market: EngineMarket, mid: number): void {
    this.#withdraw(market.id)
    const grid = gridAround(market, mid, LEVELS + 1)
    const spread = this.#random.whole(0, 1)
    const below = grid.below.slice(spread === 1 ? 1 : 0).slice(0, LEVELS)
    for (const [depth, price] of below.entries()) this.#place(market, true, { price, qty: this.#sizeAt(depth) })
    for (const [depth, price] of grid.above.slice(0, LEVELS).entries())
      this.#place(market, false, { price, qty: this.#sizeAt(depth) })
  }

  #sizeAt(depth: number): number {
    return this.#random.whole(5, 60) * (depth + 1) * ONE
  }

  /** Hits the best price of one side, sometimes with its whole size, sometimes with less. */
  #takeTouch(market: EngineMarket): void {
    const random = this.#random
    const buyFlag = random() < 0.5
    const { bids, asks } = this.#engine.ledger.bookOf(market.id)
    const side = [buyFlag ? asks : bids, buyFlag ? bids : asks].find((orders) => hasCustomer(orders))
    const orders = side ?? (buyFlag ? asks : bids)
    const touch = levelsOf(orders)[0]
    if (touch === undefined) return
    const part = Math.max(market.lot, roundTo(touch.qty * (0.3 + random() * 0.9), market.lot))
    const qty = side === undefined ? Math.min(part, random.whole(1, 20) * ONE) : part
    this.trade(market, touch.price, qty, orders === asks)
  }

  #place(market: EngineMarket, buyFlag: boolean, { price, qty }: BookLevel): void {
    const outcome = this.#engine.submit({
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
    this.#own.set(market.id, [...(this.#own.get(market.id) ?? []), outcome.order])
  }

  #withdraw(market: string): void {
    for (const order of this.#own.get(market) ?? []) if (order.status === 'resting') this.#engine.cancel(order)
    this.#own.delete(market)
  }
}

const hasCustomer = (orders: readonly EngineOrder[]): boolean =>
  orders[0] !== undefined && orders.some(({ price, account }) => price === orders[0]?.price && account !== BOT_ACCOUNT)

const LEVELS = 4
const MOVE_CHANCE = 0.15
const TRADE_CHANCE = 0.02
const CUSTOMER_TRADE_CHANCE = 0.6

const roundTo = (value: number, step: number): number => Math.round(value / step) * step

/** A random step with a pull back to where the market began, kept away from certainty. */
const wander = ({ mid, anchor, volatility }: Followed, random: SeededRandom): number => {
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
