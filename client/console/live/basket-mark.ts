/** The price that a stop on a custom asset watches, as the service finds it from the quotes of the members. */

import type { CustomAsset, Quote } from '../api/types.ts'
import { markOf } from './mark-of.ts'

/** BEST_PRICE: the members are one book. EQUAL: the mean of their marks. Null while it is not known. */
export const basketMark = (
  allocation: CustomAsset['allocation'],
  svcIds: readonly number[],
  quotes: ReadonlyMap<number, Quote>,
): number | null => {
  const known = svcIds.flatMap((id) => quotes.get(id) ?? [])
  if (allocation === 'EQUAL') {
    const marks = known
      .map((one) => markOf({ bid: one.best_bid, ask: one.best_ask, last: one.last_price }))
      .filter((mark) => mark !== null)
    return marks.length < svcIds.length || marks.length === 0
      ? null
      : marks.reduce((sum, mark) => sum + mark, 0) / marks.length
  }
  const [bids, asks] = [known.flatMap((one) => one.best_bid ?? []), known.flatMap((one) => one.best_ask ?? [])]
  const lasts = known.flatMap((one) => one.last_price ?? [])
  return markOf({
    bid: bids.length === 0 ? null : Math.max(...bids),
    ask: asks.length === 0 ? null : Math.min(...asks),
    // The order of several trades is not known here.
    last: lasts.length === 1 ? (lasts[0] ?? null) : null,
  })
}
