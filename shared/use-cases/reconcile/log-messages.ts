/** Log messages that tests and docs/operations.md name. */

export const RECONCILE_LOG = {
  accountUnanswered: 'account sync: the exchange does not answer',
  ownTradeUnread:
    'trade unreadable that may belong to an own order; its account is read again from there until it can be read',
  externalTradeUnread: 'external trade unreadable, left out',
  positionsUnread: 'reported positions unreadable; the known ones stay',
  positionMismatch: 'position mismatch: exchange report differs from recorded fills',
  outcomeContradicted: 'market outcome contradicted',
} as const
