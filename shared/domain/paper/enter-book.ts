/** Decides what happens to a paper order that reaches the book: it is refused, trades at once, rests, or ends. */

import { takerFee } from '../exchanges/fees/taker-fee.ts'
import { leastQty } from '../exchanges/least-qty.ts'
import { traitsOf } from '../exchanges/traits-of.ts'
import { minus, type Qty, qty, smallest, sumOf } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import type { Depth, Level } from '../markets/depth.ts'
import { clipToGrid, type Market, onGrid } from '../markets/market.ts'
import { walkLevels } from '../markets/walk-levels.ts'
import { mayRest } from '../orders/may-rest.ts'
import { isBeyond } from '../orders/price/price-bounds.ts'
import { fillAsTaker, type PaperTrade } from './fill-order.ts'
import { heldCash, reducible, stakeOf } from './held-cash.ts'
import type { PaperAccount, PaperChange } from './paper-account.ts'
import { openQty, type PaperOrder } from './paper-order.ts'
import { joinQueue } from './queue.ts'
import { type BookSide, displayedAt, forgetChanged, rememberTaken, untakenLevels } from './taken-levels.ts'

/** The market as an order meets it. */
export interface MetMarket {
  readonly market: Market
  readonly state: 'open' | 'paused' | 'closed'
  readonly book: Depth
  /** By how much each level is worse than shown, in 1e-6 dollars; 0 for none. */
  readonly slip: number
}

/** Why a paper exchange refuses an order. The adapter has the words of the exchange. */
export type PaperRefusal =
  | 'price_off_tick'
  | 'qty_below_minimum'
  | 'qty_off_lot'
  | 'expiry_refused'
  | 'market_closed'
  | 'market_paused'
  | 'would_cross'
  | 'value_below_minimum'
  | 'insufficient_balance'

/**
 * The result of an arrival.
 *
 * - `refused`: The account stays as it was.
 * - `killed`: The book has too little for a FOK.
 * - `entered`: The change is to be stored. `change.orders` contains `order` too.
 */
export type Entered =
  | { readonly kind: 'refused'; readonly refusal: PaperRefusal }
  | { readonly kind: 'killed' }
  | { readonly kind: 'entered'; readonly order: PaperOrder; readonly change: PaperChange<PaperOrder> }

/** The account, its other orders on the book, and the order that arrives: a new one, or one with changed terms. */
export interface Arrival {
  readonly account: PaperAccount
  readonly others: readonly PaperOrder[]
  readonly order: PaperOrder
  /** Quantity that the exchange takes as a separate order before the rest, with separate fees. 0 if there is one order. */
  readonly firstPart: Qty
  readonly now: Millis
}

/** Decides the arrival of an order at the book of its market. */
export const enterBook = (arrival: Arrival, met: MetMarket): Entered => {
  const { order, now } = arrival
  const unsuited = refusalOfTerms(order, met, now)
  if (unsuited !== null) return { kind: 'refused', refusal: unsuited }
  const wanted = wantedQty(arrival)
  if (wanted === 0)
    return entered(arrival, { account: arrival.account, order: { ...order, state: 'ended' }, fills: [] })
  const taking = takenBy(arrival, met, wanted)
  const refusal = refusalOfTrade(arrival, met, taking)
  if (refusal !== null) return { kind: 'refused', refusal }
  if (order.timeInForce === 'FOK' && sumOf(taking.takes, (level) => level.qty) < openQty(order))
    return { kind: 'killed' }
  return trade(arrival, met, taking)
}

/** Checks the state of the market, and the terms of the order against it. */
const refusalOfTerms = (order: PaperOrder, { market, state }: MetMarket, now: Millis): PaperRefusal | null => {
  if (state === 'closed') return 'market_closed'
  if (state === 'paused') return 'market_paused'
  if (!onGrid(market, order.price)) return 'price_off_tick'
  if (order.qty % market.tickSizeQty !== 0) return 'qty_off_lot'
  const least = leastQty(market, { sellsAtOnce: !mayRest(order) })
  if (order.qty < least && mayRest(order)) return 'qty_below_minimum'
  return order.expiresAt !== null && order.expiresAt <= now ? 'expiry_refused' : null
}

/** Quantity that may trade: an order that only closes trades no more than the position. */
const wantedQty = ({ account, others, order }: Arrival): Qty =>
  order.onlyCloses ? smallest(openQty(order), qty(reducible(account, others, order).free)) : openQty(order)

interface Taking {
  /** Levels of the public book and the quantities taken from them. */
  readonly takes: readonly Level[]
  /** Own orders on the other side that it would trade with. They leave the book. */
  readonly inTheWay: readonly PaperOrder[]
}

const takenBy = ({ account, others, order }: Arrival, met: MetMarket, wanted: Qty): Taking => {
  const levels = reachable(account, order, met)
  const opposite = others.filter(
    (other) =>
      other.nativeId === order.nativeId &&
      other.buyFlag !== order.buyFlag &&
      !isBeyond(other.price, order.price, order.buyFlag),
  )
  const inTheWay = opposite.filter(({ price }) => {
    const better = levels.filter((level) => isBeyond(price, level.price, order.buyFlag))
    return sumOf(better, (level) => level.qty) < wanted
  })
  return { takes: walkLevels(levels, wanted), inTheWay }
}

/** Levels that the order can trade with at its limit, less what the account took from them before. */
const reachable = (
  { taken }: PaperAccount,
  { nativeId, buyFlag, price: limit }: PaperOrder,
  met: MetMarket,
): readonly Level[] => {
  const shown = buyFlag ? met.book.asks : met.book.bids
  return untakenLevels(taken, { nativeId, isBid: !buyFlag }, shown).filter(
    (level) => !isBeyond(slipped(met, level.price, buyFlag), limit, buyFlag),
  )
}

/** The price that a taker pays for a level. The limit still holds. */
const slipped = ({ market, slip }: Pick<MetMarket, 'market' | 'slip'>, at: Level['price'], buyFlag: boolean) =>
  slip === 0 ? at : (clipToGrid(market, buyFlag ? at + slip : at - slip, !buyFlag) ?? at)

const refusalOfTrade = (arrival: Arrival, met: MetMarket, taking: Taking): PaperRefusal | null => {
  const { account, others, order } = arrival
  const takes = taking.takes.length > 0
  if (order.postOnly && (takes || taking.inTheWay.length > 0)) return 'would_cross'
  const { minimumBuyValue } = traitsOf(account.exchange)
  const free = qty(reducible(account, others, order).free)
  const opened = stakeOf(order.buyFlag, order.price, minus(openQty(order), smallest(free, openQty(order))))
  if (minimumBuyValue !== null && takes && opened > 0 && opened < minimumBuyValue) return 'value_below_minimum'
  const stay = others.filter((other) => !taking.inTheWay.includes(other))
  const fee = takes ? takerFee(met.market, order.buyFlag, [{ price: order.price, qty: openQty(order) }]) : 0
  const needed = heldCash(account, [...stay, order])
  const before = heldCash(account, stay)
  return needed > before && needed + fee > account.cash ? 'insufficient_balance' : null
}

const trade = (arrival: Arrival, met: MetMarket, { takes, inTheWay }: Taking): Entered => {
  const { order, now } = arrival
  const side: BookSide = { nativeId: order.nativeId, isBid: !order.buyFlag }
  const shown = order.buyFlag ? met.book.asks : met.book.bids
  const changed = forgetChanged(arrival.account.taken, order.nativeId, met.book)
  const account = { ...arrival.account, taken: rememberTaken(changed, side, shown, takes) }
  const trades = cutAt(arrival.firstPart, takes).map(
    (level, place): PaperTrade => ({
      tradeId: `take-${now}-${place}`,
      at: now,
      price: slipped(met, level.price, order.buyFlag),
      qty: level.qty,
    }),
  )
  const filled = fillAsTaker(account, order, met.market, trades)
  const own = order.buyFlag ? met.book.bids : met.book.asks
  const rests = mayRest(order) && filled.order.state === 'live'
  const after: PaperOrder = rests
    ? { ...filled.order, placedAt: now, tradedTo: now, queue: joinQueue(displayedAt(own, order.price) ?? qty(0)) }
    : { ...filled.order, state: 'ended' }
  const left = inTheWay.map((one) => ({ ...one, state: 'ended' as const }))
  return entered(arrival, { ...filled, order: after }, left)
}

/** Divides the level at which the first part of the order ends. */
const cutAt = (firstPart: Qty, takes: readonly Level[]): readonly Level[] => {
  let left: number = firstPart
  return takes.flatMap(({ price, qty: taken }) => {
    const first = Math.min(left, taken)
    left -= first
    return [first, taken - first].filter((part) => part > 0).map((part) => ({ price, qty: qty(part) }))
  })
}

const entered = (
  { account: { open } }: Arrival,
  { account, order, fills }: Pick<PaperChange<PaperOrder>, 'account' | 'fills'> & { readonly order: PaperOrder },
  left: readonly PaperOrder[] = [],
): Entered => {
  const gone = new Set(left.map(({ paperId }) => paperId))
  const stay = open.filter((paperId) => paperId !== order.paperId && !gone.has(paperId))
  const next = { ...account, open: order.state === 'live' ? [...stay, order.paperId] : stay }
  return { kind: 'entered', order, change: { account: next, orders: [order, ...left], fills } }
}
