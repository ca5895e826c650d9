/**
 * The traits of an exchange that rules depend on. Each exchange declares them once; no other code asks for its name.
 */

import type { Money, Price } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import type { Level } from '../markets/depth.ts'
import type { FeeTerms } from '../markets/market.ts'

/** Every field must be declared for every exchange. Each value names its source. */
export interface ExchangeTraits {
  /** The exchange's own name, for people. */
  readonly title: string
  /** `exchange_value` of a market record. Two exchanges never share one, and it never changes. */
  readonly value: number
  /** True: people know a market by its native id. False: by its slug, which only the catalogue knows. */
  readonly nativeIdIsTicker: boolean

  readonly fees: FeeRule
  /** The least a buy may be worth: limit price × quantity, in 1e-6 dollars. Null: any value. */
  readonly minimumBuyValue: Money | null
  /** True: the minimum size of a market holds for orders that may rest. One that sells at once may be as small as a lot. */
  readonly minimumOfRestingOnly: boolean
  /**
   * True: a trade is PROVISIONAL until it settles, may be REVERSED, and its shares cannot be sold before. False: every
   * trade is FINAL at once.
   */
  readonly settlesLater: boolean
  /** True: the exchange pays a decided position automatically. False: the wallet has to redeem it. */
  readonly paysByItself: boolean
  /** True: cash lies in shards, each for its own markets, and the exchange can keep it where its owner wants it. */
  readonly splitsCash: boolean
  /**
   * True: the exchange itself never lets a resting order that sells a position open the opposite one.
   * False: the service sends such an order for at most the position, and takes it off the book when the position shrinks.
   */
  readonly restingOrdersOnlyClose: boolean
  /** True: the exchange itself takes orders off its book when trading pauses, if they ask for it. */
  readonly cancelsOnPause: boolean
  /**
   * True: the exchange itself changes quantity, price and expiry of an order on its book. False: the order leaves the
   * book, and its rest is sent as a new one.
   */
  readonly amendsOrders: boolean

  /** True: answers show the identity an order was sent under. False: order ids are known, and claimed, before a send. */
  readonly showsIdentity: boolean
  /** How long after a trade its fill can still appear or change in the exchange's answers, in ms. */
  readonly fillsOverlapMs: Millis
}

/** The fee of the taker of an order. Makers pay the fee in their fills. */
export interface FeeRule {
  /** The fee before rounding, in words for people. */
  readonly formula: (terms: FeeTerms) => string
  /** How the exchange rounds, as a sentence for people. */
  readonly rounding: string
  /** For a market that was stored without terms. */
  readonly standardTerms: FeeTerms
  /** The unrounded fee of one contract at a price, in 1e-18 dollars. Used to sort the levels of several books. */
  readonly perContract: (terms: FeeTerms, at: Price) => bigint
  /** The fees of all fills of one order together, in 1e-6 dollars, rounded as the exchange rounds. Fills in order of time. */
  readonly ofOrder: (order: TakerOrder) => Money
}

/** An order that only takes. */
export interface TakerOrder {
  readonly terms: FeeTerms
  readonly buyFlag: boolean
  readonly fills: readonly Level[]
}
