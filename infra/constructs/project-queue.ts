/** Queue of this project: encrypted, with a dead-letter queue. */

import { Duration } from 'aws-cdk-lib'
import { DeduplicationScope, FifoThroughputLimit, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { ConsumerSpec } from '#lambda/declaration.ts'
import { maxReceives, visibilityTimeoutS } from '#lambda/messages/visibility.ts'

export const projectQueue = (scope: Construct, spec: ConsumerSpec): Queue => {
  const common = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true, ...(spec.fifo ? FIFO : {}) }
  const dead = new Queue(scope, `${spec.queue}-dead`, { ...common, retentionPeriod: Duration.days(14) })
  return new Queue(scope, spec.queue, {
    ...common,
    visibilityTimeout: Duration.seconds(visibilityTimeoutS(spec)),
    retentionPeriod: Duration.days(4),
    deadLetterQueue: { queue: dead, maxReceiveCount: maxReceives(spec) },
  })
}

/** Limit of requests for each group, so that a burst of one group does not slow down the others. */
const FIFO = {
  fifo: true,
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
}
