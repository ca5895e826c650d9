/** A deterministic matching engine for YES/NO contracts: one YES book per market, price then time, money always covered. */

import type { OrderChange } from '../ledger/engine-events.ts'
import { EngineLedger } from '../ledger/engine-ledger.ts'
import type {
  EngineFill,
  EngineMarket,
  EngineMarketStatus,
  EngineOrder,
  EngineTrade,
  Lifetime,
} from '../ledger/engine-state.ts'
import { amendmentRefusal, submissionRefusal, wouldTake } from './admission.ts'
import { bookTrade } from './book-trade.ts'
import type { FeePolicy } from './fee-policy.ts'
import { newOrder } from './new-order.ts'
import { crosses, ownSide, volumeWithin } from './order-book.ts'
import { settleMarket } from './settle-market.ts'
import { qtyFor } from './spending.ts'
import type { Amendment, Outcome, Submission } from './submission.ts'

export interface EngineOptions {
  readonly clock: () => number
  /** Returns the identifier of a running number. */
  readonly idOf: (sequence: number) => string
  readonly fees: FeePolicy
  /** Receives each match after both sides are booked. */
  readonly onMatch?: (match: EngineMatch) => void
  /** Time an order stays on its book after its expiry; default none. */
  readonly expiresLateMs?: () => number
  /** True if resting orders stay when a paused market continues; default false. */
  readonly keepsOrdersOverPauses?: boolean
}

export interface EngineMatch {
  readonly market: EngineMarket
  readonly taker: EngineOrder
  readonly maker: EngineOrder
  /** The fill of the taker. */
  readonly fill: EngineFill
}

/** A trade that is only reported. */
export interface Print extends Pick<EngineTrade, 'price' | 'qty' | 'buyFlag' | 'isBlock'> {
  readonly id?: string
}

/** An order on its way through the book. */
interface Taking {
  readonly market: EngineMarket
  readonly taker: EngineOrder
  /** Money to spend at most; null: the order counts contracts. */
  readonly spend: number | null
  readonly fills: EngineFill[]
}

export class MatchingEngine {
  readonly ledger: EngineLedger
  readonly #options: EngineOptions

  constructor(options: EngineOptions) {
    this.#options = options
    this.ledger = new EngineLedger(options.fees, options.clock)
  }

  addMarket(market: Pick<EngineMarket, 'id' | 'shard' | 'bands' | 'lot' | 'status'>): EngineMarket {
    const known = this.ledger.markets.get(market.id)
    if (known !== undefined) return known
    const fresh = { payout: null, lastPrice: null, previousPrice: null, volume: 0, updatedAt: this.#now() }
    const added: EngineMarket = { ...market, ...fresh }
    this.ledger.markets.set(added.id, added)
    return added
  }

  submit(submission: Submission): Outcome {
    const { ledger } = this
    const market = ledger.markets.get(submission.market)
    const refusal = submissionRefusal(ledger, submission, this.#now())
    const crossed = refusal === 'post_only_cross' && submission.endsCrossing === true
    if (market === undefined || (refusal !== null && !crossed))
      return { ok: false, reason: refusal ?? 'market_unknown' }
    const allowed = reducible(ledger, submission)
    const order = newOrder(submission, allowed, this.#now(), ledger.nextSequence(), this.#options.idOf)
    if (allowed > 0 && submission.covered !== true && !this.#isAffordable(order, market))
      return { ok: false, reason: 'insufficient_cash' }
    if (submission.identity !== null) ledger.spend(submission.account, submission.identity)
    if (submission.lifetime === 'all_or_nothing' && !this.#isVolumeEnough(order))
      return { ok: false, reason: 'too_little_volume' }
    ledger.orders.set(order.id, order)
    if (crossed || allowed === 0) return this.#endAtOnce(order, crossed ? 'post_only_cross' : 'nothing_to_reduce')
    return this.#trade(market, order, submission)
  }

  amend(order: EngineOrder, amendment: Amendment): Outcome {
    const { ledger } = this
    const market = ledger.markets.get(order.market)
    const refusal = amendmentRefusal(ledger, order, amendment, this.#now())
    if (market === undefined || refusal !== null) return { ok: false, reason: refusal ?? 'order_unknown' }
    const remaining = amendment.qty - order.filled
    const keepsPlace = amendment.price === order.price && remaining <= order.remaining
    const isSmaller = remaining < order.remaining
    if (!this.#replace(market, order, amendment, keepsPlace)) return { ok: false, reason: 'insufficient_cash' }
    if (amendment.identity !== undefined && amendment.identity !== order.identity) {
      order.identity = amendment.identity
      ledger.spend(order.account, amendment.identity)
    }
    order.qty = amendment.qty
    order.updatedAt = this.#now()
    if (!keepsPlace) order.sequence = ledger.nextSequence()
    const fills = keepsPlace ? [] : this.#match(market, order)
    const change = keepsPlace && isSmaller ? 'decreased' : 'amended'
    this.#settle(order, 'rest', fills.length > 0 ? 'trade' : change, false)
    return { ok: true, order, fills }
  }

  /** Returns the cancelled size. `change` is the reason, if the owner did not cancel. */
  cancel(order: EngineOrder, change: OrderChange = null): number {
    return this.#end(order, change)
  }

  /** An account of the house trades with this resting order alone, whatever rests before it. */
  fillResting(maker: EngineOrder, account: string, qty: number): void {
    const { ledger } = this
    const market = ledger.markets.get(maker.market)
    if (market === undefined || maker.status !== 'resting') return
    const submission: Submission = {
      account,
      market: market.id,
      identity: null,
      buyFlag: !maker.buyFlag,
      price: maker.price,
      qty,
      lifetime: 'immediate',
      selfTrade: 'cancel_taker',
    }
    const taker = newOrder(submission, qty, this.#now(), ledger.nextSequence(), this.#options.idOf)
    this.#take({ market, taker, spend: null, fills: [] }, maker)
    ledger.pruneTrades()
  }

  /** Adds a trade of others to the tape: the last price and the volume follow, no order changes. */
  print(market: EngineMarket, { price, qty, buyFlag, isBlock, id }: Print): void {
    const { ledger } = this
    const sequence = ledger.nextSequence()
    const trade = {
      id: id ?? this.#options.idOf(sequence),
      market: market.id,
      price,
      qty,
      buyFlag,
      at: this.#now(),
      sequence,
      ...(isBlock === true ? { isBlock } : {}),
    }
    market.previousPrice = market.lastPrice
    market.lastPrice = price
    market.volume += qty
    ledger.touch('market', market.id, market)
    ledger.trades.push(trade)
    ledger.touch('trade', trade.id, trade)
    ledger.events.report({ kind: 'trade', trade })
    ledger.pruneTrades()
  }

  setStatus(market: EngineMarket, status: Exclude<EngineMarketStatus, 'resolved'>): void {
    if (market.status === status || market.status === 'resolved') return
    // Kalshi reference, section 12: reactivation cancels all resting orders, and so does the close.
    const continues = status === 'active' && market.status === 'paused'
    if (status === 'closed') this.#endAllIn(market, 'market_closed')
    if (continues && this.#options.keepsOrdersOverPauses !== true) this.#endAllIn(market, 'halted')
    if (status === 'paused') this.#endAllIn(market, 'halted', ({ cancelOnPause }) => cancelOnPause)
    market.status = status
    market.updatedAt = this.#now()
    this.ledger.touch('market', market.id, market)
  }

  /** Ends the market: each YES contract pays `payout`, each NO the rest of a dollar. */
  resolve(market: EngineMarket, payout: number): void {
    if (market.status === 'resolved') return
    this.#endAllIn(market, 'market_resolved')
    Object.assign(market, { status: 'resolved', payout, updatedAt: this.#now() })
    this.ledger.touch('market', market.id, market)
    settleMarket(this.ledger, market, payout, this.#now())
  }

  /** Cancels expired orders. */
  expire(): void {
    for (const order of this.ledger.expiring) if (this.#isExpired(order)) this.#end(order, 'expired')
  }

  /** Cancels resting orders that ask to leave when trading pauses. */
  cancelOnPause(): void {
    for (const order of [...this.ledger.orders.values()])
      if (order.status === 'resting' && order.cancelOnPause) this.#end(order, 'halted')
  }

  newId(): string {
    return this.#options.idOf(this.ledger.nextSequence())
  }

  #now(): number {
    return this.#options.clock()
  }

  /** Until it is swept, an expired order trades like any other. */
  #isExpired({ expiresAt }: EngineOrder): boolean {
    return expiresAt !== null && expiresAt + (this.#options.expiresLateMs?.() ?? 0) <= this.#now()
  }

  #isAffordable(order: EngineOrder, market: EngineMarket): boolean {
    const { ledger } = this
    const fee = this.#options.fees.reserve(market, order.price, order.remaining, wouldTake(ledger, market, order))
    return ledger.extraHold(order, fee) <= ledger.available(order.account, market.shard)
  }

  #isVolumeEnough({ market, buyFlag, price, remaining }: EngineOrder): boolean {
    const opposite = ownSide(this.ledger.bookOf(market), !buyFlag)
    return volumeWithin(opposite, buyFlag, price, remaining) >= remaining
  }

  /** Matches a new order; the rest of it rests or ends. */
  #trade(market: EngineMarket, order: EngineOrder, { spend, lifetime }: Submission): Outcome {
    const fills = spend === undefined ? this.#match(market, order) : this.#spend(market, order, spend)
    const change = fills.length > 0 ? 'trade' : null
    this.#settle(order, lifetime, order.status === 'canceled' ? 'self_trade' : change, true)
    return { ok: true, order, fills }
  }

  #endAtOnce(order: EngineOrder, change: OrderChange): Outcome {
    Object.assign(order, { remaining: 0, status: 'canceled' })
    this.#publish(order, change, true)
    return { ok: true, order, fills: [] }
  }

  /** Takes the order off the book with its new price, size and expiry. False if the money is short: then it rests as before. */
  #replace(market: EngineMarket, order: EngineOrder, amendment: Amendment, keepsPlace: boolean): boolean {
    const { price, remaining, expiresAt } = order
    this.ledger.stopResting(order)
    Object.assign(order, { price: amendment.price, remaining: amendment.qty - order.filled })
    if (amendment.expiresAt !== undefined) order.expiresAt = amendment.expiresAt
    if (keepsPlace || this.#isAffordable(order, market)) return true
    Object.assign(order, { price, remaining, expiresAt })
    this.ledger.startResting(order)
    return false
  }

  /**
   * Trades until the money is spent. The quantity becomes the bought contracts and the contracts that the remaining
   * money would buy.
   */
  #spend(market: EngineMarket, order: EngineOrder, spend: number): EngineFill[] {
    order.remaining = Number.MAX_SAFE_INTEGER
    const fills = this.#match(market, order, spend)
    order.remaining = qtyFor(market, order.buyFlag, order.price, spend - order.takerCost)
    order.qty = order.filled + order.remaining
    if (order.remaining === 0 && order.filled > 0) order.status = 'executed'
    return fills
  }

  /** Trades the order against the other side as long as prices cross. */
  #match(market: EngineMarket, taker: EngineOrder, spend: number | null = null): EngineFill[] {
    const opposite = ownSide(this.ledger.bookOf(market.id), !taker.buyFlag)
    const taking: Taking = { market, taker, spend, fills: [] }
    while (taker.remaining > 0) {
      const maker = opposite[0]
      if (maker === undefined || !crosses(taker.buyFlag, taker.price, maker)) break
      if (this.#isExpired(maker)) this.#end(maker, 'expired')
      else if (maker.account === taker.account) this.#preventSelfTrade(taker, maker)
      else if (!this.#take(taking, maker)) break
    }
    this.ledger.pruneTrades()
    return taking.fills
  }

  #preventSelfTrade(taker: EngineOrder, maker: EngineOrder): void {
    if (taker.selfTrade === 'cancel_maker') this.#end(maker, 'self_trade')
    else Object.assign(taker, { remaining: 0, status: 'canceled' })
  }

  /** Books one trade; false if the remaining money buys nothing. */
  #take({ market, taker, spend, fills }: Taking, maker: EngineOrder): boolean {
    const { ledger } = this
    const { buyFlag, remaining } = taker
    const most = spend === null ? remaining : qtyFor(market, buyFlag, maker.price, spend - taker.takerCost)
    const qty = Math.min(remaining, maker.remaining, most)
    if (qty === 0) return false
    const sequence = ledger.nextSequence()
    const taken = fills.reduce((sum, fill) => sum + (fill.price === maker.price ? fill.qty : 0), 0)
    const trade = { market, taker, maker, qty, at: this.#now(), id: this.#options.idOf(sequence), sequence, taken }
    const fill = bookTrade(ledger, this.#options.fees, trade)
    fills.push(fill)
    if (maker.remaining === 0) ledger.stopResting(maker)
    ledger.reweigh(maker.account, market.id, maker.remaining > 0 ? maker : undefined)
    ledger.reweigh(taker.account, market.id)
    this.#publish(maker, 'trade')
    this.#options.onMatch?.({ market, taker, maker, fill })
    return true
  }

  /** After matching: the remaining size rests, or ends if it may not rest. */
  #settle(order: EngineOrder, lifetime: Lifetime, change: OrderChange, isNew: boolean): void {
    if (order.remaining > 0 && lifetime === 'rest') this.ledger.startResting(order)
    // A reduce-only order that was cut to the position is not filled in full, although nothing of it is left to trade.
    else if (order.status === 'resting' || order.filled < order.qty)
      Object.assign(order, { remaining: 0, status: 'canceled' })
    this.#publish(order, change, isNew)
  }

  #endAllIn(market: EngineMarket, change: OrderChange, isMeant: (order: EngineOrder) => boolean = () => true): void {
    const { bids, asks } = this.ledger.bookOf(market.id)
    for (const order of [...bids, ...asks]) if (isMeant(order)) this.#end(order, change)
  }

  #end(order: EngineOrder, change: OrderChange): number {
    const left = order.remaining
    this.ledger.stopResting(order)
    Object.assign(order, { remaining: 0, status: 'canceled', updatedAt: this.#now() })
    this.#publish(order, change)
    return left
  }

  /** Stores and publishes the order; orders of the house only leave the list when they end. */
  #publish(order: EngineOrder, change: OrderChange, isNew = false): void {
    const { ledger } = this
    if (ledger.isHouse(order.account)) {
      if (order.status !== 'resting') ledger.orders.delete(order.id)
      return
    }
    ledger.touch('order', order.id, order)
    if (ledger.events.isReceived) ledger.events.report({ kind: 'order', order: { ...order }, change, isNew })
  }
}

/** Contracts that the order may trade: a reduce-only order no more than the position. */
const reducible = (ledger: EngineLedger, submission: Submission): number => {
  if (submission.reduceOnly !== true) return submission.qty
  const { net } = ledger.positionOf(submission.account, submission.market)
  return Math.min(submission.qty, Math.max(0, submission.buyFlag ? -net : net))
}
