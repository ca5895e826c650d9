/** Splits the marks of watched markets over many keys while they are many, and puts them together while they are few. */

import { splitAnew } from '#domain/price-watch/watch-split.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { WatchStore } from '#ports/price-watch/watch-store.ts'
import type { ReadWatched } from './read-watched.ts'

export interface SplitMarksDeps {
  readonly complexOrders: Pick<WatchStore, 'keepSplit' | 'moveMarks'>
  readonly clock: Clock
  readonly log: Log
}

/** What `read` found, of all runs. Never throws: the marks are found where they are, and the next minute goes on. */
export const splitMarks = async (
  { complexOrders, clock, log }: SplitMarksDeps,
  { marked, split }: Pick<ReadWatched, 'marked' | 'split'>,
): Promise<void> => {
  try {
    const now = clock()
    const anew = splitAnew(split, marked, now)
    if (anew !== null) await complexOrders.keepSplit(anew, split)
    else if (split !== null) await complexOrders.moveMarks(now)
  } catch (error) {
    log.warn('marks of watched markets stay where they are; the next minute goes on', { error: String(error) })
  }
}
