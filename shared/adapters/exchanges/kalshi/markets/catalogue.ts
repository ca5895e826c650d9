/** The exchange's markets, page by page, with what only their series know: category and tags. */

import * as v from 'valibot'
import { HOUR, type Millis } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import type { Clock } from '#ports/clock.ts'
import { ExchangeUnavailable } from '#ports/exchange-unavailable.ts'
import type { MarketPage } from '#ports/market-data-source.ts'
import type { Client } from '../http/client.ts'
import { WireMarket, WireMarketPage, WireSeries, WireSeriesPage } from '../http/wire.ts'
import { isCombo, toMarket } from './to-market.ts'

export interface Catalogue {
  list(cursor: string | null, signal: AbortSignal): Promise<MarketPage>
  byTicker(tickers: readonly string[], signal: AbortSignal): Promise<readonly Market[]>
}

/** Told of every record that cannot be read: it is left out, the rest goes on. */
export type OnSkip = (ticker: string, reason: string) => void

const PAGE = 1_000
/** No maximum is documented; fifty names have been seen to work (section 5.1), and they keep the address short. */
export const NAMES_AT_ONCE = 50
/** Series change rarely; new ones appear with the next reading. */
const SERIES_LIVE_FOR = HOUR

export const catalogue = (client: Client, clock: Clock, onSkip: OnSkip): Catalogue => {
  let known: { readonly series: ReadonlyMap<string, WireSeries>; readonly at: Millis } | null = null

  const seriesNow = async (signal: AbortSignal): Promise<ReadonlyMap<string, WireSeries>> => {
    if (known !== null && clock() - known.at < SERIES_LIVE_FOR) return known.series
    const series = new Map<string, WireSeries>()
    let cursor: string | undefined
    do {
      // The specification has no paging here, yet a cursor has been seen: followed where there is one (section 5.5).
      const page = await client.read(null, { path: '/series', query: { cursor }, cost: 10 }, WireSeriesPage, signal)
      for (const raw of page.series ?? []) {
        const reading = v.safeParse(WireSeries, raw)
        if (reading.success) series.set(reading.output.ticker, reading.output)
      }
      cursor = page.cursor || undefined
    } while (cursor !== undefined)
    known = { series, at: clock() }
    return series
  }

  const translate = (raw: readonly unknown[], series: ReadonlyMap<string, WireSeries>): readonly Market[] =>
    raw.flatMap((record) => {
      const reading = v.safeParse(WireMarket, record)
      if (!reading.success) {
        onSkip(tickerOf(record), reading.issues[0].message)
        return []
      }
      if (isCombo(reading.output)) return []
      try {
        return [toMarket(reading.output, seriesOf(reading.output, series), clock())]
      } catch (error) {
        if (!(error instanceof ExchangeUnavailable)) throw error
        onSkip(reading.output.ticker, error.message)
        return []
      }
    })

  const named = async (path: string, tickers: readonly string[], signal: AbortSignal): Promise<readonly unknown[]> => {
    const query = { tickers: tickers.join(','), limit: PAGE }
    return (await client.read(null, { path, query, cost: 10 }, WireMarketPage, signal)).markets
  }

  return {
    // Open ones only: the catalogue asks for those that left this listing by name.
    list: async (cursor, signal) => {
      const series = await seriesNow(signal)
      const query = { limit: PAGE, mve_filter: 'exclude', status: 'open', cursor: cursor ?? undefined }
      const page = await client.read(null, { path: '/markets', query, cost: 10 }, WireMarketPage, signal)
      return { markets: translate(page.markets, series), cursor: page.cursor || null }
    },
    byTicker: async (tickers, signal) => {
      const series = await seriesNow(signal)
      const found: unknown[] = []
      for (let start = 0; start < tickers.length; start += NAMES_AT_ONCE) {
        const wanted = tickers.slice(start, start + NAMES_AT_ONCE)
        const live = await named('/markets', wanted, signal)
        found.push(...live)
        // Settled long ago, a market is found in the archive only (section 5.5).
        const archived = wanted.filter((ticker) => !live.some((record) => tickerOf(record) === ticker))
        if (archived.length > 0) found.push(...(await named('/historical/markets', archived, signal)))
      }
      return translate(found, series)
    },
  }
}

/** A market names its event, an event's ticker starts with its series' (reference, section 5). */
const seriesOf = (market: WireMarket, series: ReadonlyMap<string, WireSeries>): WireSeries | null => {
  const parts = market.event_ticker.split('-')
  for (let length = parts.length; length > 0; length -= 1) {
    const found = series.get(parts.slice(0, length).join('-'))
    if (found !== undefined) return found
  }
  return null
}

export const tickerOf = (record: unknown): string =>
  typeof record === 'object' && record !== null && 'ticker' in record ? String(record.ticker).slice(0, 100) : 'unknown'
