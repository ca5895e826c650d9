/**
 * Keeps the market catalogue current: every listed market is stored, those that left the listing are asked for by name, and
 * the search index is made anew.
 */

import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Market, svcIdOf } from '#domain/markets/market.ts'
import { ExchangeUnavailable } from '#ports/exchange-unavailable.ts'
import type { Log } from '#ports/log.ts'
import type { MarketDataSource } from '#ports/market-data-source.ts'
import type { MarketIndexWriter } from '#ports/market-index.ts'
import type { ListingPassStore, MarketStore } from '#ports/market-store.ts'

export interface SyncMarketsDeps {
  readonly markets: MarketStore
  readonly listingPasses: ListingPassStore
  readonly marketIndexWriter: MarketIndexWriter
  /** Null for an exchange that is not set up. */
  readonly exchanges: (name: ExchangeName) => MarketDataSource | null
  readonly log: Log
}

export interface SyncTimes {
  /** Aborted when the listing has to be put off to the next run, so that time is left to make the index. */
  readonly listing: AbortSignal
  /** Aborted when nothing goes any more. */
  readonly all: AbortSignal
}

/** Names per call when markets are asked for one by one. */
const NAMES_AT_ONCE = 50

/**
 * One run over all exchanges. An exchange that does not answer is logged and skipped. Any other failure is thrown
 * only after the index is made.
 */
export const syncMarkets = async (deps: SyncMarketsDeps, times: SyncTimes): Promise<void> => {
  const syncs = await Promise.allSettled(EXCHANGE_NAMES.map((name) => syncByName(deps, name, times)))
  const made = await deps.marketIndexWriter.publish(() => deps.markets.all())
  if (made !== null) deps.log.info('market index', { markets: made.markets, bytes: made.bytes })
  for (const sync of syncs) if (sync.status === 'rejected') throw sync.reason
}

const syncByName = async (deps: SyncMarketsDeps, name: ExchangeName, times: SyncTimes): Promise<void> => {
  const exchange = deps.exchanges(name)
  if (exchange === null) return
  try {
    await syncExchange(deps, exchange, times)
  } catch (error) {
    if (!(error instanceof ExchangeUnavailable)) throw error
    // One exchange that is away must not keep the other's catalogue from moving.
    deps.log.warn('market sync: the exchange does not answer', { exchange: name, error: error.message })
    deps.log.metric('ExchangeUnavailable', 1, { exchange: name })
  }
}

const syncExchange = async (deps: SyncMarketsDeps, exchange: MarketDataSource, times: SyncTimes): Promise<void> => {
  const seen = await listAll(deps, exchange, times)
  // Only a whole pass tells what is missing from it.
  if (seen === null) return
  const active = await deps.markets.activeIds(exchange.name)
  const gone = active.filter((id) => !seen.has(svcIdOf(exchange.name, id)))
  for (let start = 0; start < gone.length && !times.listing.aborted; start += NAMES_AT_ONCE) {
    const names = gone.slice(start, start + NAMES_AT_ONCE)
    const found: readonly Market[] = await exchange.marketsById(names, times.all)
    const named = new Set(found.map((market) => market.nativeId))
    const unknown = await Promise.all(
      names.filter((name) => !named.has(name)).map((name) => closed(deps, exchange, name)),
    )
    await store(deps, [...found, ...unknown.filter((market) => market !== null)])
  }
  deps.log.info('market sync', { exchange: exchange.name, listed: seen.size, gone: gone.length })
}

/** Goes through the listing from where the last run stopped; null when this one has to stop before the end, too. */
const listAll = async (
  deps: SyncMarketsDeps,
  exchange: MarketDataSource,
  times: SyncTimes,
): Promise<ReadonlySet<number> | null> => {
  const left = await deps.listingPasses.get(exchange.name)
  // Whatever becomes of this run, the next one does not go on from the same place: its cursor may be what breaks it.
  if (left !== null) await deps.listingPasses.save(exchange.name, null)
  const seen = new Set(left?.seen)
  let cursor = left?.cursor ?? null
  do {
    const page = await exchange.listMarkets(cursor, times.all)
    for (const market of page.markets) seen.add(market.svcId)
    await store(deps, page.markets)
    cursor = page.cursor
    if (cursor !== null && times.listing.aborted) {
      await deps.listingPasses.save(exchange.name, { cursor, seen: [...seen] })
      deps.log.info('market sync: to be continued', { exchange: exchange.name, listed: seen.size })
      return null
    }
  } while (cursor !== null)
  return seen
}

const store = async (deps: SyncMarketsDeps, markets: readonly Market[]): Promise<void> =>
  deps.marketIndexWriter.note(await deps.markets.putChanged(markets))

/** A market its exchange knows no more takes no orders either. */
const closed = async (deps: SyncMarketsDeps, exchange: MarketDataSource, nativeId: string): Promise<Market | null> => {
  const market = await deps.markets.get(svcIdOf(exchange.name, nativeId))
  return market === null ? null : { ...market, status: 'closed' }
}
