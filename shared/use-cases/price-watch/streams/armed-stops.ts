/** The armed stops of the followed markets, in memory: so that every trade and every change of a book is compared at once. */

import { MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { WatchedMarket, WatchStore } from '#ports/price-watch/watch-store.ts'
import { ANY_PRICE } from '../../contingent/end/end-market.ts'
import { atOnce } from '../../kernel/at-once.ts'
import type { QuoteMemory } from '../watching/quote-memory.ts'
import { type NearestStops, readNearest } from '../watching/read-nearest.ts'

export interface ArmedStopsDeps {
  readonly complexOrders: Pick<WatchStore, 'crossed' | 'crossedNearest'>
  readonly memory: Pick<QuoteMemory, 'crowds'>
  readonly clock: Clock
}

export interface ArmedStops {
  /** Undefined until they were read. A stop that has fired or was cancelled may still be among them. */
  of(svcId: number): NearestStops | undefined
  /** The ids of all that are known. */
  ids(): readonly string[]
  /** Reads those of one market now. */
  read(market: WatchedMarket): Promise<NearestStops>
  /** Reads those that may have changed, and forgets all other markets. */
  refresh(markets: readonly WatchedMarket[]): Promise<void>
}

/** Of more, the nearest are known. */
const MOST = 10_000
const READS_AT_ONCE = 32

/** Everything is read again after this long. */
const READ_EVERY = MINUTE
/** The index lags behind the mark that something was armed: for a while it is read again, often at first. */
const ARMING_TAKES = MINUTE
const SURE_AFTER = 5 * SECOND
const READ_EVERY_WHILE_ARMING = 8 * SECOND

/** Knows nothing before the first reading. Reads throw what the store throws. */
export const armedStops = (deps: ArmedStopsDeps): ArmedStops => {
  const { memory, clock } = deps
  const known = new Map<number, { readonly nearest: NearestStops; readonly readAt: Millis; readonly armedAt: Millis }>()

  const read = async ({ svcId, armedAt }: WatchedMarket): Promise<NearestStops> => {
    const readAt = clock()
    const nearest = await readNearest(deps, svcId, ANY_PRICE, MOST)
    known.set(svcId, { nearest, readAt, armedAt })
    return nearest
  }

  const isDue = ({ svcId, armedAt }: WatchedMarket): boolean => {
    const last = known.get(svcId)
    if (last === undefined || last.armedAt !== armedAt) return true
    const age = clock() - last.readAt
    // Those that were many have fired.
    if ((memory.crowds.get(svcId)?.over?.at ?? 0) > last.readAt) return true
    const sinceArmed = last.readAt - armedAt
    if (sinceArmed < SURE_AFTER) return age >= SECOND / 2
    return age >= (sinceArmed < ARMING_TAKES ? READ_EVERY_WHILE_ARMING : READ_EVERY)
  }

  return {
    of: (svcId) => known.get(svcId)?.nearest,
    ids: () => [...known.values()].flatMap(({ nearest }) => nearest.stops.map(({ complexOrderId }) => complexOrderId)),
    read,
    refresh: async (markets) => {
      const followed = new Set(markets.map(({ svcId }) => svcId))
      for (const svcId of known.keys()) if (!followed.has(svcId)) known.delete(svcId)
      await atOnce(READS_AT_ONCE, markets.filter(isDue), read)
    },
  }
}
