/** Decides the payout of a market by all places where the exchange names its outcome. */

import { ONE, type Price } from '#domain/kernel/numbers.ts'
import { HOUR, type Millis } from '#domain/kernel/time.ts'

/** Payout of a YES contract by each place; null if the place names no outcome. */
export interface NamedOutcomes {
  /**
   * By `/v2/resolutions`. `open`: the row shows that the market is not resolved yet. `absent`: there is no row, or its
   * price names no outcome.
   */
  readonly record: { readonly state: 'open' | 'absent' } | { readonly state: 'resolved'; readonly yesPays: Price }
  /** Last change of the row; null if unknown. */
  readonly changedAt: Millis | null
  readonly catalogue: Price | null
  readonly clob: Price | null
}

export type AgreedOutcome =
  | { readonly kind: 'decided'; readonly yesPays: Price }
  | { readonly kind: 'contradicted'; readonly detail: string }
  | { readonly kind: 'open' }

/**
 * Decides the outcome.
 * - Two places that agree are believed.
 * - Prices of both tokens at a half may be the last traded ones: only the row can prove a payout of halves.
 * - A row that no place contradicts for an hour is believed alone.
 * - Places that differ decide nothing.
 */
export const agreedOutcome = ({ record, changedAt, catalogue, clob }: NamedOutcomes, now: Millis): AgreedOutcome => {
  if (record.state === 'open') return OPEN
  const resolved = record.state === 'resolved' ? record.yesPays : null
  const isClear = (yesPays: Price | null): boolean => yesPays !== HALF || resolved === HALF
  const shown = [catalogue, clob].map((yesPays) => (isClear(yesPays) ? yesPays : null))
  const named = [resolved, ...shown].filter((yesPays) => yesPays !== null)
  const [first] = named
  if (first === undefined) return OPEN
  if (named.some((yesPays) => yesPays !== first)) {
    const said = [
      `its resolution ${wordsOf(resolved)}`,
      `its catalogue ${wordsOf(catalogue)}`,
      `its CLOB ${wordsOf(clob)}`,
    ]
    return {
      kind: 'contradicted',
      detail: `The exchange contradicts itself on the outcome: ${said.join(', ')}. The position waits until they agree.`,
    }
  }
  const isOld = resolved !== null && changedAt !== null && now - changedAt >= BELIEVED_ALONE_AFTER
  return named.length > 1 || isOld ? { kind: 'decided', yesPays: first } : OPEN
}

const OPEN: AgreedOutcome = { kind: 'open' }
const HALF = ONE / 2
/** The catalogue lags by minutes. */
const BELIEVED_ALONE_AFTER = HOUR

const wordsOf = (yesPays: Price | null): string => {
  if (yesPays === null) return 'names none'
  if (yesPays === HALF) return 'says half each'
  return yesPays === 0 ? 'says NO' : 'says YES'
}
