/** Decides whether the position in a market is missing from an incomplete reading. */

import type { PositionsReading } from '#ports/exchanges/exchange-reports.ts'

/** Returns true if the market's row is unreadable, or if the market has no row and an unreadable row names no market. */
export const isUnread = ({ positions, unread = [] }: PositionsReading, nativeId: string): boolean =>
  unread.some((one) => one.nativeId === nativeId) ||
  (unread.some((one) => one.nativeId === null) && !positions.some((one) => one.nativeId === nativeId))
