/** Limits the reads of single orders that one poll makes. */

import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { ifUnavailableLogged } from '#ports/exchanges/exchange-unavailable.ts'
import type { Log } from '#ports/kernel/log.ts'

/**
 * Most reads of one kind in a poll. Orders are read one by one, and a market that closes may end thousands. A poll that
 * reads all of them would end before it stores anything.
 */
export const MOST_REQUESTED = 200

/** Most failures before the reads end. One order that the exchange never shows does not stop the reads of others. */
const MOST_FAILURES = 5

/** The reads of one kind in one poll. */
export class ReadLimit {
  readonly #log: Log
  #begun = 0
  #failures = 0
  #isCut = false

  constructor(log: Log) {
    this.#log = log
  }

  /** Answers null if the limit is reached or the exchange does not answer: the next poll reads again. */
  async read<Answer>(question: () => Promise<Answer>): Promise<Answer | null> {
    this.#isCut ||= this.#begun >= MOST_REQUESTED || this.#failures >= MOST_FAILURES
    if (this.#isCut) return null
    this.#begun += 1
    return question().catch(
      ifUnavailableLogged(this.#log, 'account sync: the exchange does not report an order', () => {
        this.#failures += 1
        return null
      }),
    )
  }

  /** Time until the reads that were left out or failed are to be repeated, in ms; null if there are none. */
  againIn(): Millis | null {
    if (this.#failures > 0) return 10 * SECOND
    return this.#isCut ? SECOND : null
  }
}
