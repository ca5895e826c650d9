/** Sources of the market data of the exchange. */

import type { MatchingEngine } from '../../engine/matching/matching-engine.ts'
import type { CandleHistory, Past } from '../../engine/world/candle-history.ts'
import type { Permission } from '../chain/approvals.ts'
import type { ChainEvent } from '../chain/chain-event.ts'
import type { Catalogue, PolymarketMarket } from './catalogue.ts'

export interface MarketReads {
  readonly clock: () => number
  readonly catalogue: Catalogue
  /** One YES book per market, under its condition id. */
  readonly engine: MatchingEngine
  readonly candles: CandleHistory
  /** By condition id. */
  readonly marketStates: Map<string, MarketState>
  /** Trades of a wallet on chain, oldest first; absent: the Data host knows no wallets. */
  readonly tradesOf?: (user: string) => readonly WalletTrade[]
  /** Its redemptions, merges and splits, oldest first. */
  readonly chainEventsOf?: (user: string) => readonly ChainEvent[]
  /** How long it takes until the Data host lists that; absent: no time. */
  activityLagMs?: number
  /** How long after its match a public trade is in a block: the Data host lists it from then on, with that time; absent: no time. */
  blockAfterMs?: number
  /** Reporter of the rows of `/v2/resolutions`; absent: the oracle. */
  resolutionReporter?: 'uma' | 'chainlink'
  /** Decided markets of which the CLOB names the other winner. */
  contradictedOutcomes?: readonly string[]
  /** How far its positions are behind; absent: not at all. */
  positionsLagMs?: number
  /** Markets it leaves out of positions, whatever is held of them: inactive ones, on the exchange. */
  omittedPositions?: readonly string[]
  /** Answers about trades that the content network has kept, by their query, and how long it keeps them; absent: it keeps none. */
  tradesCache?: {
    readonly keepsMs: number
    readonly kept: Map<string, { readonly at: number; readonly body: unknown }>
  }
  /** Its approvals, as the Data host last read them. */
  readonly approvalsOf?: (user: string) => ReadApprovals
}

/** State of a market outside the matching engine; money is millionths, instants are milliseconds. */
export interface MarketState {
  readonly conditionId: string
  closed: boolean
  acceptingOrders: boolean
  /** Ahead of now where the end was put off. */
  closedAt: number | null
  umaResolutionStatus: string | null
  /** Payout of one share of outcome 0, once resolved. */
  payoutYes: number | null
  /** True if its game has begun. */
  hasStarted: boolean
  /** The step of its prices, if it has changed. */
  tick?: number
  updatedAt: number
}

/** Money, prices and quantities are millionths. */
export interface WalletTrade {
  readonly conditionId: string
  readonly outcome: 0 | 1
  readonly side: 'BUY' | 'SELL'
  readonly size: number
  /** Price of its own token. */
  readonly price: number
  readonly fee: number
  readonly taker: boolean
  readonly at: number
  readonly transactionHash: string
}

/** Approvals of a wallet as the Data host read them, and the time of the read. */
export interface ReadApprovals {
  readonly at: number
  readonly rows: ReadonlyArray<Permission & { readonly amount: bigint }>
}

const ONE = 1_000_000

/** True if trading is over for good, decided or not. */
export const hasEnded = ({ closedAt }: Pick<MarketState, 'closedAt'>, now: number): boolean =>
  closedAt !== null && closedAt <= now

export const stateOf = (reads: Pick<MarketReads, 'marketStates'>, { conditionId }: PolymarketMarket): MarketState => {
  const state = reads.marketStates.get(conditionId)
  if (state === undefined) throw new Error(`market ${conditionId} has no state`)
  return state
}

/** The invented past of a market, for its price history. */
export const pastOf = (market: PolymarketMarket | undefined, beganAt: number): Past | undefined =>
  market === undefined
    ? undefined
    : {
        opensAt: market.opensAt,
        beganAt,
        mid: Math.round(market.mid * ONE),
        volumePerMinute: Math.max(1, market.pastVolume / ONE / Math.max(1, (beganAt - market.opensAt) / 60_000)),
      }
