/** The recorded book of one market in the matching engine, and the queues of other orders that rest there. */

import type { EngineMarket, EngineOrder } from '../engine/ledger/engine-state.ts'
import type { MatchingEngine } from '../engine/matching/matching-engine.ts'

/** The account of recorded orders. */
export const RECORDED_ACCOUNT = 'recording'

export type Levels = readonly (readonly [price: number, qty: number])[]

interface Level {
  qty: number
  order: EngineOrder | null
}

interface Print {
  readonly price: number
  readonly qty: number
  /** Null if the recording does not give the side. */
  readonly taker: 'buy' | 'sell' | null
}

export class ReplayedBook {
  readonly #engine: MatchingEngine
  readonly #market: EngineMarket
  readonly #bids = new Map<number, Level>()
  readonly #asks = new Map<number, Level>()
  /** Quantity ahead of each other order, by the order and its place. */
  readonly #ahead = new Map<string, number>()

  constructor(engine: MatchingEngine, market: EngineMarket) {
    this.#engine = engine
    this.#market = market
  }

  /** Shows these levels and no others. */
  setWhole(bids: Levels, asks: Levels): void {
    this.setLevels(gone(this.#bids, bids), gone(this.#asks, asks))
    this.setLevels(bids, asks)
  }

  /** Changes these levels; a quantity of 0 removes one. A level that crosses another order trades with it. */
  setLevels(bids: Levels, asks: Levels): void {
    this.joinQueues()
    // Levels that leave come first: the sides of a recorded book never meet.
    for (const isRemoval of [true, false]) {
      for (const [price, qty] of bids) if ((qty === 0) === isRemoval) this.#set(true, price, qty)
      for (const [price, qty] of asks) if ((qty === 0) === isRemoval) this.#set(false, price, qty)
    }
    this.#shortenQueues()
  }

  /** Puts all levels back on the book: orders end when a paused market continues. */
  restore(): void {
    for (const [price, { qty }] of this.#bids) this.#set(true, price, qty)
    for (const [price, { qty }] of this.#asks) this.#set(false, price, qty)
  }

  /** Records the quantity ahead of new orders: the quantity that the book shows at their price. */
  joinQueues(): void {
    for (const order of this.#others())
      if (!this.#ahead.has(placeOf(order))) this.#ahead.set(placeOf(order), this.#shownAt(order))
  }

  /**
   * Fills other orders by a recorded trade. A trade through the price of an order fills it whole. A trade at its price first takes from the
   * quantity ahead, and then fills the order.
   */
  fillBy({ price, qty, taker }: Print): void {
    this.joinQueues()
    let left = qty
    for (const order of this.#others()) {
      if ((taker === 'buy' && order.buyFlag) || (taker === 'sell' && !order.buyFlag)) continue
      if (order.price !== price) {
        if (order.buyFlag ? order.price > price : order.price < price) this.#fill(order, order.remaining)
        continue
      }
      const ahead = this.#ahead.get(placeOf(order)) ?? 0
      const taken = Math.min(ahead, left)
      this.#ahead.set(placeOf(order), ahead - taken)
      const fills = roundDown(Math.min(left - taken, order.remaining), this.#market.lot)
      // The quantity ahead is the same for orders behind this one, so only what this order took is gone.
      left -= fills
      this.#fill(order, fills)
    }
  }

  #fill(order: EngineOrder, qty: number): void {
    if (qty > 0) this.#engine.fillResting(order, RECORDED_ACCOUNT, qty)
  }

  #set(isBid: boolean, price: number, recorded: number): void {
    const side = isBid ? this.#bids : this.#asks
    const qty = roundDown(recorded, this.#market.lot)
    const level = side.get(price) ?? { qty, order: null }
    level.qty = qty
    if (qty === 0) side.delete(price)
    else side.set(price, level)
    const { order } = level
    const isResting = order?.status === 'resting'
    if (isResting && order.remaining === qty) return
    if (isResting) this.#engine.cancel(order)
    level.order = qty === 0 ? null : this.#place(isBid, price, qty)
  }

  #place(buyFlag: boolean, price: number, qty: number): EngineOrder | null {
    const outcome = this.#engine.submit({
      account: RECORDED_ACCOUNT,
      market: this.#market.id,
      identity: null,
      buyFlag,
      price,
      qty,
      lifetime: 'rest',
      selfTrade: 'cancel_maker',
    })
    return outcome.ok ? outcome.order : null
  }

  /** A level that shows less than the quantity ahead of an order has lost some of it. */
  #shortenQueues(): void {
    const known = new Map(this.#ahead)
    this.#ahead.clear()
    for (const order of this.#others())
      this.#ahead.set(placeOf(order), Math.min(known.get(placeOf(order)) ?? 0, this.#shownAt(order)))
  }

  #shownAt({ buyFlag, price }: EngineOrder): number {
    return (buyFlag ? this.#bids : this.#asks).get(price)?.qty ?? 0
  }

  /** Resting orders that are not recorded ones, best first. */
  #others(): readonly EngineOrder[] {
    const { bids, asks } = this.#engine.ledger.bookOf(this.#market.id)
    return [...bids, ...asks].filter(({ account }) => account !== RECORDED_ACCOUNT)
  }
}

const placeOf = ({ id, sequence }: EngineOrder): string => `${id} ${sequence}`

const gone = (shown: ReadonlyMap<number, unknown>, levels: Levels): Levels => {
  const kept = new Set(levels.map(([price]) => price))
  return [...shown.keys()].filter((price) => !kept.has(price)).map((price) => [price, 0])
}

const roundDown = (value: number, step: number): number => value - (value % step)
