/** A paper account: play money at one exchange, with its positions and the orders on the book. */

import type { ExchangeName } from '../kernel/exchange-name.ts'
import type { Money, Price, Qty } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'

/** Names a paper account. */
export interface PaperAccountRef {
  readonly exchange: ExchangeName
  /** Name of the account, which is the id of its subaccount. */
  readonly account: string
}

export interface PaperAccount extends PaperAccountRef {
  /** Fills before this time belong to the account before its last reset, and are not listed any more. */
  readonly startedAt: Millis
  /** The reset that the account began with; null for its first beginning. */
  readonly resetId: string | null
  /** Cash in 1e-6 dollars, with the part that open orders hold. */
  readonly cash: Money
  readonly positions: readonly PaperPosition[]
  /** Names of the orders on the book. */
  readonly open: readonly string[]
  /** Quantities that the account took from levels of public books, which still show them. */
  readonly taken: readonly TakenLevel[]
  /** 0 for an account that is not stored yet. */
  readonly version: number
}

export interface PaperPosition {
  readonly nativeId: string
  /** In millionths of a contract; above 0 holds YES, below 0 holds NO. */
  readonly net: number
  /** Cost of the position in 1e-6 dollars, without fees: YES at its price, NO at one minus the YES price. */
  readonly cost: Money
  /** Profit or loss of closed and paid contracts, in 1e-6 dollars, without fees. */
  readonly realized: Money
  /** Cash that the decided market has paid; null before. */
  readonly paid: Money | null
}

/** A quantity that the account took from one level of a public book. */
export interface TakenLevel {
  readonly nativeId: string
  /** True for a level of the bids. */
  readonly isBid: boolean
  readonly price: Price
  /** Quantity that the level showed. */
  readonly displayed: Qty
  readonly qty: Qty
}

/** One trade of a paper account. */
export interface PaperFill {
  /** Made of the order and the trade, so that a repeat gives the same fill. */
  readonly fillId: string
  readonly tradeId: string
  readonly paperId: string
  readonly nativeId: string
  readonly at: Millis
  readonly price: Price
  readonly qty: Qty
  readonly fee: Money
  readonly buyFlag: boolean
  readonly isMaker: boolean
}

/** The account and everything that changes together with it. */
export interface PaperChange<Order> {
  readonly account: PaperAccount
  readonly orders: readonly Order[]
  readonly fills: readonly PaperFill[]
}

/** Returns an account that has never traded. */
export const openingAccount = (ref: PaperAccountRef, cash: Money): PaperAccount => ({
  ...ref,
  startedAt: 0,
  resetId: null,
  cash,
  positions: [],
  open: [],
  taken: [],
  version: 0,
})

/**
 * Returns the account that begins again with that cash. The same account if this reset was done before. Orders on the book have to be ended
 * first.
 */
export const resetAccount = (
  account: PaperAccount,
  { resetId, cash }: { readonly resetId: string; readonly cash: Money },
  now: Millis,
): PaperAccount => {
  if (account.resetId === resetId) return account
  return { ...openingAccount(account, cash), startedAt: now, resetId, version: account.version }
}

/** Returns the position in a market; null if the account never traded there. */
export const positionIn = ({ positions }: Pick<PaperAccount, 'positions'>, nativeId: string): PaperPosition | null =>
  positions.find((one) => one.nativeId === nativeId) ?? null

/** Returns the held YES contracts, below 0 for NO contracts. */
export const netIn = (account: Pick<PaperAccount, 'positions'>, nativeId: string): number =>
  positionIn(account, nativeId)?.net ?? 0
