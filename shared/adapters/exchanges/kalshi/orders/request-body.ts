/** An order as the body of a create, rebuilt byte for byte from the stored order and its payload. */

import * as v from 'valibot'
import { fromDecimal, type Price, price, type Qty, toDecimal } from '#domain/kernel/numbers.ts'
import type { Order } from '#domain/orders/order.ts'
import { closesOnly } from '#domain/orders/order.ts'
import type { OutboundOrder, Preparation } from '#domain/orders/send/send-outcome.ts'
import { LOT } from '../http/wire-values.ts'
import { identity } from './identity.ts'

/** Decides identity and price, the only two parts of a send that the immutable order does not contain. */
export const decide = (order: Order, limit: Price, attemptNumber: number): Preparation => {
  const refusal = unsuited(order.qty, limit)
  if (refusal !== null) return { kind: 'refused', ...refusal }
  return {
    kind: 'ready',
    identity: identity(order.orderId, attemptNumber),
    payload: JSON.stringify({ p: toDecimal(limit, 4) }),
    exchangeOrderIds: [],
  }
}

/** Returns why a request cannot express that quantity and price; null if it can. */
export const unsuited = (qty: Qty, limit: Price): { readonly code: string; readonly reason: string } | null => {
  const shown = toDecimal(limit, 2)
  // A request can express four decimals at most. The market's grid may be coarser; then the exchange itself refuses.
  if (limit % 100 !== 0)
    return refusal('price_off_tick', `The price ${shown} has more than the four decimals the exchange takes.`)
  if (limit <= 0 || limit >= 1_000_000) return refusal('price_off_tick', `The price ${shown} is not between 0 and 1.`)
  const count = toDecimal(qty)
  if (qty < LOT)
    return refusal('qty_below_minimum', `The quantity ${count} is below the exchange's minimum of 0.01 contract.`)
  if (qty % LOT !== 0)
    return refusal('qty_off_lot', `The quantity ${count} is not a multiple of 0.01 contract, the exchange's step.`)
  return null
}

/** Returns the exact body of the create (Kalshi reference, section 6.1). */
export const createBody = (order: OutboundOrder): string =>
  JSON.stringify({
    ...head(order),
    count: toDecimal(order.qty, 2),
    price: priceText(order),
    time_in_force: TIMES_IN_FORCE[order.timeInForce],
    // If the order meets an own order, the own order leaves the book and this one continues.
    self_trade_prevention_type: 'maker',
    // Always sent: routing by ticker is slower and charges every shard's rate budget (reference, section 4).
    exchange_index: order.shard,
    // An exit, or the sale of a basket, never opens a position of its own. A resting order cannot have this flag
    // (reference, section 6.1).
    ...(closesOnly(order) && order.timeInForce === 'IOC' ? { reduce_only: true } : {}),
    ...(order.postOnly ? { post_only: true } : {}),
    ...(order.cancelOnPause ? { cancel_order_on_pause: true } : {}),
    ...(order.timeInForce === 'GTD' && order.expiresAt !== null
      ? { expiration_time: toExpirySeconds(order.expiresAt) }
      : {}),
  })

/** Returns the limit of a sent order, in 1e-6 dollars; 0 for a payload without one. */
export const limitOf = (order: OutboundOrder): number => fromDecimal(priceText(order)) ?? 0

const priceText = (order: OutboundOrder): string => v.parse(Payload, JSON.parse(order.attempt.payload)).p

/**
 * Returns a create under the same identity that can hardly trade and cannot rest. It is for 0.01 contract, as a bid at
 * the lowest or an ask at the highest whole cent. Whole cents are valid on every grid (reference, section 11).
 */
export const invalidatingBody = (order: OutboundOrder): string =>
  JSON.stringify({
    ...head(order),
    count: toDecimal(LOT, 2),
    price: toDecimal(price(order.buyFlag ? 10_000 : 990_000), 4),
    time_in_force: TIMES_IN_FORCE.IOC,
    // The order must take no own order off the book.
    self_trade_prevention_type: 'taker_at_cross',
    exchange_index: order.shard,
  })

const head = (order: OutboundOrder) => ({
  ticker: order.nativeId,
  client_order_id: order.attempt.identity,
  side: order.buyFlag ? 'bid' : 'ask',
})

/** GTD is good_till_canceled with an `expiration_time`; the word GTT is not accepted (reference, section 6.1). */
const TIMES_IN_FORCE = {
  GTC: 'good_till_canceled',
  GTD: 'good_till_canceled',
  IOC: 'immediate_or_cancel',
  FOK: 'fill_or_kill',
} as const

/**
 * Returns whole seconds, as the exchange expects them (reference, section 1). Rounded up: the user was promised the
 * whole time, and the service itself cancels at the exact instant.
 */
export const toExpirySeconds = (expiresAt: number): number => Math.ceil(expiresAt / 1000)

const Payload = v.object({ p: v.string() })

const refusal = (code: string, reason: string) => ({ code, reason })
