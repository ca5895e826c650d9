/**
 * Advances the resting orders of a paper account in one market, from its public trades and books. Pure: the same orders, trades and books
 * give the same fills.
 */

import { type Qty, qty, smallest } from '../kernel/numbers.ts'
import { type Millis, SECOND } from '../kernel/time.ts'
import type { Depth } from '../markets/depth.ts'
import type { PublicTrade } from '../markets/public-trade.ts'
import { walkLevels } from '../markets/walk-levels.ts'
import { isBeyond } from '../orders/price/price-bounds.ts'
import { type ChargedMarket, fillAsMaker, type PaperTrade } from './fill-order.ts'
import { reducible } from './held-cash.ts'
import type { PaperAccount, PaperChange, PaperFill } from './paper-account.ts'
import { openQty, type PaperOrder } from './paper-order.ts'
import { applySeen, eatQueue, seeLevel } from './queue.ts'
import { displayedAt, forgetChanged, rememberTaken, untakenLevels } from './taken-levels.ts'

/** Time that a tape may be behind its exchange. Younger trades wait for the next reading, so that books and trades are applied in their order. */
export const TAPE_LAG: Millis = 5 * SECOND

/** Public data of a market at one moment. */
export interface SeenMarket {
  readonly market: ChargedMarket
  /** Trades since the last advance at least, in any order. Earlier ones are left out here. */
  readonly trades: readonly PublicTrade[]
  /** Trades up to this time are applied. */
  readonly horizon: Millis
  /** The book of now; null without one. */
  readonly book: Depth | null
  readonly now: Millis
}

/** `orders`: all orders of the account on the book of that market. Only changed ones are in the result. */
export const advanceMarket = (
  account: PaperAccount,
  orders: readonly PaperOrder[],
  seen: SeenMarket,
): PaperChange<PaperOrder> => {
  const walk = new MarketWalk(account, orders, seen.market)
  const trades = seen.trades
    .filter(({ at, isBlockTrade }) => at <= seen.horizon && isBlockTrade !== true)
    .toSorted((one, other) => one.at - other.at || (one.tradeId < other.tradeId ? -1 : 1))
  for (const trade of trades) walk.trade(trade)
  walk.passTo(seen.horizon)
  if (seen.book !== null) walk.seeBook(seen.book, seen.now)
  return walk.result()
}

/** The account and its orders on the way through the events of a market. */
class MarketWalk {
  #account: PaperAccount
  readonly #market: ChargedMarket
  readonly #before: ReadonlyMap<string, PaperOrder>
  readonly #orders: Map<string, PaperOrder>
  readonly #fills: PaperFill[] = []

  constructor(account: PaperAccount, orders: readonly PaperOrder[], market: ChargedMarket) {
    this.#account = account
    this.#market = market
    this.#before = new Map(orders.map((order) => [order.paperId, order]))
    this.#orders = new Map(
      orders.toSorted((one, other) => one.placedAt - other.placedAt).map((order) => [order.paperId, order]),
    )
  }

  /** Offers a public trade to the orders, the earliest first. Orders of the account share the quantity at their price. */
  trade(trade: PublicTrade): void {
    let used = 0
    for (const order of this.#live()) {
      if (trade.at <= order.tradedTo || isOver(order, trade.at)) continue
      used += this.#meet(this.#withBooksTo(order, trade.at), trade, qty(Math.max(0, trade.qty - used)))
    }
  }

  /** Applies the books and ends the orders up to that time. */
  passTo(horizon: Millis): void {
    for (const order of this.#live()) {
      const passed = this.#withBooksTo(order, horizon)
      const isEnded = order.expiresAt !== null && order.expiresAt <= horizon
      const isMoved = isEnded || passed !== order || horizon - order.tradedTo >= MOVED_AFTER || this.#isTouched(order)
      if (!isMoved || horizon < order.tradedTo) continue
      this.#put({ ...passed, tradedTo: horizon, state: isEnded ? 'ended' : passed.state })
    }
  }

  /** Fills orders whose price the other side has reached without a trade, and keeps what the book shows at their prices. */
  seeBook(book: Depth, now: Millis): void {
    const taken = forgetChanged(this.#account.taken, nativeIdOf(this.#live()), book)
    if (taken !== this.#account.taken) this.#account = { ...this.#account, taken }
    for (const order of this.#live()) {
      if (isOver(order, now)) continue
      const after = this.#crossed(order, book, now)
      if (after.state === 'ended') continue
      const own = order.buyFlag ? book.bids : book.asks
      const queue = seeLevel(after.queue, { at: now, displayed: displayedAt(own, order.price) ?? qty(0) })
      if (queue !== after.queue) this.#put({ ...after, queue })
    }
  }

  result(): PaperChange<PaperOrder> {
    const orders = [...this.#orders.values()].filter((order) => order !== this.#before.get(order.paperId))
    const ended = new Set(orders.filter(({ state }) => state === 'ended').map(({ paperId }) => paperId))
    const open = this.#account.open.filter((paperId) => !ended.has(paperId))
    return { account: { ...this.#account, open }, orders, fills: this.#fills }
  }

  #live(): readonly PaperOrder[] {
    return [...this.#orders.values()].filter(({ state }) => state === 'live')
  }

  #put(order: PaperOrder): void {
    this.#orders.set(order.paperId, order)
  }

  #isTouched(order: PaperOrder): boolean {
    return order !== this.#before.get(order.paperId)
  }

  /** The order after the books that were seen before that time. */
  #withBooksTo(order: PaperOrder, at: Millis): PaperOrder {
    let { queue } = order
    while (queue.seen[0] !== undefined && queue.seen[0].at <= at) queue = applySeen(queue)
    return queue === order.queue ? order : { ...order, queue }
  }

  /** Returns the quantity that the order took of the trade. */
  #meet(order: PaperOrder, trade: PublicTrade, left: Qty): number {
    if (isBeyond(trade.price, order.price, order.buyFlag)) {
      if (order !== this.#orders.get(order.paperId)) this.#put(order)
      return 0
    }
    if (trade.price !== order.price) return this.#fill(order, trade, openQty(order))
    // The trade took an offer at the order's price, which the order would have met first.
    if (trade.takerBuys === order.buyFlag) return this.#fill(order, trade, smallest(left, openQty(order)))
    const eaten = eatQueue(order.queue, left)
    return this.#fill({ ...order, queue: eaten.queue }, trade, smallest(eaten.left, openQty(order)))
  }

  #fill(order: PaperOrder, { tradeId, at }: Pick<PublicTrade, 'tradeId' | 'at'>, wanted: Qty): number {
    const amount = this.#allowed(order, wanted)
    if (amount === 0) {
      this.#put(wanted > 0 && order.onlyCloses ? { ...order, state: 'ended' } : order)
      return 0
    }
    const trade: PaperTrade = { tradeId, at, price: order.price, qty: amount }
    const filled = fillAsMaker(this.#account, order, this.#market, trade)
    this.#account = filled.account
    this.#fills.push(...filled.fills)
    this.#put(filled.order)
    return amount
  }

  /** An order that only closes ends with the position. */
  #allowed(order: PaperOrder, wanted: Qty): Qty {
    return order.onlyCloses ? smallest(wanted, qty(reducible(this.#account, [], order).free)) : wanted
  }

  /** The order after the offers of the other side at its price or better have come to it. */
  #crossed(order: PaperOrder, book: Depth, now: Millis): PaperOrder {
    const { nativeId, buyFlag, price } = order
    const side = { nativeId, isBid: !buyFlag }
    const shown = buyFlag ? book.asks : book.bids
    const within = untakenLevels(this.#account.taken, side, shown).filter(
      (level) => !isBeyond(level.price, price, buyFlag),
    )
    const takes = walkLevels(within, openQty(order))
    const wanted = qty(takes.reduce((sum, level) => sum + level.qty, 0))
    if (wanted === 0) return order
    this.#fill(order, { tradeId: `book-${now}`, at: now }, wanted)
    this.#account = { ...this.#account, taken: rememberTaken(this.#account.taken, side, shown, takes) }
    return this.#orders.get(order.paperId) ?? order
  }
}

/** The time of an order that no trade has met is stored this often, so that the next reading is short. */
const MOVED_AFTER = 60 * SECOND

const isOver = ({ expiresAt }: PaperOrder, at: Millis): boolean => expiresAt !== null && expiresAt <= at

const nativeIdOf = (orders: readonly PaperOrder[]): string => orders[0]?.nativeId ?? ''
