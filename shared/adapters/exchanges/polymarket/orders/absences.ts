/** Since when orders are missing from what the exchange shows: only a second look later makes that mean anything. */

import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Clock } from '#ports/clock.ts'

export interface Absences {
  /** Notes that an order was not found; whether it is gone, as far as reads can tell. */
  missed(hash: string): boolean
  /** Notes that an order was found, or is on its way. */
  seen(hash: string): void
  /** Notes that the exchange itself has said that it took the order off the book: what it had filled may show later. */
  ended(hash: string): void
}

/** What one adapter has seen; another process starts anew, which only costs it the wait. */
export const absences = (clock: Clock): Absences => {
  const since = new Map<string, Millis>()
  return {
    missed: (hash) => {
      const first = since.get(hash)
      if (first !== undefined) return clock() - first >= READS_LAG
      const oldest = since.size >= MOST_REMEMBERED ? since.keys().next().value : undefined
      if (oldest !== undefined) since.delete(oldest)
      since.set(hash, clock())
      return false
    },
    seen: (hash) => {
      since.delete(hash)
    },
    ended: (hash) => {
      since.set(hash, clock())
    },
  }
}

/** How long a read may lag behind a write. Not documented; observed within a second or two. */
const READS_LAG = 10 * SECOND
const MOST_REMEMBERED = 10_000
