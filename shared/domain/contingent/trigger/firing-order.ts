/** The order in which armed stops fire that one price reaches: by the first price that reached each stop, then by age. */

import type { Millis } from '../../kernel/time.ts'
import type { Trailing } from './trailing.ts'

/** An armed stop with its age. A stop of an earlier version has no age and counts as the oldest. */
export interface AgedStop extends Trailing {
  readonly madeAt: Millis | null
}

/** Returns a new list, stops that fire on a falling price first. */
export const inFiringOrder = <Stop extends AgedStop>(stops: readonly Stop[]): readonly Stop[] =>
  stops.toSorted((one, other) => compare(placeOf(one), placeOf(other)))

type Place = readonly [direction: number, distance: number, madeAt: number]

/** A price that falls reaches the highest stop first. */
const placeOf = ({ direction, stopPrice, madeAt }: AgedStop): Place => [
  direction === 'down' ? 0 : 1,
  stopPrice === null ? Number.POSITIVE_INFINITY : direction === 'down' ? -stopPrice : stopPrice,
  madeAt ?? 0,
]

const compare = (one: Place, other: Place): number => {
  for (const [i, part] of one.entries()) {
    const against = other[i] ?? 0
    if (part !== against) return part < against ? -1 : 1
  }
  return 0
}
