/** The stop of costs as a container knows it. */

import type { CostStop } from '#domain/accounts/cost-stop.ts'
import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import type { CostStopStore } from '#ports/accounts/cost-stop-store.ts'
import type { Clock } from '#ports/kernel/clock.ts'

/** Maximum age of the cached stop: a container reads one row a minute while it is called. */
const KNOWN_FOR = MINUTE

/** Returns a function that reads the stop at most once a minute; null without a stop. */
export const knownCostStop = (
  costStops: () => Pick<CostStopStore, 'get'>,
  clock: Clock,
): (() => Promise<CostStop | null>) => {
  let known: { readonly stop: CostStop | null; readonly at: Millis } | null = null
  return async () => {
    if (known !== null && clock() - known.at < KNOWN_FOR) return known.stop
    const stop = await costStops().get()
    known = { stop, at: clock() }
    return stop
  }
}
