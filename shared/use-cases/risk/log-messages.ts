/** Log messages that tests name. */

export const RISK_LOG = {
  ordersStillOpen: 'orders not removed from their books in time to be flattened',
  tradesNotSettled: 'trades not settled in time to be flattened',
} as const
