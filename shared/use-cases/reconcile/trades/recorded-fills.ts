/** Fills this process knows to be stored, so that reading the same minutes of fills again and again costs no reads of ours. */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import type { FillReport } from '#ports/exchanges/exchange-reports.ts'

export interface RecordedFills {
  has(fillId: string): boolean
  /** Only after the fill is stored: forgetting one costs a read, a wrong one would lose a fill. */
  add(fillIds: Iterable<string>): void
}

/** Enough for the overlap of a busy account; the oldest are forgotten first. */
const KEPT = 50_000

/** Empty at first, and private to this process. */
export const recordedFills = (): RecordedFills => {
  const known = new Set<string>()
  return {
    has: (fillId) => known.has(fillId),
    add: (fillIds) => {
      for (const fillId of fillIds) known.add(fillId)
      for (const oldest of known) {
        if (known.size <= KEPT) return
        known.delete(oldest)
      }
    },
  }
}

/** The name of a trade in this memory: a trade that is reversed later is new again. */
export const recordedKey = ({ subaccountId }: AccountRef, { fillId, status }: FillReport): string =>
  `${subaccountId} ${fillId} ${status}`
