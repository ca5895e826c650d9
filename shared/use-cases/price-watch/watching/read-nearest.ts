/** Reads the armed stops of a market; where they are very many, those that prices reach first. */

import type { Price } from '#domain/kernel/numbers.ts'
import type { PriceSpan, WatchedStop, WatchStore } from '#ports/price-watch/watch-store.ts'

export interface ReadNearestDeps {
  readonly complexOrders: Pick<WatchStore, 'crossed' | 'crossedNearest'>
}

/** All stops are known that only prices above `low` reach on the way down, and only prices below `high` on the way up; null: all on that way. */
export interface Known {
  readonly low: Price | null
  readonly high: Price | null
}

export interface NearestStops {
  readonly stops: readonly WatchedStop[]
  readonly known: Known
}

/** Those that some price of the span fires. Beyond `most`, the nearest of each way, and some that are far. */
export const readNearest = async (
  { complexOrders }: ReadNearestDeps,
  svcId: number,
  span: PriceSpan,
  most: number,
): Promise<NearestStops> => {
  const stops = await complexOrders.crossed(svcId, span, most)
  if (stops.length < most) return { stops, known: { low: null, high: null } }
  const [down, up] = await Promise.all([
    complexOrders.crossedNearest(svcId, { direction: 'down', at: span.low }, most / 2),
    complexOrders.crossedNearest(svcId, { direction: 'up', at: span.high }, most / 2),
  ])
  const each = new Map([...down.stops, ...up.stops, ...stops].map((stop) => [stop.complexOrderId, stop]))
  return {
    stops: [...each.values()],
    known: {
      low: down.next === null ? null : (down.stops.at(-1)?.stopPrice ?? null),
      high: up.next === null ? null : (up.stops.at(-1)?.stopPrice ?? null),
    },
  }
}

/** Whether all stops are known that a price of the span fires. */
export const isKnown = ({ low, high }: Known, span: PriceSpan): boolean =>
  (low === null || span.low > low) && (high === null || span.high < high)
