/** A fill: one trade of one order, in YES terms. */

import type { ExchangeName } from '../../kernel/exchange-name.ts'
import type { Money, Price, Qty } from '../../kernel/numbers.ts'
import type { Millis } from '../../kernel/time.ts'
import type { MarketLabel } from '../../markets/market-label.ts'

export const FILL_STATUSES = ['PROVISIONAL', 'FINAL', 'REVERSED'] as const
/** PROVISIONAL and REVERSED exist on EXCHANGE_B only, whose trades settle after they matched. */
export type FillStatus = (typeof FILL_STATUSES)[number]

export interface Fill {
  /** Unique within an exchange account: the exchange's trade id (on EXCHANGE_B with the order hash). */
  readonly fillId: string
  /** Null for a trade of the account that was not made through us. */
  readonly orderId: string | null
  readonly subaccountId: string
  readonly svcId: number
  readonly exchange: ExchangeName
  readonly exchangeOrderId: string
  readonly exchangeTradeId: string
  readonly exchangeAt: Millis
  /** YES price. */
  readonly price: Price
  readonly qty: Qty
  /** Total fee of this fill. */
  readonly fee: Money
  readonly buyFlag: boolean
  readonly isMaker: boolean
  readonly status: FillStatus
}

/** The fields that a fill shows of its order. */
export interface FillContext {
  /** The client's own name for the order; null without one, and for a trade made elsewhere. */
  readonly clientOrderId: string | null
  /** Tag of the order; null without one, and for a trade made elsewhere. */
  readonly tag: string | null
  /** Name of the market when the order was accepted; null if it is not known. */
  readonly label: MarketLabel | null
}

/** The context of a trade made elsewhere. */
export const NO_CONTEXT: FillContext = { clientOrderId: null, tag: null, label: null }
