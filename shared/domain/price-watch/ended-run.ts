/** What a run of the price watch leaves behind as it ends: the next one knows by it that no trade went by between the two. */

import type { Millis } from '../kernel/time.ts'
import type { WatchPart } from './watch-part.ts'

export interface EndedRun extends WatchPart {
  /** Up to then it heard the streams of the exchanges. */
  readonly endedAt: Millis
  /** Markets of which it had not heard every trade that a read could still tell. */
  readonly untold: readonly number[]
}

/** Whether the next run of the same part, to which streams have shown the market since then, has missed no trade there. */
export const hasHandedOver = (ended: EndedRun | null, svcId: number, shownSince: Millis): boolean =>
  ended !== null && ended.endedAt >= shownSince && !ended.untold.includes(svcId)
