/** Trades of a wallet on chain: only mined ones. */

import { type ClobTrade, partsOf } from '../clob/account/trade.ts'
import { inOutcome } from '../clob/orders/order.ts'
import type { WalletTrade } from '../world/market-reads.ts'
import type { PolymarketWorld } from '../world/world.ts'

/** Oldest first; `user` is the address of the wallet that pays and receives. */
export const walletTrades = (world: Pick<PolymarketWorld, 'trades' | 'members'>, user: string): WalletTrade[] => {
  const accounts = [...world.members.values()].filter(({ funder }) => funder === user.toLowerCase())
  return [...world.trades.values()]
    .filter(({ status }) => status === 'MINED' || status === 'CONFIRMED')
    .sort((one, other) => one.at - other.at || one.sequence - other.sequence)
    .flatMap((trade) => accounts.flatMap(({ id }) => ownParts(trade, id)))
}

const ownParts = (trade: ClobTrade, account: string): WalletTrade[] =>
  partsOf(trade, account).map(({ party, qty, fee }) => ({
    conditionId: trade.market,
    outcome: party.outcome,
    side: party.side,
    size: qty,
    price: inOutcome(trade.price, party.outcome),
    fee,
    taker: party.orderId === trade.taker.orderId,
    at: trade.at,
    transactionHash: trade.transactionHash,
  }))
