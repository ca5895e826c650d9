/** Frame of a scheduled Lambda. Fails loudly, so that its alarm notices. */

import middy from '@middy/core'
import type { Context } from 'aws-lambda'
import type { ConsumerDeps, TimeLeft } from './consumer.ts'
import { DEFAULT_TIMEOUT_S, type ScheduleSpec } from './declaration.ts'
import { errorText } from './log/error-text.ts'
import { FUNCTION_LOG } from './log/log-messages.ts'

export type ScheduleHandler = (event: unknown, context: Context) => Promise<void>

/** Lambda handler with its declaration; `on` gives the same schedule other dependencies. */
export interface Schedule<Deps = never> extends ScheduleHandler {
  readonly spec: ScheduleSpec
  on(deps: () => ConsumerDeps & Deps): ScheduleHandler
}

export const schedule = <Deps>(
  spec: ScheduleSpec,
  deps: () => ConsumerDeps & Deps,
  act: (deps: ConsumerDeps & Deps, time: TimeLeft) => Promise<void>,
): Schedule<Deps> => {
  const on = (given: () => ConsumerDeps & Deps): ScheduleHandler =>
    middy<unknown, void>().handler(async (_event: unknown, context: Context) => {
      const dependencies = given()
      const begun = performance.now()
      try {
        await act(dependencies, {
          timeoutMs: (spec.timeoutS ?? DEFAULT_TIMEOUT_S) * 1_000,
          remainingMs: context.getRemainingTimeInMillis(),
        })
        // `npm run admin -- doctor` searches for this line.
        dependencies.log.info(FUNCTION_LOG.scheduleDone, { ms: Math.round(performance.now() - begun) })
      } catch (error) {
        dependencies.log.error(FUNCTION_LOG.scheduleFailed, {
          means: spec.ifBroken,
          error: errorText(error),
        })
        throw error
      }
    }) as ScheduleHandler
  return Object.assign(on(deps), { spec, on })
}
