/** Observations of the parts of an order by one call, added to the stored ones. */

import { SECOND } from '#domain/kernel/time.ts'
import type { ChildObservations } from '#domain/orders/fills/child-observations.ts'
import type { Clock } from '#ports/kernel/clock.ts'

export interface PartChildObservations {
  /** Notes that a part was not found. Returns true if the part is gone, as far as reads can show. */
  missed(hash: string): boolean
  /** Notes that a part was found, or is on its way. */
  seen(hash: string): void
  /** Notes that the exchange itself took a part off the book. Its fills may appear later. */
  ended(hash: string): void
  /** Notes that the exchange has ended a part immediately, without a trade. */
  kill(hash: string): void
  isKilled(hash: string): boolean
  /** Returns the time until another read can prove that a missing part is gone; null if none is missing. */
  provesAfterMs(): number | null
  toStore(): ChildObservations
}

/** `known` are the stored observations: the proof continues, whichever process looks next. */
export const partChildObservations = (clock: Clock, known: ChildObservations): PartChildObservations => {
  const since = new Map(known.missing.map((part) => [part.id, part.since]))
  const killed = new Set(known.killed)
  return {
    missed: (hash) => {
      const first = since.get(hash)
      if (first !== undefined) return clock() - first >= READS_LAG
      since.set(hash, clock())
      return false
    },
    seen: (hash) => {
      since.delete(hash)
    },
    ended: (hash) => {
      since.set(hash, clock())
    },
    kill: (hash) => {
      killed.add(hash)
    },
    isKilled: (hash) => killed.has(hash),
    provesAfterMs: () => {
      const last = [...since].filter(([hash]) => !killed.has(hash)).map(([, at]) => at)
      return last.length === 0 ? null : Math.max(0, Math.max(...last) + READS_LAG - clock())
    },
    toStore: () => ({ killed: [...killed], missing: [...since].map(([id, at]) => ({ id, since: at })) }),
  }
}

/** Longest time by which a read is behind a write. Not documented; one or two seconds have been seen. */
const READS_LAG = 10 * SECOND
