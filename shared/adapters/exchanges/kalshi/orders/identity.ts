/**
 * The `client_order_id` of an order at the exchange: computed, never random, so that it is known before the first send.
 */

/** Returns the order id for the first attempt, and the order id with the attempt's number for later ones. */
export const identity = (orderId: string, attemptNumber: number): string =>
  attemptNumber === 1 ? orderId : `${orderId}-${attemptNumber}`

/** Returns the order of an identity; null for an identity that is not ours. */
export const orderIdOfIdentity = (text: string): string | null =>
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-(?:[2-9]|[1-9]\d{1,5}))?$/.exec(text)?.[1] ?? null
