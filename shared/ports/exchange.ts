/** What the service needs from an exchange, in the service's own words: YES prices, integers, UTC milliseconds. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Money, Price, Qty } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import type { Candle, PriceQuery } from '#domain/markets/price-series.ts'
import type { Attempt, Order } from '#domain/orders/order.ts'

/** A read that got no usable answer: time-out, connection lost, 5xx, 429, or a payload that makes no sense. */
export class ExchangeUnavailable extends Error {
  readonly exchange: ExchangeName
  constructor(exchange: ExchangeName, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ExchangeUnavailable'
    this.exchange = exchange
  }
}

/** The exchange answered that it has no book for the market: not open yet, or over. */
export class NoOrderBook extends ExchangeUnavailable {
  constructor(exchange: ExchangeName, nativeId: string) {
    super(exchange, `The exchange has no book for ${nativeId}.`)
    this.name = 'NoOrderBook'
  }
}

/** The decrypted secrets of one exchange account: an opaque object of the adapter's own shape. Never logged. */
export type ExchangeSecrets = Readonly<Record<string, string>>

/** Who an authenticated call is made for. `accountKey` names rate budgets and caches; it is not secret. */
export interface ExchangeAccount {
  readonly accountKey: string
  readonly secrets: ExchangeSecrets
}

/** What the exchange says of one order of ours. */
export interface OrderReport {
  /** The exchange's id; where an order went out in two parts (EXCHANGE_B), the ids of both joined by `+`. */
  readonly exchangeOrderId: string
  /** The identity it was sent under, where the exchange tells it. */
  readonly identity: string | null
  readonly state: 'live' | 'ended'
  readonly filledQty: Qty
  /** Why a part of the order was refused although another part was taken (EXCHANGE_B); absent when none was. */
  readonly partRefusal?: string | undefined
}

/** Enough to ask the exchange for one order of ours. */
export interface OrderRef {
  readonly exchangeOrderId: string
  readonly nativeId: string
  /** No trade of it is older. */
  readonly since: Millis
}

/** A trade of the account as the exchange tells it, in YES terms. */
export interface FillReport {
  readonly fillId: string
  readonly tradeId: string
  readonly exchangeOrderId: string
  readonly nativeId: string
  readonly at: Millis
  readonly price: Price
  readonly qty: Qty
  readonly fee: Money
  readonly buyFlag: boolean
  readonly isMaker: boolean
  readonly status: 'PROVISIONAL' | 'FINAL' | 'REVERSED'
}

/** What the account holds of one market, netted, in YES terms, as the exchange tells it: trades made elsewhere count. */
export interface PositionReport {
  readonly nativeId: string
  /** In millionths of a contract; above 0 holds YES, below 0 holds NO. */
  readonly position: number
  /** What that was bought for, without fees: YES at its price, NO at one minus the YES price. */
  readonly cost: Money
  /** Gained or lost by what was closed or paid out since the account knows the market, as the exchange counts it. */
  readonly realized: Money
}

/** What a decided market pays for each YES contract; a NO contract gets the rest of a dollar. */
export interface PayoutReport {
  readonly nativeId: string
  readonly yesPays: Price
}

/** Cash of the account. An exchange that keeps money apart (EXCHANGE_A) tells one for each of its shards. */
export interface BalanceReport {
  readonly shard: number
  readonly amount: Money
}

export interface Level {
  readonly price: Price
  readonly qty: Qty
}

/** A YES book: bids descend, asks ascend, one level per price. */
export interface OrderBook {
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  /** The exchange's own time of the book, else when we fetched it. */
  readonly at: Millis
}

/** What the exchange shows of one market now: the best of its book and the last price, in YES terms. */
export interface ExchangeQuote {
  readonly nativeId: string
  /** `closed`: trading is over for good. */
  readonly state: 'open' | 'paused' | 'closed'
  readonly bid: Level | null
  readonly ask: Level | null
  /** Of the last trade, whenever that was; null where nothing was ever traded. */
  readonly lastPrice: Price | null
  /** Another text after another trade, as far as the exchange lets one see that; no exchange tells when it was. */
  readonly tradeMark: string
  /** When it was asked for. */
  readonly fetchedAt: Millis
}

/** What to send for an order, decided before anything is sent. */
export type Preparation =
  | {
      readonly kind: 'ready'
      readonly identity: string
      readonly payload: string
      /** The exchange's own ids where they are known in advance; see `Attempt`. */
      readonly exchangeOrderIds: readonly string[]
    }
  /** An IOC or FOK of which nothing can trade now: it ends without being sent. */
  | { readonly kind: 'unfillable' }
  /** What has to be read first cannot be read now. */
  | { readonly kind: 'later'; readonly reason: string }
  /** The exchange's protocol cannot express the order (too many decimals, below the lot): a definite refusal of ours. */
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string }

/**
 * What became of a send.
 * - `accepted`: the exchange has it; `order` is its answer.
 * - `rejected`: this send was definitely refused; `reason` is a sentence a person can act on.
 * - `killed`: an IOC or FOK the exchange took and ended at once without a trade.
 * - `duplicate`: an earlier send under this identity arrived.
 * - `later`: definitely not taken, and not the order's fault (paused, rate limit, connection refused): try again.
 * - `unknown`: nobody knows (time-out, connection lost after the request left, 5xx).
 */
export type SubmitOutcome =
  | { readonly kind: 'accepted'; readonly order: OrderReport }
  | { readonly kind: 'rejected'; readonly code: string; readonly reason: string }
  | { readonly kind: 'killed'; readonly reason: string }
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'later'; readonly reason: string; readonly retryAfterMs: number | null }
  | { readonly kind: 'unknown'; readonly error: string }

/**
 * What a search for an order by its identity found.
 * - `found`: every part of it, or (EXCHANGE_B) a part while another does not show, which is watched for during `watchMs`.
 * - `absent`: it does not exist. Proven by the exchange's own consistency rule when `watchMs` is 0; else only as likely as it
 *   gets, so that the order is watched for that long.
 * - `not_seen`: not in what was read, which proves nothing (reads lag writes).
 */
export type LookUpOutcome =
  | { readonly kind: 'found'; readonly order: OrderReport; readonly watchMs?: number }
  | { readonly kind: 'absent'; readonly watchMs: number }
  | { readonly kind: 'not_seen' }

/**
 * What became of making an identity unusable, so that a send still under way can never become an order.
 * - `dead`: nothing arrived and nothing can arrive any more (`watchMs` as with `absent`). - `arrived`: an earlier send got
 *   there first: look it up.
 */
export type InvalidateOutcome =
  | { readonly kind: 'dead'; readonly watchMs: number }
  | { readonly kind: 'arrived' }
  | { readonly kind: 'unknown'; readonly error: string }

/**
 * What became of a cancel request.
 * - `cancelled`: the exchange took it off the book. - `gone`: not on the book (filled, cancelled before, or unknown there):
 *   the reads tell which. - `later` / `unknown`: ask again.
 */
export type CancelOutcome =
  | {
      readonly kind: 'cancelled' /** What was taken off; null when it does not say. */
      readonly removedQty: Qty | null
    }
  | { readonly kind: 'gone' }
  | { readonly kind: 'later'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly error: string }

/** A prepared order on its way: the immutable order and the stored attempt. */
export type Sendable = Pick<
  Order,
  'orderId' | 'nativeId' | 'shard' | 'buyFlag' | 'qty' | 'timeInForce' | 'expiresAt' | 'origin' | 'createdAt'
> & {
  readonly attempt: Pick<
    Attempt,
    'identity' | 'payload' | 'exchangeOrderIds' | 'firstSentAt' | 'lastSentAt' | 'arrived' | 'refusal'
  >
}

export type Verification =
  | {
      readonly kind: 'valid'
      /** The exchange's name of the account, equal for all its keys. */
      readonly exchangeAccount: string
      /** Public text the fingerprint is taken of. */
      readonly publicPart: string
      /** What to seal: the given secrets, plus what the exchange derived from them. */
      readonly secrets: ExchangeSecrets
    }
  /** `field` names the body field at fault. */
  | { readonly kind: 'invalid'; readonly field: string; readonly reason: string }

export interface MarketPage {
  readonly markets: readonly Market[]
  /** Where to go on; null after the last page. */
  readonly cursor: string | null
}

/**
 * What an exchange shows everybody: no call needs an account. Every call takes an AbortSignal. Throws `ExchangeUnavailable`.
 */
export interface MarketDataSource {
  readonly name: ExchangeName

  /** One page of the catalogue: all markets that are open, plus those that changed since `since`. */
  listMarkets(cursor: string | null, signal: AbortSignal): Promise<MarketPage>
  /** Markets by native id; unknown ones are left out. */
  marketsById(nativeIds: readonly string[], signal: AbortSignal): Promise<readonly Market[]>
  /** The live book, all levels. Throws `NoOrderBook` where the exchange says that there is none. */
  orderBook(nativeId: string, signal: AbortSignal): Promise<OrderBook>
  /**
   * What many markets show now, in as few calls as the exchange allows. Markets that the exchange does not list, or that have
   * no book there, are left out.
   */
  quotes(nativeIds: readonly string[], signal: AbortSignal): Promise<readonly ExchangeQuote[]>
  /** When the market was traded last, as far as the exchange tells; one call for one market. */
  lastTradeAt(nativeId: string, signal: AbortSignal): Promise<Millis | null>
  /**
   * Candles from the start of the interval until now, the running one included, ascending by their start; periods
   * nothing is known of are left out. Where an exchange tells prices only, all four are that price and nothing is traded.
   */
  priceSeries(market: Market, query: PriceQuery, signal: AbortSignal): Promise<readonly Candle[]>
  /** Of those of the markets that are decided beyond dispute; the others are left out. */
  payouts(nativeIds: readonly string[], signal: AbortSignal): Promise<readonly PayoutReport[]>
}

/**
 * One exchange. Every call takes an AbortSignal; an abort of a mutation that was on the wire is `unknown`.
 * Reads throw `ExchangeUnavailable`; mutations never throw for what the exchange did.
 */
export interface Exchange extends MarketDataSource {
  /**
   * Decides everything that is to be sent and sends nothing; may read the account. `limit` is the limit price (also for MARKET:
   * the protection price). Called once per attempt: what it answers is stored and never decided again. Never throws for what
   * the exchange did.
   */
  prepare(
    account: ExchangeAccount,
    order: Order,
    limit: Price,
    attemptNumber: number,
    signal: AbortSignal,
  ): Promise<Preparation>
  /** The order of ours that was sent under an identity; null for an identity we did not make. Pure. */
  orderIdOf(identity: string): string | null
  submit(account: ExchangeAccount, order: Sendable, signal: AbortSignal): Promise<SubmitOutcome>
  /** By the identity it was sent under. Throws `ExchangeUnavailable`. */
  lookUp(account: ExchangeAccount, order: Sendable, signal: AbortSignal): Promise<LookUpOutcome>
  invalidateIdentity(account: ExchangeAccount, order: Sendable, signal: AbortSignal): Promise<InvalidateOutcome>
  cancel(
    account: ExchangeAccount,
    order: Pick<Order, 'nativeId' | 'shard'> & { readonly exchangeOrderId: string },
    signal: AbortSignal,
  ): Promise<CancelOutcome>

  /** One order by the exchange's id; null when it says there is none (which proves nothing within its read lag). */
  order(account: ExchangeAccount, order: OrderRef, signal: AbortSignal): Promise<OrderReport | null>
  /** All orders now on the book, each part for itself. A missing one has not thereby ended. */
  openOrders(account: ExchangeAccount, signal: AbortSignal): Promise<readonly OrderReport[]>
  /** Fills at or after `since` with what each is now, and up to when the exchange's answer is complete. */
  fillsSince(
    account: ExchangeAccount,
    since: Millis,
    signal: AbortSignal,
  ): Promise<{ readonly fills: readonly FillReport[]; readonly asOf: Millis }>
  /**
   * A page of the fills before an instant, newest first, however long ago they were, and where the next page begins: null after
   * the last. A cursor belongs to its `before`, and may be used much later.
   */
  fillsBefore(
    account: ExchangeAccount,
    before: Millis,
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<{ readonly fills: readonly FillReport[]; readonly cursor: string | null }>

  /** Positions of the account, those of markets that are over included as far as the exchange still shows them. */
  positions(account: ExchangeAccount, signal: AbortSignal): Promise<readonly PositionReport[]>
  balances(account: ExchangeAccount, signal: AbortSignal): Promise<readonly BalanceReport[]>

  /** Checks the given credentials (fields as in the PUT body) against the exchange. Throws `ExchangeUnavailable`. */
  verify(credentials: ExchangeSecrets, signal: AbortSignal): Promise<Verification>
}
