/** Tells markets with armed stops from those that only streams of clients follow. */

import type { WatchedMarket } from '#ports/price-watch/watch-store.ts'

/** The `armedAt` of a market that only streams follow: before every time. */
export const NEVER_ARMED = -1

/** Whether stops may be armed in the market. */
export const isArmed = ({ armedAt }: Pick<WatchedMarket, 'armedAt'>): boolean => armedAt !== NEVER_ARMED
