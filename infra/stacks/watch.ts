/** The schedules: what runs by the clock. */

import { Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { Construct } from 'constructs'
import { SCHEDULES } from '#functions/schedules/schedules.ts'
import { houseFunction } from '../constructs/house-function.ts'
import type { Surroundings } from '../constructs/surroundings.ts'

export interface WatchStackProps extends StackProps {
  readonly around: Surroundings
}

export class WatchStack extends Stack {
  constructor(scope: Construct, id: string, { around, ...props }: WatchStackProps) {
    super(scope, id, props)
    for (const { handler } of SCHEDULES) {
      const { spec } = handler
      const lambda = houseFunction(this, spec, around)
      new Rule(this, `${spec.name}-rule`, {
        schedule: Schedule.rate(Duration.minutes(spec.everyMinutes)),
        // The next run does the work of a failed one.
        targets: [new LambdaFunction(lambda, { retryAttempts: 0 })],
      })
    }
  }
}
