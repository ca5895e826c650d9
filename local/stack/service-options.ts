/** Options of the service on one machine. */

import type { Settings } from '#lambda/environment.ts'
import type { RouteLimit } from '#lambda/limits/route-limits.ts'
import type { LocalExchanges, SimulatorsOptions } from '../simulators/start-simulators.ts'
import type { startLambda } from './lambdas/start-lambda.ts'

/** Options with any exchanges. */
export interface StackOptions {
  /** 0 picks a free one. */
  readonly port: number
  /** Folder of the data between runs. */
  readonly dir: string
  readonly fresh?: boolean
  readonly settings?: Partial<Settings>
  /** Shared limit of all routes without a limit of their own. If absent, only routes that need no key are limited. */
  readonly stage?: RouteLimit
  /** Starts each Lambda; a benchmark measures its calls here. */
  readonly startLambda?: typeof startLambda
  /** Takes each line of the log, a JSON object; prints it by default. */
  readonly log?: (line: string) => void
  /** Receives a description of each step. */
  readonly progress?: (text: string) => void
}

/** Options with simulated exchanges. */
export interface ServiceOptions extends StackOptions {
  readonly bot?: boolean
  /** A recording to play in place of invented markets. */
  readonly replay?: SimulatorsOptions['replay']
  /** True if lists of the simulated exchanges may be as old as on the real ones; default false. */
  readonly cache?: boolean
  /** How often EXCHANGE_A refuses an unsigned call that its cache cannot answer, from 0 to 1; default 0. */
  readonly unsignedRefusals?: number
  /** Starts the simulated exchanges; others may run in a process that outlives the service. */
  readonly startSimulators?: (options: SimulatorsOptions) => Promise<LocalExchanges>
}
