/** What the Data host tells of a wallet: positions with what they cost, and trades (Polymarket reference, section 7.1). */

import { inOutcome } from './clob-order.ts'
import { type ClobTrade, dollarsFor, isPending, partsOf } from './clob-trade.ts'
import type { Holding, WalletTrade } from './market-reads.ts'
import type { PolymarketWorld } from './polymarket-world.ts'

type Known = Pick<PolymarketWorld, 'members' | 'trades' | 'wallets' | 'catalogue' | 'marketStates'>

const ONE = 1_000_000

/** Every token the wallet ever bought; what has not settled is not there yet. */
export const holdingsOf = (world: Known, user: string): Holding[] => {
  const known = new Map<string, Tally>()
  for (const { account, trade } of settledTrades(world, user)) {
    for (const { party, qty, fee } of partsOf(trade, account)) {
      const key = `${trade.market}|${party.outcome}`
      const tally = known.get(key) ?? emptyTally(trade.market, party.outcome)
      known.set(key, tally)
      const dollars = dollarsFor(trade.price, qty, party.outcome)
      tally.feesPaid += fee
      tally.lastAt = trade.at
      if (party.side === 'BUY') Object.assign(tally, bought(tally, qty, dollars))
      else Object.assign(tally, soldFor(tally, qty, dollars))
    }
  }
  return [...known.values()].map((tally) => holdingOf(world, tally))
}

/** Newest first. */
export const tradesOf = (world: Known, user: string): WalletTrade[] =>
  settledTrades(world, user)
    .flatMap(({ account, trade }) =>
      partsOf(trade, account).map(({ party, qty }) => ({
        conditionId: trade.market,
        outcome: party.outcome,
        side: party.side,
        size: qty,
        price: inOutcome(trade.price, party.outcome),
        at: trade.at,
        taker: party === trade.taker,
        transactionHash: trade.transactionHash,
      })),
    )
    .reverse()

interface Tally {
  readonly conditionId: string
  readonly outcome: 0 | 1
  size: number
  cost: number
  totalBought: number
  realizedPnl: number
  feesPaid: number
  lastAt: number
}

const emptyTally = (conditionId: string, outcome: 0 | 1): Tally => ({
  conditionId,
  outcome,
  size: 0,
  cost: 0,
  totalBought: 0,
  realizedPnl: 0,
  feesPaid: 0,
  lastAt: 0,
})

const bought = ({ size, cost, totalBought }: Tally, qty: number, dollars: number) => ({
  size: size + qty,
  cost: cost + dollars,
  totalBought: totalBought + qty,
})

const soldFor = ({ size, cost, realizedPnl }: Tally, qty: number, dollars: number) => {
  const released = size === 0 ? 0 : Math.round((cost * qty) / size)
  return { size: size - qty, cost: cost - released, realizedPnl: realizedPnl + dollars - released }
}

/** Once the market is resolved, what was held has been paid out. */
const holdingOf = (world: Known, tally: Tally): Holding => {
  const { conditionId, outcome, size, cost, totalBought, feesPaid, lastAt } = tally
  const payoutYes = world.marketStates.get(conditionId)?.payoutYes ?? null
  const avgPrice = size === 0 ? 0 : Math.round((cost * ONE) / size)
  const left = payoutYes === null ? tally : soldFor(tally, size, dollarsFor(payoutYes, size, outcome))
  return {
    conditionId,
    outcome,
    size: left.size,
    avgPrice,
    totalBought,
    realizedPnl: left.realizedPnl,
    feesPaid,
    lastAt,
  }
}

const settledTrades = (world: Known, user: string): { readonly account: string; readonly trade: ClobTrade }[] => {
  const accounts = [...world.members.values()].filter(({ funder }) => funder === user.toLowerCase())
  return [...world.trades.values()]
    .filter((trade) => trade.status !== 'FAILED' && !isPending(trade))
    .flatMap((trade) => accounts.map(({ id }) => ({ account: id, trade })))
}
