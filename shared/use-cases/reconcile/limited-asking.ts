/** Questions about single orders, of which one poll asks a limited number. */

import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { ifUnavailableNoted } from '#ports/exchanges/exchange-unavailable.ts'
import type { ReportSources } from './report-sources.ts'

/**
 * Orders are asked about one by one, no more than this of each kind with one poll: a market that closes may end thousands, and a poll that asks
 * about all of them would be over before it has stored anything.
 */
export const MOST_ASKED = 200

/** After so many failures the exchange is not asked any more. One order that it never tells of keeps no other from being asked about. */
const MOST_FAILURES = 5

/** The questions of one kind in one poll. */
export interface LimitedAsking {
  /** Null where there is no answer: the next poll asks again. */
  ask<Answer>(question: () => Promise<Answer>): Promise<Answer | null>
  /** How soon it is to be asked again; null: nothing was left out. */
  againIn(): Millis | null
}

/** Nothing is asked yet. */
export const limitedAsking = ({ deps: { log } }: Pick<ReportSources, 'deps'>): LimitedAsking => {
  let [begun, failures, isCut] = [0, 0, false]
  return {
    ask: async (question) => {
      isCut ||= begun >= MOST_ASKED || failures >= MOST_FAILURES
      if (isCut) return null
      begun += 1
      return question().catch(
        ifUnavailableNoted(log, 'account sync: the exchange does not tell of an order', () => {
          failures += 1
          return null
        }),
      )
    },
    againIn: () => (failures > 0 ? 10 * SECOND : isCut ? SECOND : null),
  }
}
