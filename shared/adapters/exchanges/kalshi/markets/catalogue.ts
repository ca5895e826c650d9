/** Markets of the exchange, page by page, joined with their events and series. */

import { chunked } from '#domain/kernel/chunked.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import type { MarketPage } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Dated } from '../../http/reading-client.ts'
import { type OnSkip, orSkip } from '../../or-skip.ts'
import { readEach } from '../../read-each.ts'
import type { Client } from '../http/client.ts'
import { WireMarket, WireMarketPage } from '../http/wire.ts'
import { knownEvents } from './known-events.ts'
import { knownSeries } from './known-series.ts'
import { isCombo, toMarket } from './to-market.ts'

export interface Catalogue {
  list(cursor: string | null, signal: AbortSignal): Promise<MarketPage>
  changes(since: Millis, cursor: string | null, signal: AbortSignal): Promise<MarketPage>
  byTicker(tickers: readonly string[], signal: AbortSignal): Promise<readonly Market[]>
}

const PAGE = 1_000
/** No maximum is documented; fifty names have been seen to work (section 5.1), and they keep the address short. */
export const NAMES_AT_ONCE = 50
export const catalogue = (client: Client, clock: Clock, onSkip: OnSkip): Catalogue => {
  const series = knownSeries(client, clock)
  const events = knownEvents(client, clock, onSkip)

  const translate = async (
    { body: raw, asOf }: Dated<readonly unknown[]>,
    signal: AbortSignal,
  ): Promise<readonly Market[]> => {
    const read = readEach(raw, WireMarket, tickerOf, onSkip, (market) => (isCombo(market) ? [] : [market]))
    const tickers = read.map((market) => market.event_ticker)
    const eventOf = await events(tickers, signal)
    const named = (eventTicker: string) => ({ eventTicker, seriesTicker: eventOf(eventTicker)?.series_ticker || null })
    const seriesOf = await series(tickers.map(named), signal)
    return read.flatMap((market) =>
      orSkip(market.ticker, onSkip, () =>
        toMarket(market, seriesOf(named(market.event_ticker)), asOf, eventOf(market.event_ticker)),
      ),
    )
  }

  const page = async (
    query: Readonly<Record<string, string | number | undefined>>,
    signal: AbortSignal,
  ): Promise<MarketPage> => {
    const call = { path: '/markets', query: { limit: PAGE, mve_filter: 'exclude', ...query }, cost: 10 }
    const { body, asOf } = await client.readDated(null, call, WireMarketPage, signal)
    // A page without markets may have a cursor: the cursor decides (section 5.2).
    return { markets: await translate({ body: body.markets, asOf }, signal), cursor: body.cursor || null }
  }

  const named = async (
    path: string,
    tickers: readonly string[],
    signal: AbortSignal,
  ): Promise<Dated<readonly unknown[]>> => {
    const query = { tickers: tickers.join(','), limit: PAGE }
    const { body, asOf } = await client.readDated(null, { path, query, cost: 10 }, WireMarketPage, signal)
    return { body: body.markets, asOf }
  }

  return {
    // Lists open markets only: the sync reads markets that left this listing by name.
    list: (cursor, signal) => page({ status: 'open', cursor: cursor ?? undefined }, signal),
    // Lists every change except prices. The filter cannot be combined with one of status or time (section 5.1).
    changes: (since, cursor, signal) =>
      page({ min_updated_ts: Math.floor(since / SECOND), cursor: cursor ?? undefined }, signal),
    byTicker: async (tickers, signal) => {
      const found: Market[] = []
      for (const names of chunked(tickers, NAMES_AT_ONCE)) {
        const live = await named('/markets', names, signal)
        found.push(...(await translate(live, signal)))
        // A market that was settled long ago is in the archive only (section 5.5).
        const archived = names.filter((ticker) => !live.body.some((record) => tickerOf(record) === ticker))
        if (archived.length > 0)
          found.push(...(await translate(await named('/historical/markets', archived, signal), signal)))
      }
      return found
    },
  }
}

export const tickerOf = (record: unknown): string =>
  typeof record === 'object' && record !== null && 'ticker' in record ? String(record.ticker).slice(0, 100) : 'unknown'
