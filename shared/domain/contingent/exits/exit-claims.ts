/** The division of the rest among the exits. */

import { sumOf } from '../../kernel/numbers.ts'
import { flooredToLot, type LotSize } from '../../markets/lot-size.ts'
import { isDone, isFired, openBy, soldBy } from './exit-progress.ts'
import type { Entry, Exit } from './exits.ts'

/**
 * Returns, by exit id, the share of the bought and still unsold quantity that each exit may sell. Fired exits come first, the most urgent
 * one before the others; then exits that rest. An exit that the user cancelled, or that failed too often, gets no part. The other exits
 * continue.
 */
export const claimsOf = (entry: Entry, exits: readonly Exit[]): ReadonlyMap<string, number> => {
  let free = Math.max(0, entry.bought - sumOf(exits, soldBy))
  const claims = new Map<string, number>()
  for (const exit of byUrgency(exits)) {
    const claim = mayClaim(entry, exit) ? claimOf(entry, exit, free) : 0
    claims.set(exit.exitId, claim)
    free -= claim
  }
  return claims
}

const mayClaim = (entry: Entry, exit: Exit): boolean => {
  if (exit.status === 'CANCELLED' || isDone(exit)) return false
  return isFired(exit) || (exit.way === 'rests' && entry.over)
}

/** The quantity on the book, plus the quantity of a further order. A rest that is too small takes nothing from the other exits. */
const claimOf = (entry: Entry, exit: Exit, free: number): number => {
  const most = Math.min(Math.max(0, exit.requested - soldBy(exit)), free)
  const open = openBy(exit)
  return most <= open ? most : open + flooredToLot(sizeOf(entry, exit), most - open)
}

/** The order sizes that the exchange accepts from this exit. An order that trades at once may be smaller than one that rests. */
export const sizeOf = (entry: Entry, { actsNow }: Exit): LotSize =>
  actsNow && entry.leastAtOnce !== undefined ? { lot: entry.lot, least: entry.leastAtOnce } : entry

/** The fired exits, the most urgent first; then the others in their order. */
export const byUrgency = (exits: readonly Exit[]): readonly Exit[] => [
  ...exits.filter(isFired).sort(compareUrgency),
  ...exits.filter((exit) => !isFired(exit)),
]

/** Stopping a loss comes before resting orders. Among equal exits, the one that fired last comes first: the others had their time. */
const compareUrgency = (a: Exit, b: Exit): number =>
  Number(b.stopsLoss) - Number(a.stopsLoss) ||
  Number(b.actsNow) - Number(a.actsNow) ||
  (b.firedAt ?? 0) - (a.firedAt ?? 0)
