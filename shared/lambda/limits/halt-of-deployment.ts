/** Halt of new risk in the whole deployment, after an alarm on requests or costs. */

import { haltsNewRisk } from '#domain/accounts/cost-stop.ts'
import { type Millis, toIso } from '#domain/kernel/time.ts'
import type { RiskBreach } from '#domain/risk/limits.ts'
import type { CostStopStore } from '#ports/accounts/cost-stop-store.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { knownCostStop } from './known-cost-stop.ts'

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
  const knownStop = knownCostStop(costStops, clock)
  return async () => {
    const stop = await knownStop()
    return stop !== null && haltsNewRisk(stop) ? haltedSince(stop.since) : null
  }
}

const haltedSince = (since: Millis): RiskBreach => ({
  code: 'trading_halted',
  reason:
    `New orders of this service are halted since ${toIso(since)}, because requests or costs are far above normal. ` +
    'Cancels and orders that reduce a position continue. The owner of the service ends the halt with npm run admin -- lift-cost-stop.',
})
