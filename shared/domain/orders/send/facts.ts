/** Facts that a decision about an order may need. An absent fact has not been read yet. */

import type { Subaccount } from '../../accounts/subaccount.ts'
import type { AccountSync } from '../../accounts/sync/account-sync.ts'
import type { Millis } from '../../kernel/time.ts'
import type { Depth } from '../../markets/depth.ts'
import type { Market } from '../../markets/market.ts'
import type { RiskBreach } from '../../risk/limits.ts'
import type { Unwanted } from '../cancel/unwanted.ts'
import type { Order } from '../order.ts'
import type { InvalidateOutcome, LookUpOutcome, Preparation } from './send-outcome.ts'

/** The exchange refuses all calls. `waitMs` is how long a call has to wait; 0 if it may try now. */
export interface CircuitOpen {
  readonly waitMs: number
  readonly reason: string
}

/** A read of an exchange, which may have failed. */
export type Reading<Value> =
  | { readonly kind: 'known'; readonly value: Value }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** A read of a book. `no_book`: the exchange says that the market has none. */
export type BookReading = Reading<Depth> | { readonly kind: 'no_book'; readonly reason: string }

export interface SubaccountReading {
  readonly subaccount: Subaccount | null
  readonly readAt: Millis
}

export interface Facts {
  /** When the decisions about the order began, before the first read. */
  readonly startedAt: Millis
  /** Allowance of a MARKET order beyond the level that it needs, in 1e-6 dollars. */
  readonly slippage: number

  readonly subaccount?: SubaccountReading
  /** Null while the exchange takes orders. */
  readonly circuit?: CircuitOpen | null
  /** The account that the order is sent for; null without credentials. */
  readonly accountKey?: string | null
  readonly hasTurn?: true
  /** The sync of the account was idle and was activated for this order. */
  readonly isActivated?: boolean

  /** The sync of an account that shows trades in the market that are not stored yet; null if all are stored. */
  readonly behind?: Reading<AccountSync | null>
  readonly isPollRequested?: true
  /** Trades of the market have not settled yet. */
  readonly isSettling?: boolean
  /** Other orders of the account in the market. */
  readonly others?: readonly Order[]
  /** Position by the stored fills; above 0 holds YES. */
  readonly position?: number
  /** Part of the position that the order could close, as the exchange reports it. */
  readonly closable?: Reading<number>
  /** Live orders of the account in the market, from the index. */
  readonly liveOrders?: readonly Order[]
  /** When the newest stored fill of the market was traded; 0 without one. */
  readonly lastFillAt?: Millis
  readonly market?: Market | null

  /** The market of an order that was refused is closed for good. */
  readonly isClosed?: boolean
  readonly book?: BookReading
  /** The market without a book, or without offers, is closed for good. */
  readonly isClosedWithoutOffers?: Reading<boolean>
  /** The book that decides the step of an order that is sent in steps. */
  readonly stepBook?: BookReading
  /** Risk limit that the order would break. */
  readonly breach?: RiskBreach | null
  readonly prepared?: Preparation
  /** `closable`, read again after the exchange adapter found nothing to sell. */
  readonly closableAfterRefusal?: Reading<number>
  /** `isSettling`, read again after the request was prepared for fewer shares. */
  readonly areSharesSettling?: boolean

  /** `accountKey`, read again after the account was activated. */
  readonly accountKeyNow?: string | null
  /** `subaccount`, read again if the first read is too old. */
  readonly subaccountNow?: SubaccountReading
  /** `breach` by `subaccountNow`. */
  readonly breachNow?: RiskBreach | null
  /** The circuit breaker did not let the call through. */
  readonly open?: CircuitOpen

  /** This run holds the lease of an order whose outcome is unknown. */
  readonly isLeased?: true
  readonly lookedUp?: LookUpOutcome
  /** How the order ends if trading was halted since it was sent. */
  readonly halt?: Unwanted | null
  readonly invalidated?: InvalidateOutcome

  /** Risk limit that the new terms of an amend would break, in words. */
  readonly amendBreach?: string | null
}

/** Facts that one read supplies. */
export type ReadableFact = Exclude<
  keyof Facts,
  | 'startedAt'
  | 'slippage'
  | 'hasTurn'
  | 'isActivated'
  | 'isPollRequested'
  | 'breach'
  | 'breachNow'
  | 'prepared'
  | 'open'
  | 'isLeased'
  | 'lookedUp'
  | 'invalidated'
>
