/** Log messages that doctor reads. */

export const MARKETS_LOG = {
  syncUnanswered: 'market sync: the exchange does not answer',
  dataUnanswered: 'market data: exchange does not answer',
} as const
