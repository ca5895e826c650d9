/** Updates of an account that the exchange pushes over a private WebSocket channel, in the service's own words. */

import type { OrderReport } from '#domain/orders/send/order-report.ts'
import type { ExchangeAccount } from './exchange-account.ts'
import type { FillReport } from './exchange-reports.ts'

/**
 * - `open`: from now on the stream reports all changes, until `lost`. Earlier changes are not repeated.
 * - `fill`: a fill with everything that a read of it would show. May come twice. `identity` as the exchange shows it, else null.
 * - `order`: the state of an order. `traded` is left out: the fills contain it.
 * - `changed`: a change that the stream does not report in full. A read does.
 * - `lost`: updates may be missed until the next `open`.
 * - `refused`: the exchange does not open a stream for this account. The stream has ended.
 */
export type AccountEvent =
  | { readonly kind: 'open' }
  | { readonly kind: 'fill'; readonly fill: FillReport; readonly identity: string | null }
  | { readonly kind: 'order'; readonly report: Omit<OrderReport, 'traded' | 'partRefusal'> }
  | { readonly kind: 'changed' }
  | { readonly kind: 'lost' | 'refused'; readonly reason: string }

/** An open stream of one account. Reconnects automatically, and never throws. */
export interface AccountStream {
  /** Ends it. No event comes after this. */
  close(): void
}

/** The private streams of one exchange. */
export interface AccountStreamSource {
  /** Opens the stream of an account. `onEvent` gets the events in their order. */
  open(account: ExchangeAccount, onEvent: (event: AccountEvent) => void): Promise<AccountStream>
}
