/** The armed stops of the followed markets, in memory: so that every trade and every change of a book is compared at once. */

import { MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { ComplexOrderStore, WatchedMarket, WatchedStop } from '#ports/orders/complex-order-store.ts'
import { ANY_PRICE } from '../contingent/end-market.ts'
import { atOnce } from '../kernel/at-once.ts'

export interface ArmedStopsDeps {
  readonly complexOrders: Pick<ComplexOrderStore, 'crossed'>
  readonly clock: Clock
}

export interface ArmedStops {
  /** Undefined until they were read. A stop that has fired or was cancelled may still be among them. */
  of(svcId: number): readonly WatchedStop[] | undefined
  /** The ids of all that are known. */
  ids(): readonly string[]
  /** Reads those of one market now. */
  read(market: WatchedMarket): Promise<readonly WatchedStop[]>
  /** Reads those that may have changed, and forgets all other markets. */
  refresh(markets: readonly WatchedMarket[]): Promise<void>
}

/** More than any market has armed. */
const MOST = 10_000
const READS_AT_ONCE = 32

/** Everything is read again after this long. */
const READ_EVERY = MINUTE
/** The index lags behind the mark that something was armed: for a while it is read again, often at first. */
const ARMING_TAKES = MINUTE
const SURE_AFTER = 5 * SECOND
const READ_EVERY_WHILE_ARMING = 8 * SECOND

/** Knows nothing before the first reading. Reads throw what the store throws. */
export const armedStops = ({ complexOrders, clock }: ArmedStopsDeps): ArmedStops => {
  const known = new Map<number, { readonly stops: readonly WatchedStop[]; readonly readAt: Millis; armedAt: Millis }>()

  const read = async ({ svcId, armedAt }: WatchedMarket): Promise<readonly WatchedStop[]> => {
    const readAt = clock()
    const stops = await complexOrders.crossed(svcId, ANY_PRICE, MOST)
    known.set(svcId, { stops, readAt, armedAt })
    return stops
  }

  const isDue = ({ svcId, armedAt }: WatchedMarket): boolean => {
    const last = known.get(svcId)
    if (last === undefined || last.armedAt !== armedAt) return true
    const age = clock() - last.readAt
    const sinceArmed = last.readAt - armedAt
    if (sinceArmed < SURE_AFTER) return age >= SECOND / 2
    return age >= (sinceArmed < ARMING_TAKES ? READ_EVERY_WHILE_ARMING : READ_EVERY)
  }

  return {
    of: (svcId) => known.get(svcId)?.stops,
    ids: () => [...known.values()].flatMap(({ stops }) => stops.map(({ complexOrderId }) => complexOrderId)),
    read,
    refresh: async (markets) => {
      const followed = new Set(markets.map(({ svcId }) => svcId))
      for (const svcId of known.keys()) if (!followed.has(svcId)) known.delete(svcId)
      await atOnce(READS_AT_ONCE, markets.filter(isDue), read)
    },
  }
}
