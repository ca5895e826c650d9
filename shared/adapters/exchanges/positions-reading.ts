/** Rows of an account's positions, read one by one: an unreadable row does not cost the others. */

import type { PositionReport, PositionsReading } from '#ports/exchanges/exchange-reports.ts'

/**
 * Returns the positions. `unread` contains why rows cannot be read, by their market; the key is empty if a row names
 * none. A market with such a row is left out.
 */
export const positionsReading = (
  positions: readonly PositionReport[],
  unread: ReadonlyMap<string, string>,
): PositionsReading => ({
  positions: positions.filter(({ nativeId }) => !unread.has(nativeId)),
  unread: [...unread].map(([market, reason]) => ({ nativeId: market || null, reason })),
})
