/** Stores the trades of the account that were not made through us. */

import type { StoredTrade } from '../../contingent/track-position/closed-holding.ts'
import type { PollContext } from '../poll-context.ts'
import { recordExternalFills } from '../trades/record-external-fills.ts'
import type { RecordedOrders } from './record-orders.ts'

export interface RecordedTrades {
  /** Every trade that is stored: of our orders, and external ones. */
  readonly trades: readonly StoredTrade[]
  /** A trade could not be stored: the cursor must not pass it. */
  readonly unplaced: boolean
}

/** Returns every stored trade, including trades of our orders. */
export const recordExternal = async (
  { deps, sources, state }: PollContext,
  { trades, external, unplaced }: RecordedOrders,
): Promise<RecordedTrades> => {
  const left = await recordExternalFills(deps, state, sources.exchange, external, deps.clock(), sources.signal)
  const stored = external.filter(({ fillId }) => !left.has(fillId)).map((fill) => ({ orderId: null, fill }))
  return { trades: [...trades, ...stored], unplaced: unplaced || left.size > 0 }
}
