/**
 * The `client_order_id` of an order at the exchange: computed, never random, so that it is known before the first send.
 */

/** The order id for the first attempt, the order id with the attempt's number after that. */
export const identity = (orderId: string, attemptNumber: number): string =>
  attemptNumber === 1 ? orderId : `${orderId}-${attemptNumber}`

/** The order an identity belongs to; null when it is none of ours. */
export const orderIdOfIdentity = (text: string): string | null =>
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-(?:[2-9]|[1-9]\d{1,5}))?$/.exec(text)?.[1] ?? null
