/** The dependencies and the account with which a poll matches a report. */

import type { Millis } from '#domain/kernel/time.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { FillStore } from '#ports/portfolio/portfolio-store.ts'
import type { AccountSources } from '../../accounts/account-sources.ts'

/** The sources of further reads. */
export interface ReportSources extends Omit<AccountSources, 'exchange'> {
  readonly exchange: Pick<Exchange, 'name' | 'order' | 'orderIdOf'>
  readonly deps: {
    readonly orders: Pick<OrderStore, 'ownerOf' | 'get'>
    readonly fills: Pick<FillStore, 'ownersOf'>
    readonly log: Log
  }
  readonly subaccountId: string
  readonly now: Millis
  /** The number of the poll. */
  readonly poll: number
}
