/** A deterministic matching engine for YES/NO contracts: one YES book per market, price then time, money always covered. */

import type { OrderChange } from '../ledger/engine-events.ts'
import { createEngineLedger, type EngineLedger, pruneTrades } from '../ledger/engine-ledger.ts'
import type { EngineFill, EngineMarket, EngineMarketStatus, EngineOrder, Lifetime } from '../ledger/engine-state.ts'
import { bookTrade } from './book-trade.ts'
import type { FeePolicy } from './fee-policy.ts'
import { newOrder } from './new-order.ts'
import { crosses, ownSide, volumeWithin } from './order-book.ts'
import { isOnGrid } from './price-grid.ts'
import { settleMarket } from './settle-market.ts'
import { qtyFor } from './spending.ts'
import type { Amendment, Outcome, Refusal, Submission } from './submission.ts'

export interface MatchingEngine {
  readonly ledger: EngineLedger
  readonly addMarket: (market: Pick<EngineMarket, 'id' | 'shard' | 'bands' | 'lot' | 'status'>) => EngineMarket
  readonly submit: (submission: Submission) => Outcome
  /** `change`: why, where its owner did not. */
  readonly cancel: (order: EngineOrder, change?: OrderChange) => number
  readonly amend: (order: EngineOrder, amendment: Amendment) => Outcome
  readonly setStatus: (market: EngineMarket, status: Exclude<EngineMarketStatus, 'resolved'>) => void
  /** Ends the market: each YES contract pays `payout`, each NO the rest of a dollar. */
  readonly resolve: (market: EngineMarket, payout: number) => void
  /** Cancels what has outlived its expiry. */
  readonly expire: () => void
  /** Cancels the resting orders that asked to leave when trading pauses. */
  readonly cancelOnPause: () => void
  readonly newId: () => string
}

export interface EngineOptions {
  readonly clock: () => number
  /** The identifier that belongs to a running number. */
  readonly idOf: (sequence: number) => string
  readonly fees: FeePolicy
  /** Hears of every match, once both sides are booked. */
  readonly onMatch?: (match: EngineMatch) => void
  /** How long an order stays on its book after it has expired; default none. */
  readonly expiresLateMs?: () => number
  /** Whether resting orders stay when a paused market goes on; default false. */
  readonly keepsOrdersOverPauses?: boolean
}

export interface EngineMatch {
  readonly market: EngineMarket
  readonly taker: EngineOrder
  readonly maker: EngineOrder
  /** The taker's side of it. */
  readonly fill: EngineFill
}

export const createMatchingEngine = (options: EngineOptions): MatchingEngine => {
  const { clock, idOf, fees } = options
  const ledger = createEngineLedger(fees, clock)

  const touchOrder = (order: EngineOrder, change: OrderChange, isNew = false): void => {
    if (ledger.accounts.get(order.account)?.house !== true) {
      ledger.touch('order', order.id, order)
      if (ledger.events.isHeard) ledger.events.tell({ kind: 'order', order: { ...order }, change, isNew })
    } else if (order.status !== 'resting') ledger.orders.delete(order.id)
  }

  const end = (order: EngineOrder, change: OrderChange): number => {
    const left = order.remaining
    ledger.stopResting(order)
    order.remaining = 0
    order.status = 'canceled'
    order.updatedAt = clock()
    touchOrder(order, change)
    return left
  }

  /** Until it is swept, an order that has expired trades like any other. */
  const isExpired = ({ expiresAt }: EngineOrder): boolean =>
    expiresAt !== null && expiresAt + (options.expiresLateMs?.() ?? 0) <= clock()

  /** Trades the order against the other side for as long as it meets something. */
  const match = (market: EngineMarket, taker: EngineOrder, spend: number | null = null): EngineFill[] => {
    const opposite = ownSide(ledger.bookOf(market.id), !taker.buyFlag)
    const fills: EngineFill[] = []
    while (taker.remaining > 0) {
      const maker = opposite[0]
      if (maker === undefined || !crosses(taker.buyFlag, taker.price, maker)) break
      if (isExpired(maker)) {
        end(maker, 'expired')
      } else if (maker.account === taker.account) {
        if (taker.selfTrade === 'cancel_maker') end(maker, 'self_trade')
        else {
          taker.remaining = 0
          taker.status = 'canceled'
        }
      } else {
        const left = spend === null ? null : spend - taker.takerCost
        const most = left === null ? taker.remaining : qtyFor(market, taker.buyFlag, maker.price, left)
        const qty = Math.min(taker.remaining, maker.remaining, most)
        if (qty === 0) break
        const sequence = ledger.nextSequence()
        const taken = fills.reduce((sum, fill) => sum + (fill.price === maker.price ? fill.qty : 0), 0)
        const trade = { market, taker, maker, qty, at: clock(), id: idOf(sequence), sequence, taken }
        const fill = bookTrade(ledger, fees, trade)
        fills.push(fill)
        if (maker.remaining === 0) ledger.stopResting(maker)
        ledger.reweigh(maker.account, market.id, maker.remaining > 0 ? maker : undefined)
        ledger.reweigh(taker.account, market.id)
        touchOrder(maker, 'trade')
        options.onMatch?.({ market, taker, maker, fill })
      }
    }
    for (const trade of pruneTrades(ledger.trades)) ledger.forget('trade', trade.id)
    return fills
  }

  const isAffordable = (order: EngineOrder, market: EngineMarket): boolean => {
    const best = ownSide(ledger.bookOf(market.id), !order.buyFlag)[0]
    const takes = best !== undefined && crosses(order.buyFlag, order.price, best)
    const fee = fees.reserve(market, order.price, order.remaining, takes)
    return ledger.extraHold(order, fee) <= ledger.available(order.account, market.shard)
  }

  const refusalOf = (submission: Submission, market: EngineMarket | undefined): Refusal | null => {
    const { account, identity, price, qty, buyFlag } = submission
    if (identity !== null && ledger.isSpent(account, identity)) return 'identity_used'
    if (market === undefined) return 'market_unknown'
    if (market.status !== 'active') return 'market_not_active'
    if (!isOnGrid(market, price)) return 'off_grid'
    const isCounted = submission.spend === undefined
    if (isCounted && (!Number.isSafeInteger(qty) || qty <= 0 || qty % market.lot !== 0)) return 'bad_size'
    if (submission.expiresAt != null && submission.expiresAt <= clock()) return 'already_expired'
    return submission.postOnly === true && wouldTake(market, buyFlag, price) ? 'post_only_cross' : null
  }

  const wouldTake = (market: EngineMarket, buyFlag: boolean, price: number): boolean => {
    const [best] = ownSide(ledger.bookOf(market.id), !buyFlag)
    return best !== undefined && crosses(buyFlag, price, best)
  }

  /** How much a reduce-only order may trade: what there is to reduce. */
  const reducible = (submission: Submission): number => {
    if (submission.reduceOnly !== true) return submission.qty
    const { net } = ledger.positionOf(submission.account, submission.market)
    return Math.min(submission.qty, submission.buyFlag ? Math.max(0, -net) : Math.max(0, net))
  }

  const submit = (submission: Submission): Outcome => {
    const market = ledger.markets.get(submission.market)
    const refusal = refusalOf(submission, market)
    const crossed = refusal === 'post_only_cross' && submission.endsCrossing === true
    if (market === undefined || (refusal !== null && !crossed))
      return { ok: false, reason: refusal ?? 'market_unknown' }
    const allowed = reducible(submission)
    const order = newOrder(submission, allowed, clock(), ledger.nextSequence(), idOf)
    if (allowed > 0 && submission.covered !== true && !isAffordable(order, market))
      return { ok: false, reason: 'insufficient_cash' }
    if (submission.identity !== null) ledger.spend(submission.account, submission.identity)
    if (submission.lifetime === 'all_or_nothing') {
      const opposite = ownSide(ledger.bookOf(market.id), !order.buyFlag)
      const volume = volumeWithin(opposite, order.buyFlag, order.price, order.remaining)
      if (volume < order.remaining) return { ok: false, reason: 'too_little_volume' }
    }
    ledger.orders.set(order.id, order)
    if (crossed || allowed === 0) {
      Object.assign(order, { remaining: 0, status: 'canceled' })
      touchOrder(order, crossed ? 'post_only_cross' : 'nothing_to_reduce', true)
      return { ok: true, order, fills: [] }
    }
    const fills = submission.spend === undefined ? match(market, order) : matchFor(market, order, submission.spend)
    const whole = fills.length > 0 ? 'trade' : null
    settle(order, submission.lifetime, order.status === 'canceled' ? 'self_trade' : whole, true)
    return { ok: true, order, fills }
  }

  /** Trades until the money is spent; the order's quantity is then what it bought and what the rest would have. */
  const matchFor = (market: EngineMarket, order: EngineOrder, spend: number): EngineFill[] => {
    order.remaining = Number.MAX_SAFE_INTEGER
    const fills = match(market, order, spend)
    order.remaining = qtyFor(market, order.buyFlag, order.price, spend - order.takerCost)
    order.qty = order.filled + order.remaining
    if (order.remaining === 0 && order.filled > 0) order.status = 'executed'
    return fills
  }

  /** After matching: what is left rests, or ends when it may not. */
  const settle = (order: EngineOrder, lifetime: Lifetime, change: OrderChange, isNew: boolean): void => {
    if (order.remaining > 0 && lifetime === 'rest') ledger.startResting(order)
    // A reduce-only order that was cut to the position is not filled whole, although nothing of it is left to trade.
    else if (order.status === 'resting' || order.filled < order.qty) {
      order.remaining = 0
      order.status = 'canceled'
    }
    touchOrder(order, change, isNew)
  }

  const amend = (order: EngineOrder, amendment: Amendment): Outcome => {
    const market = ledger.markets.get(order.market)
    if (market === undefined || order.status !== 'resting') return { ok: false, reason: 'order_unknown' }
    if (market.status !== 'active') return { ok: false, reason: 'market_not_active' }
    if (!isOnGrid(market, amendment.price)) return { ok: false, reason: 'off_grid' }
    if (!Number.isSafeInteger(amendment.qty) || amendment.qty % market.lot !== 0)
      return { ok: false, reason: 'bad_size' }
    if (amendment.qty < order.filled) return { ok: false, reason: 'below_filled' }
    if (amendment.expiresAt != null && amendment.expiresAt <= clock()) return { ok: false, reason: 'already_expired' }
    if (order.postOnly && wouldTake(market, order.buyFlag, amendment.price))
      return { ok: false, reason: 'post_only_cross' }
    const renamed = amendment.identity !== undefined && amendment.identity !== order.identity
    if (renamed && ledger.isSpent(order.account, amendment.identity)) return { ok: false, reason: 'identity_used' }
    const remaining = amendment.qty - order.filled
    const keepsPlace = amendment.price === order.price && remaining <= order.remaining
    const before = { price: order.price, remaining: order.remaining, expiresAt: order.expiresAt }
    ledger.stopResting(order)
    Object.assign(order, { price: amendment.price, remaining })
    if (amendment.expiresAt !== undefined) order.expiresAt = amendment.expiresAt
    if (!keepsPlace && !isAffordable(order, market)) {
      Object.assign(order, before)
      ledger.startResting(order)
      return { ok: false, reason: 'insufficient_cash' }
    }
    if (renamed && amendment.identity !== undefined) {
      order.identity = amendment.identity
      ledger.spend(order.account, amendment.identity)
    }
    order.qty = amendment.qty
    order.updatedAt = clock()
    if (!keepsPlace) order.sequence = ledger.nextSequence()
    const fills = keepsPlace ? [] : match(market, order)
    const change = keepsPlace && order.remaining < before.remaining ? 'decreased' : 'amended'
    settle(order, 'rest', fills.length > 0 ? 'trade' : change, false)
    return { ok: true, order, fills }
  }

  const cancelAllIn = (market: EngineMarket, change: OrderChange): void => {
    const { bids, asks } = ledger.bookOf(market.id)
    for (const order of [...bids, ...asks]) end(order, change)
  }

  const setStatus: MatchingEngine['setStatus'] = (market, status) => {
    if (market.status === status || market.status === 'resolved') return
    // Kalshi reference, section 12: reactivation cancels all resting orders, and so does the close.
    const goesOn = status === 'active' && market.status === 'paused'
    if (status === 'closed') cancelAllIn(market, 'market_closed')
    if (goesOn && options.keepsOrdersOverPauses !== true) cancelAllIn(market, 'halted')
    if (status === 'paused') {
      const { bids, asks } = ledger.bookOf(market.id)
      for (const order of [...bids, ...asks]) if (order.cancelOnPause) end(order, 'halted')
    }
    market.status = status
    market.updatedAt = clock()
    ledger.touch('market', market.id, market)
  }

  return {
    ledger,
    addMarket: (market) => {
      const known = ledger.markets.get(market.id)
      if (known !== undefined) return known
      const fresh = { payout: null, lastPrice: null, previousPrice: null, volume: 0, updatedAt: clock() }
      const added: EngineMarket = { ...market, ...fresh }
      ledger.markets.set(added.id, added)
      return added
    },
    submit,
    cancel: (order, change = null) => end(order, change),
    amend,
    setStatus,
    resolve: (market, payout) => {
      if (market.status === 'resolved') return
      cancelAllIn(market, 'market_resolved')
      Object.assign(market, { status: 'resolved', payout, updatedAt: clock() })
      ledger.touch('market', market.id, market)
      settleMarket(ledger, market, payout, clock())
    },
    expire: () => {
      for (const order of ledger.expiring) if (isExpired(order)) end(order, 'expired')
    },
    cancelOnPause: () => {
      for (const order of [...ledger.orders.values()])
        if (order.status === 'resting' && order.cancelOnPause) end(order, 'halted')
    },
    newId: () => idOf(ledger.nextSequence()),
  }
}
