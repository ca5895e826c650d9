/**
 * Keeps the market catalogue current. Reads from each exchange the changes since the last run, and once a day the whole
 * listing. Then removes markets that closed long ago, and stores the search snapshot.
 */

import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { SEARCHABLE_FOR } from '#domain/markets/market-retention.ts'
import { ifUnavailableLogged } from '#ports/exchanges/exchange-unavailable.ts'
import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import type { Catalogue, CatalogueStore } from '#ports/markets/catalogue.ts'
import type { ExchangeListing, ReadListingDeps, SyncTimes } from './exchange-listing.ts'
import { MARKETS_LOG } from './log-messages.ts'
import { readListing } from './read-listing.ts'

export interface SyncMarketsDeps extends ReadListingDeps {
  readonly catalogues: CatalogueStore
  /** Null for an exchange that is not set up. */
  readonly exchanges: (name: ExchangeName) => MarketDataSource | null
}

/**
 * Runs once over all exchanges. An exchange without an answer is logged, and continues in the next run. Any other
 * failure is thrown only after the markets that were read are stored.
 */
export const syncMarkets = async (deps: SyncMarketsDeps, times: SyncTimes): Promise<void> => {
  const catalogue = await deps.catalogues.open(times.all)
  const exchanges = EXCHANGE_NAMES.flatMap((name) => deps.exchanges(name) ?? [])
  const scannedBefore = scansEnded(catalogue, exchanges)
  const syncs = await Promise.allSettled(
    exchanges.map((exchange) => syncExchange(deps, { catalogue, exchange, times, now: deps.clock() })),
  )
  // Without a stored catalogue a search says that there is none yet, and the next run lists everything again.
  if (!isEmpty(catalogue, exchanges)) await publish(deps, { catalogue, exchanges, scannedBefore, times })
  for (const sync of syncs) if (sync.status === 'rejected') throw sync.reason
}

interface Listed {
  readonly catalogue: Catalogue
  readonly exchanges: readonly MarketDataSource[]
  /** Ends of walks before this run. */
  readonly scannedBefore: string
  readonly times: SyncTimes
}

const publish = async (
  deps: SyncMarketsDeps,
  { catalogue, exchanges, scannedBefore, times }: Listed,
): Promise<void> => {
  await forgetMarkets(deps, catalogue, times)
  const tidy = scansEnded(catalogue, exchanges) !== scannedBefore
  const made = await deps.catalogues.publish({ asOf: asOf(catalogue, exchanges), tidy })
  if (made === null) deps.log.warn('market sync: another run was faster; the next one begins with its catalogue')
  else deps.log.info('market index', { markets: made.markets, bytes: made.bytes })
}

const syncExchange = async (deps: SyncMarketsDeps, listing: ExchangeListing): Promise<void> => {
  await readListing(deps, listing).catch(
    // One exchange that is away must not keep the other's catalogue from moving.
    ifUnavailableLogged(deps.log, MARKETS_LOG.syncUnanswered, () => undefined),
  )
}

/** True if no page of any listing was ever taken in. */
const isEmpty = (catalogue: Catalogue, exchanges: readonly MarketDataSource[]): boolean =>
  exchanges.every(({ name }) => {
    const { walkedAt, walking } = catalogue.progress(name)
    return walkedAt === null && (walking?.cursor ?? null) === null
  })

/** Changes when a walk has come to its end. */
const scansEnded = (catalogue: Catalogue, exchanges: readonly MarketDataSource[]): string =>
  exchanges.map(({ name }) => catalogue.progress(name).walkedAt).join()

/** Up to when everything is in that the exchanges have listed; null while one of them was never walked to the end. */
const asOf = (catalogue: Catalogue, exchanges: readonly MarketDataSource[]): Millis | null => {
  const each = exchanges.map(({ name }) => catalogue.progress(name))
  const until = each.map(({ walkedAt, changesUntil }) => (walkedAt === null ? null : changesUntil))
  return until.length === 0 || until.includes(null) ? null : Math.min(...until.map(Number))
}

/** Markets that another object names are kept. */
const forgetMarkets = async (deps: SyncMarketsDeps, catalogue: Catalogue, times: SyncTimes): Promise<void> => {
  const now = deps.clock()
  while (!times.all.aborted) {
    const ended = catalogue.ended(now - SEARCHABLE_FOR, now, FORGOTTEN_AT_ONCE)
    if (ended.length === 0) return
    const named = new Set(await deps.marketRows.namedAmong(ended))
    catalogue.retain([...named])
    catalogue.forget(ended.filter((svcId) => !named.has(svcId)))
  }
}

const FORGOTTEN_AT_ONCE = 2_000
