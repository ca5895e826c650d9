/** Names of paper orders at the paper exchange. */

/** Follows from the identity, so that one identity never names two orders. */
export const paperIdOf = (identity: string): string => `paper-${identity}`
