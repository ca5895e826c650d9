/** Holdings and gains of a wallet, counted from its trades, redemptions, merges and splits. */

import type { MarketReads, WalletTrade } from '../world/market-reads.ts'
import type { ChainEvent } from './chain-event.ts'

/** Money, prices and quantities are millionths. */
export interface Holding {
  readonly conditionId: string
  readonly outcome: 0 | 1
  size: number
  /** Cost of the held tokens, without fees. */
  cost: number
  /** Bought over the wallet's lifetime, and what that cost without fees. */
  bought: number
  entryCost: number
  entryFees: number
  realized: number
  lastAt: number
}

/** One per token that was ever held, as the Data host has it: it may be behind, and leave markets out. */
export const holdingsOf = (reads: MarketReads, user: string): Holding[] => {
  const to = reads.clock() - (reads.positionsLagMs ?? 0)
  const isShown = ({ at, conditionId }: Pick<ChainEvent, 'at' | 'conditionId'>): boolean =>
    at <= to && reads.omittedPositions?.includes(conditionId) !== true
  const holdings = new Map<string, Holding>()
  const holdingOf = (token: Pick<Holding, 'conditionId' | 'outcome'>): Holding => {
    const key = `${token.conditionId}|${token.outcome}`
    const holding = holdings.get(key) ?? freshHolding(token)
    holdings.set(key, holding)
    return holding
  }
  for (const trade of (reads.tradesOf?.(user) ?? []).filter(isShown)) apply(holdingOf(trade), trade)
  for (const event of (reads.chainEventsOf?.(user) ?? []).filter(isShown)) {
    for (const outcome of [0, 1] as const) {
      if (event.tokens[outcome] !== 0) exchange(holdingOf({ ...event, outcome }), event)
    }
  }
  return [...holdings.values()]
}

const ONE = 1_000_000

const freshHolding = ({ conditionId, outcome }: Pick<Holding, 'conditionId' | 'outcome'>): Holding => ({
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

const exchange = (holding: Holding, { tokens, worth, at }: ChainEvent): void => {
  const left = tokens[holding.outcome]
  const came = worth[holding.outcome]
  const cost = left < 0 ? came : Math.round(holding.cost * Math.min(1, left / Math.max(1, holding.size)))
  holding.size -= left
  holding.cost -= cost
  holding.realized += came - cost
  holding.lastAt = at
}
