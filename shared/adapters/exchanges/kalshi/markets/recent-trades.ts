/**
 * The trades of the last minute in all markets, kept from one reading to the next. Lists of markets are up to 15 s old (Kalshi live
 * reference, section 2), and show no trade but the last.
 */

import type { Price } from '#domain/kernel/numbers.ts'
import { MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
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
  /** Reads what was traded lately, at any market. Never throws: without an answer it knows less. */
  refresh(reader: ExchangeAccount | null, signal: AbortSignal): Promise<void>
  /** The known trades of a market in the last minute at least, oldest first. */
  of(ticker: string): readonly RecentTrade[]
  /** Every trade of the last 20 seconds before this moment is known. */
  completeTo(): Millis
}

const PAGE = 1_000
/** A burst beyond these pages leaves out its oldest trades; the lists show the last ones 15 s later. */
const MOST_PAGES = 10
/** Further back than any list is old. */
const LOOK_BACK = 20 * SECOND
/** Trades come out of order by a moment, and `min_ts` counts whole seconds. */
const OVERLAP = 3 * SECOND
const KEEP_FOR = 60 * SECOND

export const recentTrades = (api: Client, clock: Clock, onSkip: OnSkip): RecentTrades => {
  const known = new Map<string, readonly RecentTrade[]>()
  let completeTo = Number.NEGATIVE_INFINITY
  /** When the exchange was last asked in vain. */
  let failedAt = Number.NEGATIVE_INFINITY

  /** Newest first. The bounds change with each second, so that no cache has seen such a call. Answers whether all pages were read. */
  const readSince = async (since: Millis, reader: ExchangeAccount | null, signal: AbortSignal): Promise<boolean> => {
    const bounds = { min_ts: Math.floor(since / SECOND), max_ts: Math.ceil((clock() + MINUTE) / SECOND) }
    let cursor: string | undefined
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query = { ...bounds, limit: PAGE, cursor }
      const read = await api.read(reader, { path: '/markets/trades', query, cost: 10 }, WireTradePage, signal)
      add(read.trades ?? [])
      cursor = read.cursor || undefined
      if (cursor === undefined) return true
    }
    onSkip('recent trades', `there are more than ${MOST_PAGES * PAGE} since the last reading; older ones stay unseen`)
    return false
  }

  const add = (trades: readonly WireTrade[]): void => {
    const added = new Map<string, RecentTrade[]>()
    for (const { ticker, trade_id, yes_price_dollars, created_time } of trades) {
      if (!ticker) continue
      const at = toMillis('created_time', created_time)
      const trade = { id: trade_id ?? created_time, price: toPrice('yes_price_dollars', yes_price_dollars), at }
      const others = added.get(ticker)
      if (others === undefined) added.set(ticker, [trade])
      else others.push(trade)
    }
    for (const [ticker, some] of added) known.set(ticker, merged(known.get(ticker) ?? [], some.toReversed()))
  }

  const forgetOld = (now: Millis): void => {
    for (const [ticker, trades] of known) {
      const kept = trades.filter(({ at }) => now - at <= KEEP_FOR)
      if (kept.length === 0) known.delete(ticker)
      else if (kept.length < trades.length) known.set(ticker, kept)
    }
  }

  return {
    refresh: async (reader, signal) => {
      const now = clock()
      forgetOld(now)
      // Whoever asks again and again in vain has missed more than one who has just begun.
      const earliest = now - (now - failedAt <= LOOK_BACK ? KEEP_FOR : LOOK_BACK)
      try {
        if (await readSince(Math.max(completeTo - OVERLAP, earliest), reader, signal)) completeTo = now
      } catch (error) {
        if (!(error instanceof ExchangeUnavailable)) throw error
        onSkip('recent trades', error.message)
        failedAt = now
      }
    },
    of: (ticker) => known.get(ticker) ?? [],
    completeTo: () => completeTo,
  }
}

/** Each trade once, in the order of time; of one time, in the order in which they are told. */
const merged = (known: readonly RecentTrade[], added: readonly RecentTrade[]): readonly RecentTrade[] => {
  const ids = new Set(known.map(({ id }) => id))
  const isNew = ({ id }: RecentTrade): boolean => !ids.has(id)
  return [...known, ...added.filter(isNew)].sort((one, other) => one.at - other.at)
}
