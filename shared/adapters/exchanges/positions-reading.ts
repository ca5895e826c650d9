/** The rows of an account's positions, as they are read one by one: one that makes no sense costs no other. */

import type { PositionReport, PositionsReading } from '#ports/exchanges/exchange-reports.ts'

/** `unread`: why rows cannot be read, by their market; empty where a row names none. A market with such a row is not read at all. */
export const positionsReading = (
  positions: readonly PositionReport[],
  unread: ReadonlyMap<string, string>,
): PositionsReading => ({
  positions: positions.filter(({ nativeId }) => !unread.has(nativeId)),
  unread: [...unread].map(([market, reason]) => ({ nativeId: market || null, reason })),
})
