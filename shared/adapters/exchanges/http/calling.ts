/** Dependencies of every call to an exchange. */

import type { Clock } from '#ports/kernel/clock.ts'
import type { Http } from './http.ts'
import type { RateBudget } from './rate-budget.ts'

export interface Calling {
  readonly clock: Clock
  readonly http: Http
  readonly budget: RateBudget
  /** Waits; an argument so that tests do not have to wait. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}
