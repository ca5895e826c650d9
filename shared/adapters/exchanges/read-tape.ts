/** Reads one page of a tape, in as many calls as it takes to end it between two times. */

import type { Millis } from '#domain/kernel/time.ts'
import { type PublicTrade, type TapeQuery, tapePage } from '#domain/markets/public-trade.ts'
import type { Tape } from '#ports/exchanges/market-data-source.ts'

/** What one call brought: trades before the time that was asked for, newest first. */
export interface TradesRead {
  readonly trades: readonly PublicTrade[]
  /** Whether there are no older ones. */
  readonly isComplete: boolean
  readonly asOf: Millis
}

/** How many more than asked for: mostly enough to see the end of the time that a page ends with. */
const MORE = 50
/** The most that either exchange tells in one call. */
const MOST = 1_000

/** `read` brings so many trades at most. A time with more trades than one call brings is cut off. */
export const readTape = async (
  { limit }: Pick<TapeQuery, 'limit'>,
  read: (most: number) => Promise<TradesRead>,
): Promise<Tape> => {
  const first = await read(Math.min(limit + MORE, MOST))
  const page = tapePage(first.trades, limit, first.isComplete)
  if (page !== null) return { ...page, asOf: first.asOf }
  const { trades, isComplete, asOf } = await read(MOST)
  return { ...(tapePage(trades, limit, isComplete) ?? { trades, hasMore: true }), asOf }
}
