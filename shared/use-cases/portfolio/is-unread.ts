/** Decides whether the position in a market is missing from an incomplete reading. */

import type { PositionsReading } from '#ports/exchanges/exchange-reports.ts'

/** Its row cannot be read, or it has none and one cannot be read that names no market. */
export const isUnread = ({ positions, unread = [] }: PositionsReading, nativeId: string): boolean =>
  unread.some((one) => one.nativeId === nativeId) ||
  (unread.some((one) => one.nativeId === null) && !positions.some((one) => one.nativeId === nativeId))
