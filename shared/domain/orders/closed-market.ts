/** Why an order in a market that is over is refused, whoever says so: a preview, this service or the exchange. */
export const CLOSED_MARKET = {
  code: 'market_closed',
  reason: 'The market is closed and takes no orders any more.',
} as const
