/**
 * Whether the marks of watched markets stand under one key or are split over many (`watch-part.ts`). Few stand under one key, because a
 * run reads that key each second, and an empty key costs as much to read as a full one.
 */

import { MINUTE, type Millis, SECOND } from '../kernel/time.ts'

/** As stored. While it is stored, all keys are read. Null: nothing is split, and one key is read. */
export interface WatchSplit {
  /** False: what was split is put together again. */
  readonly isSplit: boolean
  /** Since when. */
  readonly at: Millis
}

/** From so many marked markets on they are split: three runs share them then, and each would read the marks of all. */
export const SPLIT_FROM = 2_000

/** Below so many they are put together again: one run watches them. */
export const TOGETHER_BELOW = 1_000

/**
 * How long a mark stands for what is armed after it, so that a market in which much is armed is not marked each time. The watch reads all
 * stops of a market again for some seconds after its mark, and removes no mark before it is minutes old.
 */
export const MARK_STANDS_FOR = 2 * SECOND

/** Who stores marks may go by what was so long ago. */
export const SPLIT_KNOWN_FOR = MINUTE

/** Marks go to the split keys so long after the split was stored: all who read marks have seen it by then. */
const READERS_TAKE = 2 * MINUTE

/** What was split and is empty is no longer read after this long: nobody has written there for minutes. */
const WRITERS_TAKE = 10 * MINUTE

/** Whether a mark that is stored at `now` belongs to the split keys. */
export const isMarkedApart = (split: WatchSplit | null, now: Millis): boolean =>
  split?.isSplit === true && now - split.at >= READERS_TAKE

/** What is to be stored at `now`, when that many markets are marked; null: nothing. */
export const splitAnew = (split: WatchSplit | null, markets: number, now: Millis): WatchSplit | null => {
  if (split?.isSplit !== true) return markets > SPLIT_FROM ? { isSplit: true, at: now } : null
  return markets < TOGETHER_BELOW ? { isSplit: false, at: now } : null
}

/** Whether the split keys need no longer be read, if they are empty. */
export const isSplitOver = ({ isSplit, at }: WatchSplit, now: Millis): boolean => !isSplit && now - at >= WRITERS_TAKE
