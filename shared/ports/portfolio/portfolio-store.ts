/** Stores the portfolio: fills by subaccount, the positions they make, and the exchanges' position reports. */

import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { Fill, FillContext } from '#domain/orders/fills/fill.ts'
import type { AccountReport } from '#domain/portfolio/account-report.ts'
import type { Holdings } from '#domain/portfolio/held-position.ts'
import type { PositionLedger } from '#domain/portfolio/position-ledger.ts'
import type { TaggedFill } from '#domain/portfolio/tag-pnl.ts'
import type { WebhookEvent } from '#domain/webhooks/event.ts'
import type { Position } from '#ports/kernel/page.ts'
import type { ReadOptions } from '../kernel/unreadable-row.ts'

/** Filters of the fill list; absent ones do not filter. */
export interface FillFilter {
  readonly svcId?: number | undefined
  /** The tag of the order, exactly. */
  readonly tag?: string | undefined
  /** At or after. */
  readonly from?: Millis | undefined
  /** Before. */
  readonly until?: Millis | undefined
  /** Behind that place in the list. */
  readonly after?: Position | undefined
}

export interface ListedFill extends FillContext {
  readonly fill: Fill
}

/** A trade that was not made through the service, with the native id of its market. */
export type ExternalFill = Fill & { readonly orderId: null; readonly nativeId: string }

/** Names a fill, with the exchange's time of the trade. */
export type FillTime = Pick<Fill, 'fillId' | 'exchangeAt'>

export interface FillStore {
  /**
   * Fills of these subaccounts as one sequence: newest first by the exchange's time, then by id. Reads `offset` + `limit` keys of
   * each subaccount at most, and the fills of the page. Fills that cannot be read are left out. May lag by a moment.
   */
  list(
    subaccountIds: readonly string[],
    filter: FillFilter,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<readonly ListedFill[]>
  /** Stores new fills, and settles stored ones that have settled since, each with the position they make. Of one subaccount and exchange. */
  recordExternal(fills: readonly ExternalFill[], now: Millis): Promise<void>
  /**
   * Returns the order of each of these fills, or null for a trade that was not made through us. Fills that are not stored are left out. One
   * query. May lag by a moment.
   */
  ownersOf(subaccountId: string, fills: readonly FillTime[]): Promise<ReadonlyMap<string, string | null>>
  /** Numbers of the fills of the orders with that tag, or with any tag, of a subaccount. One query. May lag by a moment. */
  tagged(subaccountId: string, tag?: string): Promise<readonly TaggedFill[]>
  /** All fills of a subaccount in these markets. May lag by a moment. */
  inMarkets(subaccountId: string, svcIds: readonly number[]): Promise<readonly Fill[]>
}

/** The stored portfolio of a subaccount, in one reading. */
export interface StoredPortfolio extends Holdings {
  /** The sync of its accounts. */
  readonly accounts: readonly AccountSync[]
}

/** Ledgers are written together with the fills they count, by the stores of orders and of fills. */
export interface PositionStore {
  /** Returns the position in one market (strongly consistent); null if nothing was ever traded there. */
  get(subaccountId: string, exchange: ExchangeName, svcId: number): Promise<PositionLedger | null>
  /** Returns the positions in all markets, and the last reports of the exchanges (strongly consistent). One query. */
  ofSubaccount(subaccountId: string, options?: ReadOptions): Promise<StoredPortfolio>
  /**
   * Stores a ledger that changed without a new fill, after a recount or a payout, together with its events. False if a fill came in
   * between.
   */
  save(ledger: PositionLedger, events?: readonly WebhookEvent[]): Promise<boolean>
  /** Replaces the report `before`, as it was read; null for none. Only changed pages of a long report are written. */
  saveReport(report: AccountReport, before: AccountReport | null): Promise<void>
}
