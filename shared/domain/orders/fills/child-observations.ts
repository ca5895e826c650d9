/**
 * Records the sends and reads that have shown an order's parts, at an exchange with an id for each part (EXCHANGE_B).
 * Observations are stored with the order, so that any process can continue a proof of two reads.
 */

import type { Millis } from '../../kernel/time.ts'

export interface ChildObservations {
  /** Parts that the exchange ended at once without a trade. They are never sent again. */
  readonly killed: readonly string[]
  /** Time since which reads have not shown a part. The part counts as gone if a later read does not show it either. */
  readonly missing: ReadonlyArray<{ readonly id: string; readonly since: Millis }>
}

export const NO_CHILD_OBSERVATIONS: ChildObservations = { killed: [], missing: [] }

/** True if both say the same. */
export const areSame = (one: ChildObservations, other: ChildObservations): boolean =>
  one === other ||
  (one.killed.join() === other.killed.join() &&
    one.missing.length === other.missing.length &&
    one.missing.every(({ id, since }) => other.missing.some((known) => known.id === id && known.since === since)))

/** The same without a part that a read has shown; the same object when it was not missing. */
export const withoutMissing = (childObservations: ChildObservations, id: string): ChildObservations =>
  childObservations.missing.some((part) => part.id === id)
    ? { ...childObservations, missing: childObservations.missing.filter((part) => part.id !== id) }
    : childObservations
