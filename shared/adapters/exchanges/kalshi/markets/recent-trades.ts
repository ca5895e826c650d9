/**
 * The trades of the last minutes in all markets, kept from one reading to the next. Lists of markets are up to 15 s old (Kalshi live
 * reference, section 2), and show no trade but the last.
 */

import type { Price } from '#domain/kernel/numbers.ts'
import { MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import { isRecent } from '#domain/markets/mark-price.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { OnSkip } from '../../or-skip.ts'
import type { Client } from '../http/client.ts'
import { type WireTrade, WireTradePage } from '../http/wire.ts'
import { toMillis, toPrice } from '../http/wire-values.ts'

export interface RecentTrade {
  readonly id: string
  readonly price: Price
  readonly at: Millis
}

export interface RecentTrades {
  /** Reads what was traded lately, at any market. Never throws: without an answer it knows less, and says false. */
  refresh(reader: ExchangeAccount | null, signal: AbortSignal): Promise<boolean>
  /** The known trades in the book of a market, as old as they may be to count, oldest first. */
  of(ticker: string): readonly RecentTrade[]
  /** Every trade of the last 20 seconds before this moment is known. */
  completeTo(): Millis
}

/** No list is older than this: a read that goes back so far has the last trades. */
export const LAST_TRADES = 20 * SECOND

const PAGE = 1_000
/** What a burst has beyond these pages is read by the next readings. */
const MOST_PAGES = 10
/** Trades come out of order by a moment, and `min_ts` counts whole seconds. */
const OVERLAP = 3 * SECOND

/** Times in milliseconds. */
interface Span {
  readonly from: Millis
  readonly upTo: Millis
}

/** The first reading goes `lookBack` back, and so does one after others in vain. */
export const recentTrades = (api: Client, clock: Clock, onSkip: OnSkip, lookBack: Millis): RecentTrades => {
  const known = new Map<string, readonly RecentTrade[]>()
  let readTo = Number.NEGATIVE_INFINITY
  let completeTo = Number.NEGATIVE_INFINITY
  /** What was left out by a reading that had too many. */
  let left: Span | null = null

  /** Newest first. The bounds change with each second, so that no cache has seen such a call. Answers what is left, and how many pages. */
  const read = async (
    { from, upTo }: Span,
    pages: number,
    reader: ExchangeAccount | null,
    signal: AbortSignal,
  ): Promise<{ readonly left: Span | null; readonly pages: number }> => {
    const bounds = { min_ts: Math.floor(from / SECOND), max_ts: Math.ceil(upTo / SECOND) }
    let cursor: string | undefined
    let oldest = upTo
    for (let page = 1; page <= pages; page += 1) {
      const query = { ...bounds, limit: PAGE, cursor }
      const told = await api.read(reader, { path: '/markets/trades', query, cost: 10 }, WireTradePage, signal)
      oldest = Math.min(oldest, add(told.trades ?? []))
      cursor = told.cursor || undefined
      if (cursor === undefined) return { left: null, pages: pages - page }
    }
    return { left: { from, upTo: oldest + SECOND }, pages: 0 }
  }

  /** Answers when the oldest of them was made. */
  const add = (trades: readonly WireTrade[]): Millis => {
    let oldest = Number.POSITIVE_INFINITY
    const added = new Map<string, RecentTrade[]>()
    for (const { ticker, trade_id, yes_price_dollars, created_time, is_block_trade } of trades) {
      if (!ticker) continue
      const at = toMillis('created_time', created_time)
      oldest = Math.min(oldest, at)
      if (is_block_trade === true) continue
      const trade = { id: trade_id ?? created_time, price: toPrice('yes_price_dollars', yes_price_dollars), at }
      const others = added.get(ticker)
      if (others === undefined) added.set(ticker, [trade])
      else others.push(trade)
    }
    for (const [ticker, some] of added) known.set(ticker, merged(known.get(ticker) ?? [], some.toReversed()))
    return oldest
  }

  const forgetOld = (now: Millis): void => {
    for (const [ticker, trades] of known) {
      const kept = trades.filter((trade) => isRecent(trade, now))
      if (kept.length === 0) known.delete(ticker)
      else if (kept.length < trades.length) known.set(ticker, kept)
    }
  }

  /** The newest first: what was left out before may wait for the next reading. */
  const readOn = async (now: Millis, reader: ExchangeAccount | null, signal: AbortSignal): Promise<void> => {
    const since = Math.max(readTo - OVERLAP, now - lookBack)
    const newest = await read({ from: since, upTo: now + MINUTE }, MOST_PAGES, reader, signal)
    readTo = now
    left = still(left, newest.left, now - lookBack)
    // What is left is known to be, also where the exchange does not go on.
    if (left !== null && newest.pages > 0) left = (await read(left, newest.pages, reader, signal)).left
    if (left === null || left.upTo <= now - LAST_TRADES) completeTo = now
    if (left !== null) onSkip('recent trades', `there are more than ${MOST_PAGES * PAGE}; the next reading goes on`)
  }

  return {
    refresh: async (reader, signal) => {
      const now = clock()
      forgetOld(now)
      try {
        await readOn(now, reader, signal)
        return true
      } catch (error) {
        if (!(error instanceof ExchangeUnavailable)) throw error
        onSkip('recent trades', error.message)
        return false
      }
    },
    of: (ticker) => known.get(ticker) ?? [],
    completeTo: () => completeTo,
  }
}

/** What of both is not too old, and all between them. */
const still = (one: Span | null, other: Span | null, since: Millis): Span | null => {
  const spans = [one, other].filter((span) => span !== null)
  const upTo = Math.max(since, ...spans.map((span) => span.upTo))
  return upTo === since ? null : { from: Math.max(since, Math.min(...spans.map(({ from }) => from))), upTo }
}

/** Each trade once, in the order of time; of one time, in the order in which they are told. */
const merged = (known: readonly RecentTrade[], added: readonly RecentTrade[]): readonly RecentTrade[] => {
  const ids = new Set(known.map(({ id }) => id))
  const isNew = ({ id }: RecentTrade): boolean => !ids.has(id)
  return [...known, ...added.filter(isNew)].sort((one, other) => one.at - other.at)
}
