/** Lambda that halts answers to strangers: started by the alarms on requests and traffic, and by the budget. */

import { ArnFormat, Stack } from 'aws-cdk-lib'
import { Rule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import { LambdaSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import { handler } from '#functions/alarms/stop-costs.ts'
import { named } from './named.ts'
import type { MakeFunction } from './project-functions.ts'
import { REQUEST_ALARMS } from './request-alarms.ts'

/** `overBudget` is the topic of the budget. */
export const stopCosts = (scope: Construct, make: MakeFunction, overBudget: ITopic): void => {
  const lambda = make(handler.spec)
  const alarms = REQUEST_ALARMS.map((alarm) =>
    Stack.of(scope).formatArn({
      service: 'cloudwatch',
      resource: 'alarm',
      resourceName: named(scope, 'trading', alarm),
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    }),
  )
  new Rule(scope, 'requests-rule', {
    eventPattern: {
      source: ['aws.cloudwatch'],
      detailType: ['CloudWatch Alarm State Change'],
      resources: alarms,
      detail: { state: { value: ['ALARM'] } },
    },
    targets: [new LambdaFunction(lambda)],
  })
  overBudget.addSubscription(new LambdaSubscription(lambda))
}
