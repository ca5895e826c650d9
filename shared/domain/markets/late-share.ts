/** A user whose armed stops on custom assets are so many that the price watch compares them late. Stops of other users are not late for it. */

import { createHash } from 'node:crypto'
import { type Millis, SECOND } from '../kernel/time.ts'

export interface LateShare {
  /** Names the user only to a reader who knows the user id. */
  readonly share: string
  /** Armed stops on custom assets that are known of. */
  readonly stops: number
  /** When all of them had last been compared with prices. */
  readonly since: Millis
}

/** Stops that were all compared within this time are not late: three looks, by default. */
export const LATE_AFTER = 15 * SECOND

/** The share of a user: the first 12 hex digits of SHA-256 of `price-watch:<user id>`. */
export const shareOf = (userId: string): string =>
  createHash('sha256').update(`price-watch:${userId}`).digest('hex').slice(0, 12)
