/** Reads the trades of markets with armed stops since the price watch last saw them. */

import { PUBLIC } from '#adapters/exchanges/public.ts'
import { exchangeRegistry } from '#adapters/exchanges/registry.ts'
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import type { Table } from '#adapters/store/engine/table.ts'
import { marketStore } from '#adapters/store/markets/markets.ts'
import { priceFeedStore } from '#adapters/store/markets/price-feeds.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { PublicTrade } from '#domain/markets/public-trade.ts'
import type { TradedExchanges } from '#ports/exchanges/exchange-addresses.ts'
import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import { missedStops } from './missed-stops.ts'
import { SILENT_LOG } from './silent-log.ts'

export interface UnwatchedOptions {
  readonly table: Table
  readonly hosts: TradedExchanges
  /** Exchanges that do not answer. */
  readonly unreached: ReadonlySet<ExchangeName>
  readonly now: () => Millis
  /** Start of the time that nobody watched; by default when the price watch last looked. */
  readonly since?: Millis
}

/** One line for each stop that would have fired. A market whose trades cannot be read is named in place of its stops. */
export const unwatchedStops = async ({
  table,
  hosts,
  unreached,
  now,
  since: given,
}: UnwatchedOptions): Promise<readonly string[]> => {
  const watch = complexOrderStore(table)
  const markets = marketStore(table, { find: null })
  const exchanges = exchangeRegistry(PUBLIC, {
    clock: now,
    log: SILENT_LOG,
    urls: hosts,
    storedMarket: (svcId) => markets.get(svcId),
  })
  const seenAt = new Map((await priceFeedStore(table).all()).map(({ exchange, polledAt }) => [exchange, polledAt]))
  const watched = (await watch.watched()).markets.filter(({ exchange }) => !unreached.has(exchange))
  const lines = watched.slice(0, MOST_MARKETS).map(async ({ svcId, exchange }) => {
    const since = given ?? seenAt.get(exchange)
    const source = exchanges.exchangeOrNull(exchange)
    const [{ stops }, market] = await Promise.all([watch.armedStops(svcId), markets.get(svcId)])
    if (since === undefined || source === null || market === null || stops.length === 0) return []
    const trades = await tradesSince(
      (before) => source.trades(market, { limit: PAGE, before }, patience()),
      since,
    ).catch(() => null)
    return trades === null
      ? [`the trades of "${market.name}" could not be read: whether its stops were reached meanwhile is not known`]
      : missedStops({ market, stops, trades, since })
  })
  return (await Promise.all(lines)).flat()
}

/** A call for each page of each market: few enough for the public rate limits. */
const MOST_MARKETS = 20
const PAGE = 1_000
const MOST_PAGES = 5

const patience = (): AbortSignal => AbortSignal.timeout(10_000)

/** Newest first. Ends with the page that reaches `since`, or after some pages. */
const tradesSince = async (
  read: (before: Millis | null) => ReturnType<MarketDataSource['trades']>,
  since: Millis,
): Promise<readonly PublicTrade[]> => {
  const all: PublicTrade[] = []
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { trades, hasMore } = await read(all.at(-1)?.at ?? null)
    all.push(...trades)
    const oldest = all.at(-1)?.at ?? 0
    if (!hasMore || oldest <= since) break
  }
  return all
}
