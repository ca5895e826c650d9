/** Frame of a Lambda that an alarm starts: by an event of CloudWatch, or by a notification of a budget. */

import type { Context } from 'aws-lambda'
import * as v from 'valibot'
import type { Log } from '#ports/kernel/log.ts'
import type { AlarmSpec } from './declaration.ts'
import { errorText } from './log/error-text.ts'
import { FUNCTION_LOG } from './log/log-messages.ts'

export type AlarmHandler = (event: unknown, context: Context) => Promise<void>

/** Lambda handler with its declaration; `on` gives the same function other dependencies. */
export interface OnAlarm<Deps = never> extends AlarmHandler {
  readonly spec: AlarmSpec
  on(deps: () => Deps & { readonly log: Log }): AlarmHandler
}

/** `reason` is the text of the alarm. */
export const onAlarm = <Deps>(
  spec: AlarmSpec,
  deps: () => Deps & { readonly log: Log },
  act: (deps: Deps & { readonly log: Log }, reason: string) => Promise<void>,
): OnAlarm<Deps> => {
  const on =
    (given: () => Deps & { readonly log: Log }): AlarmHandler =>
    async (event) => {
      const dependencies = given()
      try {
        await act(dependencies, reasonIn(event).slice(0, LONGEST))
      } catch (error) {
        dependencies.log.error(FUNCTION_LOG.alarmFailed, {
          means: spec.ifBroken,
          error: errorText(error),
        })
        throw error
      }
    }
  return Object.assign(on(deps), { spec, on })
}

/** Longest reason kept, in characters. */
const LONGEST = 500

const OfCloudWatch = v.object({ detail: v.object({ alarmName: v.string(), state: v.object({ reason: v.string() }) }) })
const OfTopic = v.object({ Records: v.tuple([v.object({ Sns: v.object({ Message: v.string() }) })]) })

const reasonIn = (event: unknown): string => {
  const alarm = v.safeParse(OfCloudWatch, event)
  if (alarm.success) return `${alarm.output.detail.alarmName}: ${alarm.output.detail.state.reason}`
  const reported = v.safeParse(OfTopic, event)
  return reported.success ? reported.output.Records[0].Sns.Message : 'an alarm of unknown form'
}
