/** A deterministic matching engine for YES/NO contracts: one YES book per market, price then time, money always covered. */

import { bookTrade } from './book-trade.ts'
import { contractCost, ONE } from './contract-cost.ts'
import { createEngineLedger, type EngineLedger, pruneTrades } from './engine-ledger.ts'
import type {
  EngineFill,
  EngineMarket,
  EngineMarketStatus,
  EngineOrder,
  EngineSettlement,
  Lifetime,
  SelfTrade,
} from './engine-state.ts'
import type { FeePolicy } from './fee-policy.ts'
import { crosses, ownSide, volumeWithin } from './order-book.ts'

export interface Submission {
  readonly account: string
  readonly market: string
  readonly identity: string | null
  readonly buyFlag: boolean
  readonly price: number
  readonly qty: number
  readonly lifetime: Lifetime
  readonly selfTrade: SelfTrade
  readonly postOnly?: boolean
  readonly reduceOnly?: boolean
  readonly cancelOnPause?: boolean
  readonly expiresAt?: number | null
}

export type Refusal =
  | 'identity_used'
  | 'market_unknown'
  | 'market_not_active'
  | 'off_grid'
  | 'bad_size'
  | 'already_expired'
  | 'insufficient_cash'
  | 'post_only_cross'
  | 'too_little_volume'
  | 'nothing_to_reduce'
  | 'order_unknown'
  | 'below_filled'

export type Outcome =
  | { readonly ok: true; readonly order: EngineOrder; readonly fills: readonly EngineFill[] }
  | { readonly ok: false; readonly reason: Refusal }

interface Amendment {
  readonly price: number
  /** Filled so far plus what shall remain. */
  readonly qty: number
  readonly identity?: string
  /** Absent keeps it, null takes it away. */
  readonly expiresAt?: number | null
}

export interface MatchingEngine {
  readonly ledger: EngineLedger
  readonly addMarket: (market: Pick<EngineMarket, 'id' | 'shard' | 'bands' | 'lot' | 'status'>) => EngineMarket
  readonly submit: (submission: Submission) => Outcome
  readonly cancel: (order: EngineOrder) => number
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
}

export const createMatchingEngine = ({ clock, idOf, fees }: EngineOptions): MatchingEngine => {
  const ledger = createEngineLedger(fees)

  const touchOrder = (order: EngineOrder): void => {
    if (ledger.accounts.get(order.account)?.house !== true) ledger.touch('order', order.id, order)
    else if (order.status !== 'resting') ledger.orders.delete(order.id)
  }

  const end = (order: EngineOrder): number => {
    const left = order.remaining
    ledger.stopResting(order)
    order.remaining = 0
    order.status = 'canceled'
    order.updatedAt = clock()
    touchOrder(order)
    return left
  }

  /** Trades the order against the other side for as long as it meets something. */
  const match = (market: EngineMarket, taker: EngineOrder): EngineFill[] => {
    const opposite = ownSide(ledger.bookOf(market.id), !taker.buyFlag)
    const fills: EngineFill[] = []
    while (taker.remaining > 0) {
      const maker = opposite[0]
      if (maker === undefined || !crosses(taker.buyFlag, taker.price, maker)) break
      if (maker.expiresAt !== null && maker.expiresAt <= clock()) {
        end(maker)
      } else if (maker.account === taker.account) {
        if (taker.selfTrade === 'cancel_maker') end(maker)
        else {
          taker.remaining = 0
          taker.status = 'canceled'
        }
      } else {
        const sequence = ledger.nextSequence()
        const qty = Math.min(taker.remaining, maker.remaining)
        fills.push(bookTrade(ledger, fees, { market, taker, maker, qty, at: clock(), id: idOf(sequence), sequence }))
        if (maker.remaining === 0) ledger.stopResting(maker)
        ledger.reweigh(maker.account, market.id, maker.remaining > 0 ? maker : undefined)
        ledger.reweigh(taker.account, market.id)
        touchOrder(maker)
      }
    }
    for (const trade of pruneTrades(ledger.trades)) ledger.forget('trade', trade.id)
    return fills
  }

  const isHouse = (account: string): boolean => ledger.accounts.get(account)?.house === true

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
    if (!Number.isSafeInteger(qty) || qty <= 0 || qty % market.lot !== 0) return 'bad_size'
    if (submission.expiresAt != null && submission.expiresAt <= clock()) return 'already_expired'
    const opposite = ownSide(ledger.bookOf(market.id), !buyFlag)
    const best = opposite[0]
    if (submission.postOnly === true && best !== undefined && crosses(buyFlag, price, best)) return 'post_only_cross'
    return null
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
    if (market === undefined || refusal !== null) return { ok: false, reason: refusal ?? 'market_unknown' }
    const allowed = reducible(submission)
    if (allowed === 0) return { ok: false, reason: 'nothing_to_reduce' }
    const order = newOrder(submission, allowed, clock(), ledger.nextSequence(), idOf)
    if (!isAffordable(order, market)) return { ok: false, reason: 'insufficient_cash' }
    if (submission.identity !== null) ledger.spend(submission.account, submission.identity)
    if (submission.lifetime === 'all_or_nothing') {
      const opposite = ownSide(ledger.bookOf(market.id), !order.buyFlag)
      const volume = volumeWithin(opposite, order.buyFlag, order.price, order.remaining)
      if (volume < order.remaining) return { ok: false, reason: 'too_little_volume' }
    }
    ledger.orders.set(order.id, order)
    const fills = match(market, order)
    settle(order, submission.lifetime)
    return { ok: true, order, fills }
  }

  /** After matching: what is left rests, or ends when it may not. */
  const settle = (order: EngineOrder, lifetime: Lifetime): void => {
    if (order.remaining > 0 && lifetime === 'rest') ledger.startResting(order)
    else if (order.status === 'resting') {
      order.remaining = 0
      order.status = 'canceled'
    }
    touchOrder(order)
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
    settle(order, 'rest')
    return { ok: true, order, fills }
  }

  const cancelAllIn = (market: EngineMarket): void => {
    const { bids, asks } = ledger.bookOf(market.id)
    for (const order of [...bids, ...asks]) end(order)
  }

  const setStatus: MatchingEngine['setStatus'] = (market, status) => {
    if (market.status === status || market.status === 'resolved') return
    // Kalshi reference, section 12: reactivation cancels all resting orders, and so does the close.
    if (status === 'closed' || (status === 'active' && market.status === 'paused')) cancelAllIn(market)
    if (status === 'paused') {
      const { bids, asks } = ledger.bookOf(market.id)
      for (const order of [...bids, ...asks]) if (order.cancelOnPause) end(order)
    }
    market.status = status
    market.updatedAt = clock()
    ledger.touch('market', market.id, market)
  }

  const resolve: MatchingEngine['resolve'] = (market, payout) => {
    if (market.status === 'resolved') return
    cancelAllIn(market)
    market.status = 'resolved'
    market.payout = payout
    market.updatedAt = clock()
    ledger.touch('market', market.id, market)
    for (const position of ledger.positionsIn(market.id)) {
      if (position.net === 0) continue
      const settlement = settlementOf(position, payout, clock())
      ledger.moveCash(position.account, market.shard, settlement.revenue)
      position.realized += settlement.revenue - position.cost
      Object.assign(position, { net: 0, cost: 0, updatedAt: clock() })
      if (isHouse(position.account)) continue
      ledger.settlements.push(settlement)
      ledger.touch('settlement', settlement.id, settlement)
      ledger.touch('position', `${position.account}|${market.id}`, position)
    }
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
    cancel: end,
    amend,
    setStatus,
    resolve,
    expire: () => {
      const now = clock()
      for (const order of ledger.expiring) if (order.expiresAt !== null && order.expiresAt <= now) end(order)
    },
    cancelOnPause: () => {
      for (const order of [...ledger.orders.values()]) if (order.status === 'resting' && order.cancelOnPause) end(order)
    },
    newId: () => idOf(ledger.nextSequence()),
  }
}

/** Whether the price is strictly inside 0..1 and on one of the market's steps. */
export const isOnGrid = (market: Pick<EngineMarket, 'bands'>, price: number): boolean =>
  Number.isSafeInteger(price) &&
  price > 0 &&
  price < ONE &&
  market.bands.some(({ start, end, step }) => price >= start && price <= end && (price - start) % step === 0)

const newOrder = (
  submission: Submission,
  qty: number,
  at: number,
  sequence: number,
  idOf: (sequence: number) => string,
): EngineOrder => ({
  id: idOf(sequence),
  account: submission.account,
  market: submission.market,
  identity: submission.identity,
  buyFlag: submission.buyFlag,
  price: submission.price,
  qty: submission.qty,
  filled: 0,
  remaining: qty,
  status: 'resting',
  lifetime: submission.lifetime,
  selfTrade: submission.selfTrade,
  cancelOnPause: submission.cancelOnPause ?? false,
  expiresAt: submission.expiresAt ?? null,
  sequence,
  createdSequence: sequence,
  createdAt: at,
  updatedAt: at,
  takerCost: 0,
  makerCost: 0,
  takerFees: 0,
  makerFees: 0,
  feeCarry: 0,
})

const settlementOf = (
  position: { readonly account: string; readonly market: string; readonly net: number; cost: number; fees: number },
  payout: number,
  at: number,
): EngineSettlement => {
  const { account, market, net, cost, fees } = position
  const yes = Math.max(0, net)
  const no = Math.max(0, -net)
  const revenue = contractCost(payout, yes) + (no - contractCost(payout, no))
  return { id: `${account}|${market}`, account, market, net, cost, payout, revenue, fees, at }
}
