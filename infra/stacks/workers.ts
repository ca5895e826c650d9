/** The consumers: each queue feeds its Lambda, which hands back only the messages that failed. */

import { Stack, type StackProps } from 'aws-cdk-lib'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { type IQueue, Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { houseFunction } from '../constructs/house-function.ts'
import { houseLog } from '../constructs/house-log.ts'
import type { Surroundings } from '../constructs/surroundings.ts'

export interface WorkersStackProps extends StackProps {
  readonly around: Surroundings
  /** How many Lambdas one queue may use at the same time; null: as many as the account has. */
  readonly concurrency: number | null
}

export class WorkersStack extends Stack {
  constructor(scope: Construct, id: string, { around, concurrency, ...props }: WorkersStackProps) {
    super(scope, id, props)
    const log = houseLog(this, 'workers', around.logRetention)
    for (const { handler } of CONSUMERS) {
      const { spec } = handler
      const queue: IQueue = Queue.fromQueueAttributes(this, `${spec.queue}-queue`, {
        queueArn: around.queueArns[spec.queue],
        fifo: spec.fifo ?? false,
      })
      houseFunction(this, spec, around, log).addEventSource(
        new SqsEventSource(queue, {
          batchSize: spec.batchSize,
          reportBatchItemFailures: true,
          ...mostAtOnce(concurrency ?? spec.atOnce),
        }),
      )
    }
  }
}

const mostAtOnce = (maxConcurrency: number | undefined) => (maxConcurrency === undefined ? {} : { maxConcurrency })
