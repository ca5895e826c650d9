/** The engine's state: plain rows, so that a store can write each one as it is and read it back. */

/** Money, prices and quantities are whole numbers of one millionth; instants are milliseconds since 1970. */
export interface EngineAccount {
  readonly id: string
  /** A market maker or control hand of the simulator itself: unlimited money, and its ended orders are forgotten. */
  readonly house: boolean
  /** Money per shard, not reduced by what resting orders hold. */
  readonly cash: Record<number, number>
}

export interface PriceBand {
  readonly start: number
  readonly end: number
  readonly step: number
}

export type EngineMarketStatus = 'pending' | 'active' | 'paused' | 'closed' | 'resolved'

export interface EngineMarket {
  readonly id: string
  readonly shard: number
  bands: readonly PriceBand[]
  readonly lot: number
  status: EngineMarketStatus
  /** Payout of one YES contract, once resolved. */
  payout: number | null
  lastPrice: number | null
  previousPrice: number | null
  volume: number
  updatedAt: number
}

type OrderStatus = 'resting' | 'canceled' | 'executed'
export type Lifetime = 'rest' | 'immediate' | 'all_or_nothing'
export type SelfTrade = 'cancel_taker' | 'cancel_maker'

export interface EngineOrder {
  readonly id: string
  readonly account: string
  readonly market: string
  /** The caller's own name for the order; null when none was given. */
  identity: string | null
  readonly buyFlag: boolean
  price: number
  /** Filled + remaining; the requested size once the order has ended. */
  qty: number
  filled: number
  remaining: number
  status: OrderStatus
  readonly lifetime: Lifetime
  readonly selfTrade: SelfTrade
  readonly cancelOnPause: boolean
  /** A post-only order never takes, also after an amendment. */
  readonly postOnly: boolean
  expiresAt: number | null
  /** Place in the queue of its price: lower is earlier. */
  sequence: number
  readonly createdSequence: number
  readonly createdAt: number
  updatedAt: number
  /** Money that changed hands at its side's price, and the fees, as taker and as maker. */
  takerCost: number
  makerCost: number
  takerFees: number
  makerFees: number
  /** Rounding that the fee policy carries from one fill of the order to the next. */
  feeCarry: number
}

export interface EngineFill {
  readonly id: string
  readonly tradeId: string
  readonly orderId: string
  readonly account: string
  readonly market: string
  readonly buyFlag: boolean
  readonly price: number
  readonly qty: number
  readonly fee: number
  readonly taker: boolean
  readonly at: number
  readonly sequence: number
}

export interface EngineTrade {
  readonly id: string
  readonly market: string
  readonly price: number
  readonly qty: number
  /** True if the taker bought YES. */
  readonly buyFlag: boolean
  readonly at: number
  readonly sequence: number
  /** Marks a trade that was negotiated off the book. */
  readonly isBlock?: boolean
}

export interface EnginePosition {
  readonly account: string
  readonly market: string
  /** Above zero holds YES, below zero holds NO. */
  net: number
  /** Cost of the position now held. */
  cost: number
  traded: number
  realized: number
  fees: number
  updatedAt: number
}

export interface EngineSettlement {
  readonly id: string
  readonly account: string
  readonly market: string
  readonly net: number
  readonly cost: number
  readonly payout: number
  readonly revenue: number
  readonly fees: number
  readonly at: number
}

/** One attempt to create an order that reached the engine, and what became of it. */
export interface EngineSubmit {
  readonly account: string
  readonly identity: string | null
  readonly market: string
  readonly at: number
  readonly outcome: string
  readonly sequence: number
}

/** A row that changed since the last drain; `row` is a copy that nobody changes any more, null when it is gone. */
export type EngineChange = {
  [Kind in keyof EngineRows]: { readonly kind: Kind; readonly key: string; readonly row: EngineRows[Kind] | null }
}[keyof EngineRows]

export interface EngineRows {
  account: EngineAccount
  market: EngineMarket
  order: EngineOrder
  fill: EngineFill
  trade: EngineTrade
  position: EnginePosition
  settlement: EngineSettlement
  submit: EngineSubmit
  identity: { readonly account: string; readonly identity: string }
  counter: { readonly value: number }
}
