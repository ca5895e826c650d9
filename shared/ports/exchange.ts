/** What the service needs from an exchange to trade there for an account. */

import type { Price } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'
import type { ExchangeAccount, ExchangeSecrets, Verification } from './exchange-account.ts'
import type { BalanceReport, FillReport, OrderRef, OrderReport, PositionReport } from './exchange-reports.ts'
import type { MarketDataSource } from './market-data-source.ts'
import type {
  CancelOutcome,
  InvalidateOutcome,
  LookUpOutcome,
  Preparation,
  Sendable,
  SubmitOutcome,
} from './send-outcome.ts'

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
