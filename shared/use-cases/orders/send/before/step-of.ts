/** The step in which an order that only closes is sent, by its book of this moment. */

import type { Price } from '#domain/kernel/numbers.ts'
import type { Order } from '#domain/orders/order.ts'
import { goesInSteps } from '#domain/orders/steps/in-steps.ts'
import { nextStep, type SendStep } from '#domain/orders/steps/send-step.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { ExchangeUnavailable, NoOrderBook } from '#ports/exchanges/exchange-unavailable.ts'
import type { OrderExchange as Exchange } from '../order-run.ts'

type Stepping =
  /** `step` is null for an order that is sent as a whole. */
  { readonly kind: 'step'; readonly step: SendStep | null } | { readonly kind: 'later'; readonly reason: string }

/**
 * A market without a book takes no order: the exchange says why. A book that is out of date costs one more step. Without an answer the order
 * takes first, which opens no position.
 */
export const stepOf = async (
  exchange: Pick<Exchange, 'orderBook'>,
  account: ExchangeAccount,
  order: Order,
  limit: Price,
  signal: AbortSignal,
): Promise<Stepping> => {
  if (!goesInSteps(order)) return { kind: 'step', step: null }
  try {
    const { asks, bids } = await exchange.orderBook(order.nativeId, signal, account)
    const [best] = order.buyFlag ? asks : bids
    return { kind: 'step', step: nextStep(order.buyFlag, limit, best?.price ?? null) }
  } catch (error) {
    if (!(error instanceof ExchangeUnavailable)) throw error
    const hasTaken = order.replaced !== null && !(error instanceof NoOrderBook)
    return hasTaken ? { kind: 'later', reason: error.message } : { kind: 'step', step: 'takes' }
  }
}
