/** What the service needs from an exchange to say what would become of an order there. Nothing of it signs or sends an order. */

import type { Price } from '#domain/kernel/numbers.ts'
import type { Order } from '#domain/orders/order.ts'
import type { ExchangeAccount } from './exchange-account.ts'
import type { Funds } from './funds.ts'
import type { LiveDataSource } from './market-data-source.ts'
import type { ExpectedRefusal, OrderPreconditions, Preparation } from './send-outcome.ts'

type Ready = Extract<Preparation, { readonly kind: 'ready' }>

/** Whether an order could be sent, and in which parts. */
export type Foreseen = Exclude<Preparation, Ready> | Pick<Ready, 'kind' | 'parts' | 'holdsBackMs'>

/** Markets and cash of an exchange as they are now, and what it would do with an order. */
export interface PreviewSource extends LiveDataSource, Pick<Funds, 'balances'> {
  /** As `prepare` of `Exchange`, without what is stored and sent. */
  prepare(
    account: ExchangeAccount,
    order: Order,
    limit: Price,
    attemptNumber: number,
    signal: AbortSignal,
  ): Promise<Foreseen>
  /** What this exchange would refuse the order for, beyond what `prepare` says, in the words of that refusal. Sends nothing. */
  expectedRefusals(
    order: Pick<Order, 'nativeId' | 'shard' | 'qty' | 'price' | 'postOnly'>,
    known: OrderPreconditions,
  ): Promise<readonly ExpectedRefusal[]>
}
