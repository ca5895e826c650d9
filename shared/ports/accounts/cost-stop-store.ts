/** Stores the stop of costs. */

import type { CostStop } from '#domain/accounts/cost-stop.ts'

export interface CostStopStore {
  /** The stop in force; null: nothing is halted. */
  get(): Promise<CostStop | null>
  /** Stores the stop, in place of an earlier one. */
  begin(stop: CostStop): Promise<void>
  /** Removes the stop. Returns whether there was one. */
  lift(): Promise<boolean>
}
