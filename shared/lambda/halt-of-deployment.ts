/** Halt of new risk in the whole deployment, after an alarm on requests or costs. */

import { haltsNewRisk } from '#domain/accounts/cost-stop.ts'
import { MINUTE, type Millis, toIso } from '#domain/kernel/time.ts'
import type { RiskBreach } from '#domain/risk/limits.ts'
import type { CostStopStore } from '#ports/accounts/cost-stop-store.ts'
import type { Clock } from '#ports/kernel/clock.ts'

/** Maximum age of the cached stop: a container reads one row a minute while it checks orders. */
const KNOWN_FOR = MINUTE

/**
 * Reads the stop of costs, at most once a minute. Reads nothing if `action`, the setting `costStop`, does not halt new risk: such a stop
 * cannot exist.
 */
export const haltOfDeployment = ({
  costStops,
  clock,
  action,
}: {
  readonly costStops: () => Pick<CostStopStore, 'get'>
  readonly clock: Clock
  readonly action: string | undefined
}): (() => Promise<RiskBreach | null>) => {
  if (action !== 'new-risk') return () => Promise.resolve(null)
  let known: { readonly halt: RiskBreach | null; readonly at: Millis } | null = null
  return async () => {
    if (known !== null && clock() - known.at < KNOWN_FOR) return known.halt
    const stop = await costStops().get()
    known = { halt: stop !== null && haltsNewRisk(stop) ? haltedSince(stop.since) : null, at: clock() }
    return known.halt
  }
}

const haltedSince = (since: Millis): RiskBreach => ({
  code: 'trading_halted',
  reason:
    `New orders of this service are halted since ${toIso(since)}, because requests or costs are far above normal. ` +
    'Cancels and orders that reduce a position continue. The owner of the service ends the halt with npm run admin -- lift-cost-stop.',
})
