/** Decides whether an exchange account can trade: one finding for each thing it needs, as last checked. */

import type { Millis } from '../kernel/time.ts'

/** Result of one check at the exchange. */
export interface Finding {
  /** Name of the check, in snake_case. Stable, because clients use it. */
  readonly check: string
  /** Null while it is not known. */
  readonly ok: boolean | null
  /** A sentence for the user: the result, and the remedy. */
  readonly detail: string
}

/** A finding, and when it was made. */
export interface ReadinessCheck extends Finding {
  readonly checkedAt: Millis
}

/** The checks after new findings: each replaces the last one of its name, all others stay. */
export const withFindings = (
  checks: readonly ReadinessCheck[],
  findings: readonly Finding[],
  now: Millis,
): readonly ReadinessCheck[] => {
  const fresh = new Set(findings.map(({ check }) => check))
  return [
    ...checks.filter(({ check }) => !fresh.has(check)),
    ...findings.map((finding) => ({ ...finding, checkedAt: now })),
  ].toSorted((one, other) => (one.check < other.check ? -1 : 1))
}
