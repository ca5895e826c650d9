/** Shares between the steps of a sync: one exchange, the catalogue, and the time limits of a run. */

import { chunked } from '#domain/kernel/chunked.ts'
import { SECOND } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import { ExchangeUnavailable, ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { Catalogue } from '#ports/markets/catalogue.ts'
import type { MarketRowStore } from '#ports/markets/market-store.ts'

export interface ReadListingDeps {
  readonly marketRows: MarketRowStore
  readonly clock: Clock
  readonly log: Log
  /** Lets time pass. */
  readonly pause: (ms: number) => Promise<void>
}

export interface SyncTimes {
  /** Aborted when the listing has to continue in the next run, so that time is left to store the markets. */
  readonly listing: AbortSignal
  /** Aborted when nothing goes any more. */
  readonly all: AbortSignal
}

export interface ExchangeListing {
  readonly catalogue: Catalogue
  readonly exchange: MarketDataSource
  readonly times: SyncTimes
  /** When this run began. */
  readonly now: number
}

/** Adds markets to the catalogue, and updates those that are rows of the table. */
export const takeIn = async (
  deps: ReadListingDeps,
  { catalogue, exchange, now }: ExchangeListing,
  markets: readonly Market[],
): Promise<void> => {
  const { walk } = catalogue.progress(exchange.name)
  const onCollision = (refused: Market, stored: Market): void =>
    deps.log.error('two markets share one svc_id: the later one is left out', {
      refused: refused.nativeId,
      stored: stored.nativeId,
    })
  const changed = catalogue.take(markets, { walk, now, onCollision })
  if (changed.length > 0) await deps.marketRows.refresh(changed)
}

/**
 * Reads markets by name, some at a time. Names that cannot be read now are left for the next run. Markets that the
 * exchange does not know any more are closed. An answer with other markets proves nothing: exchanges ignore unknown
 * filters (Polymarket live reference, section 7).
 */
export const askByName = async (
  deps: ReadListingDeps,
  listing: ExchangeListing,
  markets: readonly Market[],
): Promise<void> => {
  const { catalogue, exchange, times } = listing
  for (const needed of chunked(markets, NAMES_AT_ONCE)) {
    if (times.listing.aborted) return
    const names = needed.map(({ nativeId }) => nativeId)
    try {
      const found = await twice(deps, () => exchange.marketsById(names, times.all))
      if (!found.every(({ nativeId }) => names.includes(nativeId)))
        throw new ExchangeUnavailable(exchange.name, 'markets were told that were not asked for')
      const known = new Set(found.map(({ nativeId }) => nativeId))
      const gone = needed.filter(({ nativeId }) => !known.has(nativeId))
      const reported = [...found, ...gone.map((market) => ({ ...market, status: 'closed' as const }))]
      await takeIn(deps, listing, reported)
      // Something may name a market that the catalogue has forgotten, or has never had.
      await deps.marketRows.refresh(reported.filter(({ svcId }) => catalogue.get(svcId) === null))
      catalogue.requested(
        needed.map(({ svcId }) => svcId),
        catalogue.progress(exchange.name).walk,
      )
    } catch (error) {
      if (!(error instanceof ExchangeUnavailable)) throw error
      deps.log.warn('market sync: markets not read by name', {
        exchange: exchange.name,
        markets: names.length,
        error: error.message,
      })
    }
  }
}

/** As many as an address of EXCHANGE_B takes. */
const NAMES_AT_ONCE = 40

/** Asks once more, a moment later, when the exchange does not answer. */
export const twice = <Value>({ pause }: Pick<ReadListingDeps, 'pause'>, ask: () => Promise<Value>): Promise<Value> =>
  ask().catch(ifUnavailable(() => pause(SECOND).then(ask)))
