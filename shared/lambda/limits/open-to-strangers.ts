/** Refuses requests without a key during a stop of costs, and the reference page if it is switched off. */

import { haltsStrangers } from '#domain/accounts/cost-stop.ts'
import { type Problem, problem, retryAfter } from '#domain/kernel/problem.ts'
import { type Millis, toIso } from '#domain/kernel/time.ts'
import type { CostStopStore } from '#ports/accounts/cost-stop-store.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { knownCostStop } from './known-cost-stop.ts'

/** Returns a refusal, or null to answer the request. */
export type OpenToStrangers = () => Promise<Problem | null>

export const openToStrangers = ({
  costStops,
  clock,
}: {
  readonly costStops: Pick<CostStopStore, 'get'>
  readonly clock: Clock
}): OpenToStrangers => {
  const knownStop = knownCostStop(() => costStops, clock)
  return async () => {
    const stop = await knownStop()
    return stop !== null && haltsStrangers(stop) ? halted(stop.since) : null
  }
}

const halted = (since: Millis): Problem =>
  problem(
    503,
    'strangers_halted',
    `Pages and documents are halted since ${toIso(since)}, because far more is asked of the service than usual. Its owner lifts this; requests with a key go on.`,
    retryAfter(3_600),
  )

/** Refuses the reference page if the setting `referencePage` is off, or if strangers are halted; else null. */
export const referencePageRefusal = async (
  environment: Readonly<Record<string, string | undefined>>,
  refusal: OpenToStrangers,
): Promise<Problem | null> => (environment['REFERENCE_PAGE'] === 'off' ? REFERENCE_PAGE_OFF : refusal())

const REFERENCE_PAGE_OFF = problem(404, 'not_found', 'This service has its reference page switched off.')

/** Refusal of requests without a key. */
export const STRANGERS_HALTED = {
  status: 503,
  code: 'strangers_halted',
  when: 'the owner, or an alarm on requests or costs, has halted pages and documents for requests without a key',
} as const

/** Refusals of the reference page and its script. */
export const REFERENCE_PAGE_REFUSALS = [
  { status: 404, code: 'not_found', when: 'the reference page is switched off' },
  STRANGERS_HALTED,
] as const
