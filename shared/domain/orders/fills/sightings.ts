/**
 * What sends and reads have shown of an order's parts at an exchange that knows each part by an id of its own (EXCHANGE_B). It is stored
 * with the order, so that any process continues a proof that needs two looks.
 */

import type { Millis } from '../../kernel/time.ts'

export interface Sightings {
  /** Parts that the exchange ended at once without a trade. They are never sent again. */
  readonly killed: readonly string[]
  /** Since when reads have not shown a part. It counts as gone when a later read does not show it either. */
  readonly missing: ReadonlyArray<{ readonly id: string; readonly since: Millis }>
}

export const NO_SIGHTINGS: Sightings = { killed: [], missing: [] }

/** Whether both say the same. */
export const areSame = (one: Sightings, other: Sightings): boolean =>
  one === other ||
  (one.killed.join() === other.killed.join() &&
    one.missing.length === other.missing.length &&
    one.missing.every(({ id, since }) => other.missing.some((known) => known.id === id && known.since === since)))

/** The same without a part that a read has shown; the same object when it was not missing. */
export const withoutMissing = (sightings: Sightings, id: string): Sightings =>
  sightings.missing.some((part) => part.id === id)
    ? { ...sightings, missing: sightings.missing.filter((part) => part.id !== id) }
    : sightings
