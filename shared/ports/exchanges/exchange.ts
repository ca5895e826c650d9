/** Trades on an exchange for an account. */

import type { CashTarget } from '#domain/accounts/cash-target.ts'
import type { Finding } from '#domain/accounts/readiness.ts'
import type { Price } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { OrderTerms } from '#domain/orders/amend/amend.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OrderReading, OrderRef, OrderReport } from '#domain/orders/send/order-report.ts'
import type {
  AmendOutcome,
  AmendTarget,
  CancelOutcome,
  ExpectedRefusal,
  InvalidateOutcome,
  LookUpOutcome,
  OrderPreconditions,
  OutboundOrder,
  Preparation,
  SubmitOutcome,
} from '#domain/orders/send/send-outcome.ts'
import type { ExchangeAccount, ExchangeSecrets, Verification } from './exchange-account.ts'
import type { BalanceReport, FillReport, PositionsReading, UnreadTrade } from './exchange-reports.ts'
import type { MarketDataSource } from './market-data-source.ts'
import type { WalletRelay } from './wallet-relay.ts'

/**
 * One exchange, with everything done for accounts. Reads throw `ExchangeUnavailable`. Mutations (`submit`, `invalidateIdentity`, `amend`,
 * `cancel`) return an outcome and never throw for an answer of the exchange. If a mutation is aborted on the wire, its outcome is
 * `unknown`.
 */
export interface Exchange extends MarketDataSource, WalletRelay {
  /**
   * Decides what to send, and sends nothing; may read the account. `limit` is the limit price; for MARKET orders it comes from the book.
   * `attemptNumber` counts from 1. Called once for each attempt: the caller stores the result. Never throws for an answer of the exchange.
   */
  prepare(
    account: ExchangeAccount,
    order: Order,
    limit: Price,
    attemptNumber: number,
    signal: AbortSignal,
  ): Promise<Preparation>
  /** Returns the refusals that the exchange would give the order, beyond those of `prepare`, in its words. Sends nothing. */
  expectedRefusals(
    order: Pick<Order, 'nativeId' | 'shard' | 'qty' | 'price' | 'postOnly'>,
    known: OrderPreconditions,
  ): Promise<readonly ExpectedRefusal[]>
  /** The id of our order that was sent under an identity; null for an identity that is not ours, or that does not say. Pure. */
  orderIdOf(identity: string): string | null
  /**
   * Asks the account's rate limit for room to send the order, and reserves it for `submit` or `amend`. `go`: there is room after `waitMs`,
   * at most `patienceMs`. Otherwise nothing was taken, and there may be room after `waitMs`. `refillMs`: the time in which the limit
   * regains the reserved amount. Absent where no limit belongs to accounts. Asks the exchange at most for the size of the limit.
   */
  reserveRate?(
    account: ExchangeAccount,
    order: Pick<Order, 'shard'>,
    patienceMs: number,
    signal: AbortSignal,
  ): Promise<{ readonly go: boolean; readonly waitMs: number; readonly refillMs: number }>
  /** Sends the stored attempt. The same attempt may be sent again: it never becomes a second order. */
  submit(account: ExchangeAccount, order: OutboundOrder, signal: AbortSignal): Promise<SubmitOutcome>
  /** Searches for an order by the identity it was sent under. Throws `ExchangeUnavailable`. */
  lookUp(account: ExchangeAccount, order: OutboundOrder, signal: AbortSignal): Promise<LookUpOutcome>
  /** Makes the identity of an attempt unusable, as far as the exchange allows that. */
  invalidateIdentity(account: ExchangeAccount, order: OutboundOrder, signal: AbortSignal): Promise<InvalidateOutcome>
  /**
   * Changes an order on the book to these terms: the total including filled contracts, price and expiry. The same amend may be sent again:
   * it never changes more. Called only if the trait `amendsOrders` is set.
   */
  amend(account: ExchangeAccount, order: AmendTarget, requested: OrderTerms, signal: AbortSignal): Promise<AmendOutcome>
  /** Asks the exchange to take an order off its book. */
  cancel(
    account: ExchangeAccount,
    order: Pick<Order, 'nativeId' | 'shard'> & Pick<OrderRef, 'exchangeOrderId' | 'childObservations'>,
    signal: AbortSignal,
  ): Promise<CancelOutcome>

  /** One order by the exchange's id. */
  order(account: ExchangeAccount, order: OrderRef, signal: AbortSignal): Promise<OrderReading>
  /** All orders of the account on the book, each part for itself. An order that is missing has not necessarily ended. */
  openOrders(account: ExchangeAccount, signal: AbortSignal): Promise<readonly OrderReport[]>
  /** Fills at or after `since` with their present status. Up to `asOf` the answer is complete, together with its `unread` trades. */
  fillsSince(
    account: ExchangeAccount,
    since: Millis,
    signal: AbortSignal,
  ): Promise<{ readonly fills: readonly FillReport[]; readonly asOf: Millis; readonly unread?: readonly UnreadTrade[] }>
  /**
   * One page of the fills before an instant, newest first, with no limit of age. `cursor` names the next page; null after the last.
   * A cursor belongs to its `before`, and may be used much later.
   */
  fillsBefore(
    account: ExchangeAccount,
    before: Millis,
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<{
    readonly fills: readonly FillReport[]
    readonly cursor: string | null
    readonly unread?: readonly UnreadTrade[]
  }>

  /** Cash of the account, one balance for each shard. */
  balances(account: ExchangeAccount, signal: AbortSignal): Promise<readonly BalanceReport[]>
  /**
   * Makes the exchange keep the free cash of the account spread in this way from now on. An empty list ends the spread. `refused`: not for
   * this account, with a sentence for the user. Throws `ExchangeUnavailable`.
   */
  spreadCash(
    account: ExchangeAccount,
    targets: readonly CashTarget[],
    signal: AbortSignal,
  ): Promise<{ readonly kind: 'set' } | { readonly kind: 'refused'; readonly reason: string }>
  /** Positions of the account. Markets that are over are included as long as the exchange shows them. */
  positions(account: ExchangeAccount, signal: AbortSignal): Promise<PositionsReading>

  /**
   * Returns the name of the holder whose orders, fills and positions the account shows. Two holders never share one subaccount. If one key
   * signs for several wallets, each wallet has its own name. Makes no call.
   */
  holderOf(account: ExchangeAccount): Promise<string>

  /** Finds out whether the account can trade, and what it lacks. Throws `ExchangeUnavailable`. */
  readiness(account: ExchangeAccount, signal: AbortSignal): Promise<readonly Finding[]>

  /** Checks the given credentials (fields as in the PUT body) against the exchange. Throws `ExchangeUnavailable`. */
  verify(credentials: ExchangeSecrets, signal: AbortSignal): Promise<Verification>
}
