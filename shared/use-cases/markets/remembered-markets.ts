/** Markets as this process last read them from the catalogue, for a minute: lists name the same ones again and again. */

import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'

/** The fields of a market in a list. */
export type MarketBrief = Pick<Market, 'name' | 'ticker' | 'slug' | 'status'>

/** Markets the catalogue does not have are missing in the answer. */
export type RememberedMarkets = (svcIds: readonly number[]) => Promise<ReadonlyMap<number, MarketBrief>>

const GOOD_FOR = MINUTE
const MOST = 20_000

/** A market that the catalogue does not have is remembered as missing, so that it costs one read a minute, too. */
export const rememberedMarkets = (deps: {
  readonly markets: Pick<MarketStore, 'getMany'>
  readonly clock: Clock
}): RememberedMarkets => {
  /** Null: the catalogue does not have it. */
  const known = new Map<number, { readonly market: MarketBrief | null; readonly at: Millis }>()
  return async (svcIds) => {
    const now = deps.clock()
    const isFresh = (svcId: number): boolean => now - (known.get(svcId)?.at ?? Number.NEGATIVE_INFINITY) < GOOD_FOR
    const requested = svcIds.filter((svcId) => !isFresh(svcId))
    const found = await deps.markets.getMany(requested, { skipUnreadable: true })
    const read = new Map(found.map((market) => [market.svcId, briefOf(market)]))
    if (known.size + requested.length > MOST) known.clear()
    for (const svcId of requested) known.set(svcId, { market: read.get(svcId) ?? null, at: now })
    return new Map(
      svcIds.flatMap((svcId) => {
        const market = read.get(svcId) ?? known.get(svcId)?.market ?? null
        return market === null ? [] : [[svcId, market] as const]
      }),
    )
  }
}

const briefOf = ({ name, ticker, slug, status }: Market): MarketBrief => ({ name, ticker, slug, status })
