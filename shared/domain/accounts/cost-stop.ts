/** What is halted because more is asked of the service than its owner wants to pay for, until the owner lifts it. */

import type { Millis } from '../kernel/time.ts'

/** `nothing`, or `strangers`: pages and documents for requests without a key. */
export const COST_STOPS = ['nothing', 'strangers'] as const
export type CostStopAction = (typeof COST_STOPS)[number]

export interface CostStop {
  readonly action: CostStopAction
  readonly since: Millis
  /** What the alarm said. */
  readonly reason: string
}

/** Whether requests without a key are halted. */
export const haltsStrangers = (stop: CostStop | null): boolean => stop?.action === 'strangers'
