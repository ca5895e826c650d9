/**
 * State, last price and volume in the list of markets, kept for some seconds: the exchange itself answers from a cache
 * for 15 s.
 */

import { chunked } from '#domain/kernel/chunked.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { MarketState } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { OnSkip } from '../../or-skip.ts'
import { readEach } from '../../read-each.ts'
import type { Client } from '../http/client.ts'
import { WireExchangeStatus, WireListed, WireMarketPage } from '../http/wire.ts'
import { NAMES_AT_ONCE, tickerOf } from './catalogue.ts'

/** A market of the list, with its state by its own status and by the status of its shard. */
export interface Listed {
  readonly wire: WireListed
  readonly state: MarketState['state']
  /** Time at which the exchange made the list. */
  readonly asOf: Millis
}

/**
 * Returns markets of the list by ticker, without unknown ones. `fresh` bypasses every cache, for single decisions.
 * Throws `ExchangeUnavailable`.
 */
export type ReadListed = (
  tickers: readonly string[],
  reader: ExchangeAccount | null,
  signal: AbortSignal,
  fresh?: 'fresh',
) => Promise<ReadonlyMap<string, Listed>>

type ReadPages = (...call: Parameters<ReadListed>) => Promise<void>

/** Simultaneous calls: more would only wait for the rate budget. */
const CALLS_AT_ONCE = 4
/** After 10 s the next poll reads again. An answer is then at most 25 s old. */
const KEEP_FOR = 10 * SECOND
const MOST_KEPT = 5_000

export const listedMarkets = (api: Client, clock: Clock, onSkip: OnSkip): ReadListed => {
  const kept = new Map<string, { readonly wire: WireListed; readonly asOf: Millis; readonly readAt: Millis }>()

  let calls = 0
  /** The exchange ignores the parameter, and its cache cannot answer the call (Kalshi live reference, section 2). */
  const unseen = () => {
    calls += 1
    return { _: `${clock()}${calls}` }
  }

  const readPage: ReadPages = async (tickers, reader, signal, fresh) => {
    const readAt = clock()
    const query = { tickers: tickers.join(','), limit: tickers.length, ...(fresh === undefined ? {} : unseen()) }
    const { body, asOf } = await api.readDated(reader, { path: '/markets', query, cost: 10 }, WireMarketPage, signal)
    for (const wire of readEach(body.markets, WireListed, tickerOf, onSkip, (listed) => [listed]))
      kept.set(wire.ticker, { wire, asOf, readAt })
  }

  const readPages: ReadPages = async (tickers, ...how) => {
    for (const pages of chunked(chunked(tickers, NAMES_AT_ONCE), CALLS_AT_ONCE))
      await Promise.all(pages.map((names) => readPage(names, ...how)))
  }

  return async (tickers, reader, signal, fresh) => {
    const now = clock()
    if (kept.size > MOST_KEPT) kept.clear()
    const isKept = (ticker: string): boolean => now - (kept.get(ticker)?.readAt ?? 0) < KEEP_FOR
    const stale = fresh === undefined ? tickers.filter((ticker) => !isKept(ticker)) : tickers
    for (const ticker of stale) kept.delete(ticker)
    // The status is never cached: no price of a pause may trigger anything. Orders that wait for the end of a pause can
    // wait for seconds.
    const call = { path: '/exchange/status', query: unseen(), cost: 10 }
    const [status] = await Promise.all([
      api.read(reader, call, WireExchangeStatus, signal),
      readPages(stale, reader, signal, fresh),
    ])
    const found = tickers.flatMap((ticker) => {
      const listed = kept.get(ticker)
      if (listed === undefined) return []
      const { wire, asOf } = listed
      return [[ticker, { wire, asOf, state: stateOf(wire.status, trades(status, wire.exchange_index ?? 0)) }] as const]
    })
    return new Map(found)
  }
}

/** Reads both flags: a pause of the whole exchange, and one of trading (reference, section 9). */
const trades = (status: WireExchangeStatus, shard: number): boolean => {
  const own = status.exchange_index_statuses?.find(({ exchange_index: index }) => index === shard) ?? status
  return own.trading_active && own.exchange_active !== false
}

/**
 * Returns the state of a market. An unknown status does not end a market: it counts as paused, so that prices of the
 * market trigger nothing.
 */
export const stateOf = (status: string, trading: boolean): MarketState['state'] => {
  if (OVER.has(status)) return 'closed'
  return status === 'active' && trading ? 'open' : 'paused'
}

/** Statuses after the close (reference, section 12). */
const OVER: ReadonlySet<string> = new Set(['closed', 'determined', 'disputed', 'amended', 'finalized'])
