/**
 * The newest trades of all markets, kept from one reading to the next. Lists of markets are up to 15 s old (Kalshi live reference,
 * section 2), so their last price alone would miss the trades of that time.
 */

import type { Price } from '#domain/kernel/numbers.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { OnSkip } from '../../or-skip.ts'
import type { Client } from '../http/client.ts'
import { WireTradePage } from '../http/wire.ts'
import { toMillis, toPrice } from '../http/wire-values.ts'

export interface RecentTrade {
  readonly id: string
  readonly price: Price
  readonly at: Millis
}

export interface RecentTrades {
  /** Reads what was traded lately, at any market. Never throws: without an answer it knows less. */
  refresh(reader: ExchangeAccount | null, signal: AbortSignal): Promise<void>
  /** The newest known trade of a market, of the last minute at least. */
  newest(ticker: string): RecentTrade | null
  /** Every trade of the last 20 seconds before this moment is known. */
  completeTo(): Millis
}

const PAGE = 1_000
/** A burst beyond these pages leaves trades out; the lists show them 15 s later. */
const MOST_PAGES = 3
/** Further back than any list is old. */
const LOOK_BACK = 20 * SECOND
/** Trades come out of order by a moment, and `min_ts` counts whole seconds. */
const OVERLAP = 3 * SECOND
const KEEP_FOR = 60 * SECOND

export const recentTrades = (api: Client, clock: Clock, onSkip: OnSkip): RecentTrades => {
  const known = new Map<string, RecentTrade>()
  let completeTo = Number.NEGATIVE_INFINITY

  /** Newest first. The changing `min_ts` makes each call one that no cache has seen. Answers whether all pages were read. */
  const readSince = async (since: Millis, reader: ExchangeAccount | null, signal: AbortSignal): Promise<boolean> => {
    const seen = new Set<string>()
    let cursor: string | undefined
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query = { min_ts: Math.floor(since / SECOND), limit: PAGE, cursor }
      const read = await api.read(reader, { path: '/markets/trades', query, cost: 10 }, WireTradePage, signal)
      const trades = read.trades ?? []
      for (const { ticker, trade_id, yes_price_dollars, created_time } of trades) {
        if (!ticker || seen.has(ticker)) continue
        seen.add(ticker)
        const at = toMillis('created_time', created_time)
        if (at < (known.get(ticker)?.at ?? 0)) continue
        known.set(ticker, { id: trade_id ?? created_time, price: toPrice('yes_price_dollars', yes_price_dollars), at })
      }
      cursor = read.cursor || undefined
      if (cursor === undefined) return true
    }
    return false
  }

  return {
    refresh: async (reader, signal) => {
      const now = clock()
      for (const [ticker, { at }] of known) if (now - at > KEEP_FOR) known.delete(ticker)
      try {
        if (await readSince(Math.max(completeTo - OVERLAP, now - LOOK_BACK), reader, signal)) completeTo = now
      } catch (error) {
        if (!(error instanceof ExchangeUnavailable)) throw error
        onSkip('recent trades', error.message)
      }
    },
    newest: (ticker) => known.get(ticker) ?? null,
    completeTo: () => completeTo,
  }
}
