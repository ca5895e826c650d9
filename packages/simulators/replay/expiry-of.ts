/** When a recorded market expires in a replay. */

import type { RecordedMarket } from './recorded-line.ts'
import type { ReplayTime } from './replay-time.ts'

const YEAR = 365 * 86_400_000

/** Markets of a recording, and the time of its replay. */
export interface ReplayedOffer {
  readonly markets: readonly RecordedMarket[]
  readonly time: ReplayTime
  /** End of the recording. No market expires before it: the recording says when one closes. */
  readonly to: number
}

/** A market without an expiry gets one a year from now. */
export const expiryOf = (
  { expiresAt }: RecordedMarket,
  { time, to }: Pick<ReplayedOffer, 'time' | 'to'>,
  now: number,
): number => (expiresAt === null ? now + YEAR : time.realOf(Math.max(expiresAt, to)))
