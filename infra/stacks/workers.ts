/** The consumers: each queue feeds its Lambda, which hands back only the messages that failed. */

import { Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { type IQueue, Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { houseAlarm } from '../constructs/house-alarm.ts'
import { houseFunction } from '../constructs/house-function.ts'
import type { Surroundings } from '../constructs/surroundings.ts'

export interface WorkersStackProps extends StackProps {
  readonly around: Surroundings
}

export class WorkersStack extends Stack {
  constructor(scope: Construct, id: string, { around, ...props }: WorkersStackProps) {
    super(scope, id, props)
    for (const { handler } of CONSUMERS) {
      const { spec } = handler
      const queue: IQueue = Queue.fromQueueAttributes(this, `${spec.queue}-queue`, {
        queueArn: around.queueArns[spec.queue],
        fifo: spec.fifo ?? false,
      })
      houseFunction(this, spec, around).addEventSource(
        new SqsEventSource(queue, {
          batchSize: spec.batchSize,
          reportBatchItemFailures: true,
          maxConcurrency: MOST_AT_ONCE,
        }),
      )
    }
    houseAlarm(this, 'order-fate-unknown', {
      text: 'An order was sent and for more than five minutes nobody knows whether it arrived. Look for its id in the log of execute-order, and at the exchange.',
      metric: new Metric({
        namespace: 'Trading',
        metricName: 'OrderFateUnknown',
        statistic: 'Sum',
        period: Duration.minutes(5),
      }),
      alarms: around.alarms,
    })
    for (const [id, metricName, text] of UNPROTECTED) {
      const metric = new Metric({ namespace: 'Trading', metricName, statistic: 'Sum', period: Duration.minutes(5) })
      houseAlarm(this, id, { text, metric, alarms: around.alarms })
    }
  }
}

/** Positions that are not protected as their users believe. */
const UNPROTECTED = [
  [
    'exit-overdue',
    'ExitOverdue',
    'An exit fired and cannot go out, because another order of the position does not leave the book. Look for the id in the log of tend-conditionals, and whether the exchange takes cancels.',
  ],
  [
    'exit-incomplete',
    'ExitIncomplete',
    'An exit was given up although something is left to exit. Look for the id in the log of tend-conditionals and for why its orders ended; its owner has to act.',
  ],
] as const

/** Of each consumer; keeps a burst from using up the account's Lambdas. */
const MOST_AT_ONCE = 20
