/** Compares the armed stops on custom assets with the prices of one poll, user by user. */

import type { Clock } from '#ports/kernel/clock.ts'
import type { WatchedBasket } from '#ports/price-watch/watch-store.ts'
import { atOnce } from '../../kernel/at-once.ts'
import type { QuoteMemory } from '../watch-state.ts'

export interface CompareSharesDeps {
  readonly memory: Pick<QuoteMemory, 'shares'>
  readonly clock: Clock
}

const STOPS_AT_ONCE = 32
const SHARES_AT_ONCE = 8

/** `compare` never throws. Users with few stops come first. */
export const compareShares = (
  { memory, clock }: CompareSharesDeps,
  compare: (basket: WatchedBasket) => Promise<void>,
): Promise<void> => {
  const fewestFirst = [...memory.shares.values()].toSorted((one, other) => one.stops.length - other.stops.length)
  return atOnce(SHARES_AT_ONCE, fewestFirst, async (share) => {
    const began = clock()
    await atOnce(STOPS_AT_ONCE, share.stops, compare)
    if (share.isRead) share.comparedAt = began
  })
}
