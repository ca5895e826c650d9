/** Reads one page of public trades, with as many calls as it takes to end the page between two times. */

import type { Millis } from '#domain/kernel/time.ts'
import { type PublicTrade, type TapePage, type TapeQuery, tapePage } from '#domain/markets/public-trade.ts'
import type { Tape } from '#ports/exchanges/market-data-source.ts'

/** Result of one call: trades before the requested time, newest first. */
export interface TradesRead<Next> {
  readonly trades: readonly PublicTrade[]
  /** Cursor of the next call; null if there are no older trades. */
  readonly next: Next | null
  readonly asOf: Millis
  /** Times of trades that could not be read. */
  readonly unreadAt: readonly Millis[]
}

/** Additional trades in a call: mostly enough to see all trades of the page's last instant. */
const MORE = 50
/** Most trades that either exchange returns in one call. */
const MOST = 1_000
/** Most calls for a page: an instant with more trades is cut off. */
const MOST_CALLS = 10

/**
 * Reads a page. `read` returns at most that many trades, the newest ones without a `next`. A `next` belongs to the size
 * of its call.
 */
export const readTape = async <Next>(
  { limit }: Pick<TapeQuery, 'limit'>,
  read: (most: number, next: Next | null) => Promise<TradesRead<Next>>,
): Promise<Tape> => {
  const first = await read(Math.min(limit + MORE, MOST), null)
  let { trades, next, unreadAt } = first
  const asTape = (page: TapePage): Tape => ({
    ...page,
    asOf: first.asOf,
    ...(unreadAt.length === 0 ? {} : { unreadAt: Math.max(...unreadAt) }),
  })
  let isSmall = limit + MORE < MOST
  for (let calls = 1; calls < MOST_CALLS; calls += 1) {
    const page = tapePage(trades, limit, next === null)
    if (page !== null) return asTape(page)
    const older: TradesRead<Next> = await read(MOST, isSmall ? null : next)
    trades = isSmall ? older.trades : joined(trades, older.trades)
    next = older.next
    unreadAt = [...unreadAt, ...older.unreadAt]
    isSmall = false
  }
  return asTape(tapePage(trades, limit, next === null) ?? { trades, hasMore: true })
}

/** Two reads may overlap. */
const joined = (trades: readonly PublicTrade[], others: readonly PublicTrade[]): readonly PublicTrade[] =>
  [...new Map([...trades, ...others].map((trade) => [trade.tradeId, trade])).values()].sort((a, b) => b.at - a.at)
