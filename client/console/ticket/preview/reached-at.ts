/** Finds out whether a stop of the ticket would fire as soon as it is armed. */

import { readCents } from '../../format/price.ts'
import type { Draft } from '../draft/draft.ts'

/** The mark that has reached its price already; null if it waits, or if no mark is known. A trailing stop always waits. */
export const reachedAt = (draft: Draft, mark: number | null): number | null => {
  if (draft.kind !== 'STOP' || draft.trail.trim() !== '' || mark === null) return null
  const { value: at } = readCents(draft.stopPrice)
  if (at === null) return null
  const isReached = draft.side === 'buy' ? mark >= at : mark <= at
  return isReached ? mark : null
}
