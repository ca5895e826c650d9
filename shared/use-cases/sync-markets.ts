/** Keeps the market catalogue current: every listed market is stored, and those that left the listing are asked for by name. */

import { EXCHANGE_NAMES, type ExchangeName } from '#domain/exchange-name.ts'
import { type Market, svcIdOf } from '#domain/market.ts'
import { type Exchange, VenueUnavailable } from '#ports/exchange.ts'
import type { Log } from '#ports/log.ts'
import type { MarketStore } from '#ports/store.ts'

export interface SyncMarketsDeps {
  readonly markets: MarketStore
  /** Null for an exchange that is not set up. */
  readonly exchanges: (name: ExchangeName) => Exchange | null
  readonly log: Log
}

/** Names per call when markets are asked for one by one. */
const NAMES_AT_ONCE = 50

export const syncMarkets = async (deps: SyncMarketsDeps, signal: AbortSignal): Promise<void> => {
  for (const name of EXCHANGE_NAMES) {
    const exchange = deps.exchanges(name)
    if (exchange === null) continue
    try {
      await syncExchange(deps, exchange, signal)
    } catch (error) {
      if (!(error instanceof VenueUnavailable)) throw error
      // One exchange that is away must not keep the other's catalogue from moving.
      deps.log.warn('market sync: the exchange does not answer', { exchange: name, error: error.message })
      deps.log.metric('VenueUnavailable', 1, { exchange: name })
    }
  }
}

const syncExchange = async (deps: SyncMarketsDeps, exchange: Exchange, signal: AbortSignal): Promise<void> => {
  const seen = new Set<string>()
  let written = 0
  let cursor: string | null = null
  do {
    const page = await exchange.listMarkets(cursor, signal)
    for (const market of page.markets) seen.add(market.nativeId)
    written += await deps.markets.putChanged(page.markets)
    cursor = page.cursor
  } while (cursor !== null)
  const gone = (await deps.markets.activeIds(exchange.name)).filter((id) => !seen.has(id))
  for (let start = 0; start < gone.length; start += NAMES_AT_ONCE) {
    const names = gone.slice(start, start + NAMES_AT_ONCE)
    const found: readonly Market[] = await exchange.marketsById(names, signal)
    const named = new Set(found.map((market) => market.nativeId))
    const unknown = await Promise.all(
      names.filter((name) => !named.has(name)).map((name) => closed(deps, exchange, name)),
    )
    written += await deps.markets.putChanged([...found, ...unknown.filter((market) => market !== null)])
  }
  deps.log.info('market sync', { exchange: exchange.name, listed: seen.size, gone: gone.length, written })
}

/** A market its exchange knows no more takes no orders either. */
const closed = async (deps: SyncMarketsDeps, exchange: Exchange, nativeId: string): Promise<Market | null> => {
  const market = await deps.markets.get(svcIdOf(exchange.name, nativeId))
  return market === null ? null : { ...market, status: 'closed' }
}
