/** What a wallet holds and what it has gained, counted from its trades and from what markets have paid. */

import { type MarketReads, type MarketState, stateOf, type WalletTrade } from '../world/market-reads.ts'

/** Money, prices and quantities are millionths. */
export interface Holding {
  readonly conditionId: string
  readonly outcome: 0 | 1
  size: number
  /** What is held has cost, without fees. */
  cost: number
  /** Bought over the wallet's lifetime, and what that cost without fees. */
  bought: number
  entryCost: number
  entryFees: number
  realized: number
  lastAt: number
}

/** One per token that was ever held. */
export const holdingsOf = (reads: MarketReads, user: string): Holding[] => {
  const holdings = new Map<string, Holding>()
  for (const trade of reads.tradesOf?.(user) ?? []) {
    const key = `${trade.conditionId}|${trade.outcome}`
    const holding = holdings.get(key) ?? freshHolding(trade)
    holdings.set(key, holding)
    apply(holding, trade)
  }
  for (const holding of holdings.values()) {
    const market = reads.catalogue.markets.get(holding.conditionId)
    if (market !== undefined) redeem(holding, stateOf(reads, market))
  }
  return [...holdings.values()]
}

const ONE = 1_000_000

const freshHolding = ({ conditionId, outcome }: WalletTrade): Holding => ({
  conditionId,
  outcome,
  size: 0,
  cost: 0,
  bought: 0,
  entryCost: 0,
  entryFees: 0,
  realized: 0,
  lastAt: 0,
})

const apply = (holding: Holding, { side, size, price, fee, at }: WalletTrade): void => {
  const value = Math.round((size * price) / ONE)
  holding.lastAt = at
  if (side === 'BUY') {
    holding.size += size
    holding.cost += value
    holding.bought += size
    holding.entryCost += value
    holding.entryFees += fee
    return
  }
  const part = holding.size === 0 ? 0 : Math.round(holding.cost * Math.min(1, size / holding.size))
  holding.size -= size
  holding.cost -= part
  holding.realized += value - part - fee
}

/** This exchange pays out by itself: what was held when the market resolved is gone. */
const redeem = (holding: Holding, { closed, payoutYes, updatedAt }: MarketState): void => {
  if (!closed || payoutYes === null || holding.size === 0) return
  const payout = holding.outcome === 0 ? payoutYes : ONE - payoutYes
  holding.realized += Math.round((holding.size * payout) / ONE) - holding.cost
  Object.assign(holding, { size: 0, cost: 0, lastAt: updatedAt })
}
