/** Why an order in a closed market is refused, by a preview, by this service or by the exchange. */
export const CLOSED_MARKET = {
  code: 'market_closed',
  reason: 'The market is closed and takes no orders any more.',
} as const
