/** A match on its way through settlement: one taker, and every maker it met at one price. */

import { contractCost } from '../../../engine/matching/contract-cost.ts'

export type TradeStatus = 'MATCHED' | 'MINED' | 'CONFIRMED' | 'RETRYING' | 'FAILED'

/** Prices, quantities and money are millionths; instants are milliseconds. */
export interface ClobTrade {
  readonly id: string
  readonly market: string
  /** Of YES. */
  readonly price: number
  readonly at: number
  readonly sequence: number
  readonly transactionHash: string
  /** Matched while settlement fails: it will. */
  readonly doomed: boolean
  readonly taker: TradeParty
  readonly makers: MakerPart[]
  status: TradeStatus
  updatedAt: number
}

export interface TradeParty {
  /** An account of the engine; the house's own too. */
  readonly account: string
  readonly house: boolean
  readonly orderId: string
  readonly owner: string
  readonly maker: string
  readonly outcome: 0 | 1
  readonly side: 'BUY' | 'SELL'
}

export interface MakerPart extends TradeParty {
  readonly qty: number
  /** Fees of the taker for this part; makers pay none. */
  readonly takerFee: number
}

export const qtyOf = ({ makers }: ClobTrade): number => makers.reduce((sum, { qty }) => sum + qty, 0)

export const feeOf = ({ makers }: ClobTrade): number => makers.reduce((sum, { takerFee }) => sum + takerFee, 0)

/** Cost of the taker's token, without the fee. */
export const costOf = (trade: ClobTrade): number => dollarsFor(trade.price, qtyOf(trade), trade.taker.outcome)

/** Cost of `qty` of a token with YES at `price`: the two of a pair make a dollar. */
export const dollarsFor = (price: number, qty: number, outcome: 0 | 1): number =>
  outcome === 0 ? contractCost(price, qty) : qty - contractCost(price, qty)

/** True if the traded assets have not arrived in the wallets yet. */
export const isPending = ({ status }: ClobTrade): boolean => status === 'MATCHED' || status === 'RETRYING'

/** The account's part in the trade, as taker or with each of its makers' parts. */
export const partsOf = (
  trade: ClobTrade,
  account: string,
): { readonly party: TradeParty; readonly qty: number; readonly fee: number }[] => [
  ...(trade.taker.account === account ? [{ party: trade.taker, qty: qtyOf(trade), fee: feeOf(trade) }] : []),
  ...trade.makers.filter((part) => part.account === account).map((party) => ({ party, qty: party.qty, fee: 0 })),
]
