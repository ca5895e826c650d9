/**
 * Answers the worth of a position, in dollars: its payout, once its market is decided. Before that it is worth its market value, and a dollar
 * for each pair of Yes and No beside it. Null without a price. A position that has paid is cash, and is worth nothing more.
 */

import type { Position } from '../../api/types.ts'
import { sumOf } from '../../format/sum-of.ts'

export const worthOf = ({ settlement, payout, market_value, pairs }: Position): number | null => {
  if (settlement === 'paid') return 0
  return payout ?? (market_value === null ? null : sumOf([market_value, pairs]).known)
}
