/** The consumers: each queue feeds its Lambda, which returns only the failed messages. */

import { Stack, type StackProps } from 'aws-cdk-lib'
import { CfnEventSourceMapping, type Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { type IQueue, Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import type { ConsumerSpec } from '#lambda/declaration.ts'
import { countCrashes } from '../constructs/count-failures.ts'
import { projectFunctions } from '../constructs/project-functions.ts'
import { streamRoutes } from '../constructs/stream-api.ts'
import type { Surroundings } from '../constructs/surroundings.ts'
import type { DeploySettings } from '../settings/deploy-settings.ts'

export interface WorkersStackProps extends StackProps {
  readonly around: Surroundings
  /** Id of the WebSocket API. */
  readonly streamApi: string
  readonly settings: Pick<DeploySettings, 'stageRatePerSecond' | 'stageBurst'>
  /** Lambdas that one queue may use at the same time; null for as many as the account has. */
  readonly concurrency: number | null
}

export class WorkersStack extends Stack {
  constructor(scope: Construct, id: string, { around, streamApi, settings, concurrency, ...props }: WorkersStackProps) {
    super(scope, id, props)
    const { log, make } = projectFunctions(this, 'workers', around)
    countCrashes(this, log)
    const feed = (spec: ConsumerSpec): Lambda => {
      const queue: IQueue = Queue.fromQueueAttributes(this, `${spec.queue}-queue`, {
        queueArn: around.queueArns[spec.queue],
        fifo: spec.fifo ?? false,
      })
      const lambda = make(spec)
      const source = new SqsEventSource(queue, {
        // Versions before 1.0.0 disabled mappings in an idle deployment. CloudFormation enables them only if the template says so.
        enabled: true,
        batchSize: spec.batchSize,
        reportBatchItemFailures: true,
        ...mostAtOnce(spec.neverLimited === true ? undefined : (concurrency ?? spec.atOnce)),
      })
      lambda.addEventSource(source)
      return lambda
    }
    const fed = CONSUMERS.map(({ handler: { spec } }) => ({ spec, lambda: feed(spec) }))
    const sweeper = fed.find(({ spec }) => spec.name === 'sweep-soon')
    for (const { lambda } of fed) if (lambda !== sweeper?.lambda) enableAfter(lambda, sweeper?.lambda)
    streamRoutes(this, { apiId: streamApi, settings, make })
  }
}

/**
 * In versions before 1.0.0 `sweep-soon` disabled mappings. This function is replaced before the mappings are enabled, so that it cannot disable them
 * again.
 */
const enableAfter = (lambda: Lambda, sweeper: Lambda | undefined): void => {
  const mappings = lambda.node.findAll().filter((one) => one instanceof CfnEventSourceMapping)
  if (sweeper !== undefined) for (const mapping of mappings) mapping.node.addDependency(sweeper)
}

const mostAtOnce = (maxConcurrency: number | undefined) => (maxConcurrency === undefined ? {} : { maxConcurrency })
