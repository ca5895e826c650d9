/** The schedules and their Lambdas. */

import { Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'
import { SCHEDULES } from '#functions/schedules/schedules.ts'
import { countCrashes } from '../constructs/count-failures.ts'
import { projectAlarm } from '../constructs/project-alarm.ts'
import { projectFunctions } from '../constructs/project-functions.ts'
import { stopCosts } from '../constructs/stop-costs.ts'
import type { Surroundings } from '../constructs/surroundings.ts'
import type { DeploySettings } from '../settings/deploy-settings.ts'

export interface WatchStackProps extends StackProps {
  readonly around: Surroundings
  readonly settings: Pick<DeploySettings, 'service'>
  /** Topic of the exceeded budget. */
  readonly overBudget: ITopic
}

export class WatchStack extends Stack {
  constructor(scope: Construct, id: string, { around, settings, overBudget, ...props }: WatchStackProps) {
    super(scope, id, props)
    const { log, make } = projectFunctions(this, 'watch', around)
    countCrashes(this, log)
    if (settings.service.costStop !== 'nothing') stopCosts(this, make, overBudget)
    for (const { handler } of SCHEDULES) {
      const { spec } = handler
      const lambda = make(spec)
      // The next run does the work of a failed run, and of a run that could not start in its minute.
      const inTime = { retryAttempts: 0, maxEventAge: Duration.minutes(1) }
      lambda.configureAsyncInvoke(inTime)
      new Rule(this, `${spec.name}-rule`, {
        schedule: Schedule.rate(Duration.minutes(spec.everyMinutes)),
        targets: [new LambdaFunction(lambda, inTime)],
      })
      const patience = Duration.minutes(3 * spec.everyMinutes)
      projectAlarm(this, `${spec.name}-not-done`, {
        text: `Within ${patience.toMinutes()} minutes ${spec.name} did not run: its rule is disabled, or Lambda throttles it. ${spec.ifBroken}`,
        metric: lambda.metricInvocations({ period: patience }),
        silence: true,
        alarms: around.alarms,
      })
    }
  }
}
