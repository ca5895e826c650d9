/** Everything the simulated exchange knows, shared by its calls. */

import type { FaultInjection } from '../../engine/control/fault-injection.ts'
import type { RelayEnd } from '../../engine/control/server.ts'
import type { DoorMode } from '../../engine/http/front-door.ts'
import type { FeePolicy } from '../../engine/matching/fee-policy.ts'
import type { QuotingBot } from '../../engine/world/quoting-bot.ts'
import type { Approvals } from '../chain/approvals.ts'
import type { ChainEvent } from '../chain/chain-event.ts'
import type { Wallets } from '../chain/wallets.ts'
import type { ClobTrade } from '../clob/account/trade.ts'
import type { TradingLimits } from '../clob/http/trading-limits.ts'
import type { ClobOrder } from '../clob/orders/order.ts'
import type { RelayedAction } from '../relayer/relayed-action.ts'
import type { PolymarketStreams } from '../streams/stream-state.ts'
import type { DelayedRows } from './delayed-rows.ts'
import type { MarketReads, ReadApprovals } from './market-reads.ts'

export interface PolymarketWorld extends MarketReads {
  readonly seed: number
  readonly switches: SimulatorSwitches
  readonly fees: FeePolicy
  readonly bot: QuotingBot
  readonly faults: FaultInjection
  readonly streams: PolymarketStreams
  /** By account. */
  readonly members: Map<string, Member>
  /** By api key. */
  readonly keys: Map<string, ApiKey>
  readonly wallets: Wallets
  /** By order id; refused and killed orders are not among them. */
  readonly orders: Map<string, ClobOrder>
  /** By account; some of them may have ended since. */
  readonly openOrders: Map<string, Set<ClobOrder>>
  /** Balances as the exchange last read them, by account and asset. */
  readonly readBalances: Map<string, { readonly amount: number; readonly at: number }>
  readonly trades: Map<string, ClobTrade>
  /** Oldest first. */
  readonly approvals: Approvals
  /** By wallet, as the Data host last read them. */
  readonly readApprovals: Map<string, ReadApprovals>
  /** Redemptions, merges and splits, oldest first. */
  readonly chainEvents: ChainEvent[]
  /** Resolved markets whose holders the exchange's own operator has still to look at. */
  readonly unredeemed: Set<string>
  /** Actions of the relayer by id, oldest first. */
  readonly relayed: Map<string, RelayedAction>
  /** End of the next actions of the relayer, if they fail. */
  readonly relayDoom: RelayEnd[]
  readonly limits: TradingLimits
  unknownOrders: UnknownOrders
  orderQueries: OrderQueries
  /** Shares of each token, in millionths, that "sum of matched orders" counts although nothing of them is left to settle. */
  stuckMatched: number
  /** True if each balance is read as 0, whatever the wallet holds. */
  zeroBalances: boolean
  /** Wallets that the chain does not have yet, by their addresses in lower case. */
  undeployedWallets: readonly string[]
  /** True if reads of the relayer need a key too. */
  relayerReadsNeedKey: boolean
  /** Markets whose trades name other tokens than the catalogue: mirrors of them (Polymarket reference, section 1). */
  mirroredTrades: readonly string[]
  /** Delayed reads of account holders. */
  readonly copy: DelayedRows
  mode: ModeState
  /** Writes one of the exchange's own rows with the next flush. */
  readonly keep: (kind: string, key: string, row: unknown) => void
  /** Makes changes durable, and visible to delayed reads. */
  readonly flush: () => void
}

export interface ModeState {
  readonly value: SimulatorMode
  /** After a restart the exchange takes post-only orders alone until then. */
  readonly postOnlyUntil: number | null
}

export type SimulatorMode =
  | 'open'
  | 'restart'
  | 'cancel_only'
  | 'post_only'
  | 'disabled'
  | 'settlement_fails'
  | 'geoblock'
  | DoorMode

/** Answer to a read of an unknown order: each form has been seen (Polymarket live reference, section 2.3). */
export const UNKNOWN_ORDERS = ['404', 'null', 'empty'] as const
type UnknownOrders = (typeof UNKNOWN_ORDERS)[number]

/**
 * Form of reads of orders: before or after the changes of 14 December 2026 (changes of November 2026, EXCHANGE_B 7).
 */
export const ORDER_QUERIES = ['by_date', 'old', 'new'] as const
type OrderQueries = (typeof ORDER_QUERIES)[number]

/** Options for disputed or unknown behaviour of the exchange (Polymarket reference, section 11). */
export interface SimulatorSwitches {
  /** From the match to MINED; CONFIRMED (or FAILED) takes as long again. */
  settleAfterMs: number
  /** ORDER_STATUS_LIVE and TRADE_STATUS_MATCHED instead of LIVE and MATCHED. */
  readonly prefixedStatuses: boolean
  /** True if /data/order still answers for orders that have ended. */
  readonly showsEndedOrders: boolean
  /** True if the id of a killed FOK or FAK order counts as seen. */
  readonly killedOrdersAreIndexed: boolean
  /** Delayed markets fail to hold orders back: `unmatched` instead of `delayed`. */
  readonly delayFails: boolean
  /** Amounts in the answer to an order: dollars and shares, or millionths of them. */
  readonly amountUnits: 'decimal' | 'base'
  readonly feeRounding: 'nearest' | 'up' | 'down'
  /** How long the exchange believes a balance it has read; 0: not at all. */
  readonly balanceCacheMs: number
  /** After that long the exchange redeems for wallets that approved its operator; null: never. */
  readonly autoRedeemAfterMs: number | null
  /** How long the relayer takes from each state of an action to the next. */
  readonly relayStepMs: number
  /** Actions it carries out for one key in a day. */
  readonly relaysPerDay: number
  /** How far a caller's clock may be off. */
  readonly maxSkewMs: number
}

/** One wallet that trades, and the key that signs for it. */
export interface Member {
  /** The account in the matching engine. */
  readonly id: string
  /** The EOA, lower case. */
  readonly address: string
  readonly signatureType: 0 | 1 | 2 | 3
  /** The wallet that pays and receives, lower case. */
  readonly funder: string
}

/** The wallet with that address; null for one that is not a wallet of the exchange. */
export const walletAt = (world: Pick<PolymarketWorld, 'members'>, funder: string): Member | null =>
  [...world.members.values()].find((member) => member.funder === funder.toLowerCase()) ?? null

export interface ApiKey {
  readonly key: string
  readonly secret: string
  readonly passphrase: string
  /** The EOA it belongs to, lower case. */
  readonly address: string
  readonly nonce: string
  revoked: boolean
}

/** The wallets that the key's owner signs for. */
export const membersOf = (world: Pick<PolymarketWorld, 'members'>, address: string): Member[] =>
  [...world.members.values()].filter((member) => member.address === address)
