/** The consumers: each queue feeds its Lambda, which hands back only the messages that failed. */

import { Stack, type StackProps } from 'aws-cdk-lib'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { type IQueue, Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import type { ConsumerSpec } from '#lambda/declaration.ts'
import type { DeployedReader } from '#lambda/environment.ts'
import { countCrashes } from '../constructs/count-failures.ts'
import { houseFunctions } from '../constructs/house-functions.ts'
import { streamRoutes } from '../constructs/stream-api.ts'
import type { Surroundings } from '../constructs/surroundings.ts'
import type { DeploySettings } from '../settings/deploy-settings.ts'

export interface WorkersStackProps extends StackProps {
  readonly around: Surroundings
  /** Id of the WebSocket API. */
  readonly streamApi: string
  readonly settings: Pick<DeploySettings, 'stageRatePerSecond' | 'stageBurst'>
  /** How many Lambdas one queue may use at the same time; null: as many as the account has. */
  readonly concurrency: number | null
}

export class WorkersStack extends Stack {
  constructor(scope: Construct, id: string, { around, streamApi, settings, concurrency, ...props }: WorkersStackProps) {
    super(scope, id, props)
    const { log, make } = houseFunctions(this, 'workers', around)
    countCrashes(this, log)
    const feed = (spec: ConsumerSpec, given: Surroundings): Fed => {
      const queue: IQueue = Queue.fromQueueAttributes(this, `${spec.queue}-queue`, {
        queueArn: around.queueArns[spec.queue],
        fifo: spec.fifo ?? false,
      })
      const lambda = make(spec, given)
      const source = new SqsEventSource(queue, {
        batchSize: spec.batchSize,
        reportBatchItemFailures: true,
        ...mostAtOnce(spec.neverLimited === true ? undefined : (concurrency ?? spec.atOnce)),
      })
      lambda.addEventSource(source)
      return { spec, lambda, source }
    }
    const specs = CONSUMERS.map(({ handler }) => handler.spec)
    const fed = specs.filter(({ uses }) => uses.readers !== true).map((spec) => feed(spec, around))
    const resting = fed.filter(({ spec }) => spec.neverRests !== true)
    // The one that wakes the others knows them, so it comes last.
    const knowing = { ...around, ...knownReaders(around, resting) }
    for (const spec of specs) if (spec.uses.readers === true) feed(spec, knowing)
    streamRoutes(this, { apiId: streamApi, settings, make })
  }
}

interface Fed {
  readonly spec: ConsumerSpec
  readonly lambda: Lambda
  readonly source: SqsEventSource
}

const knownReaders = ({ deployment, queueArns }: Surroundings, fed: readonly Fed[]): Partial<Surroundings> => {
  const readers = fed.map(
    ({ spec, lambda, source }): DeployedReader => ({
      queue: spec.queue,
      mapping: source.eventSourceMappingId,
      function: lambda.functionName,
      batchSize: spec.batchSize,
    }),
  )
  const readerArns = {
    mappings: fed.map(({ source }) => source.eventSourceMappingArn),
    functions: fed.map(({ lambda }) => lambda.functionArn),
    queues: fed.map(({ spec }) => queueArns[spec.queue]),
  }
  return { deployment: { ...deployment, readers }, readerArns }
}

const mostAtOnce = (maxConcurrency: number | undefined) => (maxConcurrency === undefined ? {} : { maxConcurrency })
