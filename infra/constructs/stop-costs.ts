/** Lambda that halts answers to strangers: started by the alarm on requests, and by the budget. */

import { ArnFormat, Stack } from 'aws-cdk-lib'
import { Rule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import { LambdaSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import { handler } from '#functions/alarms/stop-costs.ts'
import { named } from './named.ts'
import type { MakeFunction } from './project-functions.ts'
import { REQUESTS_ALARM } from './requests-alarm.ts'

/** `overBudget` is the topic of the budget. */
export const stopCosts = (scope: Construct, make: MakeFunction, overBudget: ITopic): void => {
  const lambda = make(handler.spec)
  const alarm = Stack.of(scope).formatArn({
    service: 'cloudwatch',
    resource: 'alarm',
    resourceName: named(scope, 'trading', REQUESTS_ALARM),
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  })
  new Rule(scope, 'requests-rule', {
    eventPattern: {
      source: ['aws.cloudwatch'],
      detailType: ['CloudWatch Alarm State Change'],
      resources: [alarm],
      detail: { state: { value: ['ALARM'] } },
    },
    targets: [new LambdaFunction(lambda)],
  })
  overBudget.addSubscription(new LambdaSubscription(lambda))
}
