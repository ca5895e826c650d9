/**
 * The queues between the Lambdas. A message only says that now is a good time: the work is in the store. Only an update of an account carries
 * facts, which the next poll of the account finds too.
 */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { MINUTE } from '#domain/kernel/time.ts'
import type { TriggerPriceSource } from '#domain/markets/trigger-price.ts'
import type { OrderReport } from '#domain/orders/send/order-report.ts'
import type { FillReport } from '../exchanges/exchange-reports.ts'
import type { StopPlace } from '../price-watch/watch-store.ts'

export interface QueueMessages {
  /** Take the order one step towards the exchange. */
  'execute-order': { readonly orderId: string }
  /** Take an order on a custom asset a step on: plan, send, add up. */
  'execute-basket': { readonly orderId: string }
  /** Ask the exchange to take the order off its book. */
  'cancel-order': { readonly orderId: string }
  /**
   * One of three jobs, by the content of the message:
   * - an order: notify its dependents, or with `closed` end them, because its market is closed;
   * - a complex order or a TWAP: advance it;
   * - a closed market: end the stops armed on it, from the place `after` on (null: from the first).
   */
  'advance-contingents':
    | { readonly orderId: string; readonly closed?: boolean }
    | { readonly complexOrderId: string }
    | { readonly closedSvcId: number; readonly after: StopPlace | null }
  /** A price has reached an armed stop. `stopPrice` is the trail level at that time, for a trailing stop. Prices in 1e-6 dollars. */
  'fire-trigger': {
    readonly complexOrderId: string
    readonly price: number
    readonly source: TriggerPriceSource
    readonly stopPrice?: number
  }
  /** Watch the prices of a share of the markets until then. */
  'watch-shard': { readonly index: number; readonly of: number; readonly until: number }
  /** Look for work that is overdue, unless it is later than that. */
  'sweep-soon': { readonly until: number }
  /** Address the events of the object to webhooks; continue its deliveries to one of them; or end a connection whose key has not come. */
  'deliver-webhook': { readonly objectId: string; readonly webhookId?: string } | { readonly streamId: string }
  /** Make the due deliveries of the object to the webhook. The group is one of the slots of its receiver. */
  'attempt-delivery': { readonly objectId: string; readonly webhookId: string }
  /** Send the changes to the user's streams, and end streams whose keys are revoked. */
  'push-changes': { readonly userId: string }
  /** Poll number `poll` of an exchange account. `look`: with what it holds, also if that was not due yet. `check`: with its readiness. */
  'sync-account': {
    readonly subaccountId: string
    readonly exchange: ExchangeName
    readonly poll: number
    readonly look?: boolean
    readonly check?: boolean
    /** Instead of a poll: the update that a stream of the account sent. `poll` is then 0, which is the number of no poll. */
    readonly news?: AccountUpdate
  }
}

/** Update of an account that an exchange pushed. Empty lists: something happened that only a poll shows. */
export interface AccountUpdate {
  readonly fills: ReadonlyArray<FillReport & { readonly identity: string | null }>
  readonly orders: ReadonlyArray<Omit<OrderReport, 'traded' | 'partRefusal'>>
}

export type QueueName = keyof QueueMessages

/** The attribute of a message that holds the id of the request that led to it. Only the log shows it. */
export const REQUEST_ATTRIBUTE = 'requestId'

/** No message waits longer in its queue, in ms (SQS `DelaySeconds`). The sweeper finds work that is due later. */
export const LONGEST_DELAY = 15 * MINUTE

/** Sends messages to the queues. */
export interface Queues {
  /**
   * Sends one message. `group` is the fairness or FIFO group; `delayMs` (whole seconds, up to `LONGEST_DELAY`) is ignored by FIFO queues.
   * Throws when the queue does not take it: callers that committed their work may continue, and the sweeper finds it.
   */
  send<Name extends QueueName>(
    queue: Name,
    message: QueueMessages[Name],
    options: { readonly group: string; readonly delayMs?: number },
  ): Promise<void>
}
