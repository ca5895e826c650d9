/** The halt of work beyond the cost that the owner accepts, until the owner lifts it. */

import type { Millis } from '../kernel/time.ts'

/**
 * `nothing`; `strangers`: pages and documents for requests without a key; `new-risk`: these, and every order that could do more than
 * reduce a position.
 */
export const COST_STOPS = ['nothing', 'strangers', 'new-risk'] as const
export type CostStopAction = (typeof COST_STOPS)[number]

export interface CostStop {
  readonly action: CostStopAction
  readonly since: Millis
  /** Text of the alarm. */
  readonly reason: string
}

/** True if requests without a key are halted. */
export const haltsStrangers = (stop: CostStop | null): boolean => stop !== null && stop.action !== 'nothing'

/** True if orders that could do more than reduce a position are halted. */
export const haltsNewRisk = (stop: CostStop | null): boolean => stop?.action === 'new-risk'
