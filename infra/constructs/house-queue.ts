/** A queue as this house builds it: encrypted, with a dead-letter queue, and alarms on both. */

import { Duration } from 'aws-cdk-lib'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import { DeduplicationScope, FifoThroughputLimit, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { ConsumerSpec } from '#lambda/declaration.ts'
import { visibilityTimeoutS } from '#lambda/visibility.ts'
import { houseAlarm } from './house-alarm.ts'

/**
 * Messages that came this often are put aside; the sweeper queues the work again, a person looks at the message. A message also comes again when
 * Lambda had no room to run its consumer: in a new account, which may run ten at once, a burst must not end here. A failed message of a FIFO
 * queue does not come again at all, so none holds up its group so long.
 */
const MAX_RECEIVES = 20

export const houseQueue = (scope: Construct, spec: ConsumerSpec, alarms: ITopic): Queue => {
  const common = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true, ...(spec.fifo ? FIFO : {}) }
  const dead = new Queue(scope, `${spec.queue}-dead`, { ...common, retentionPeriod: Duration.days(14) })
  houseAlarm(scope, `${spec.queue}-dead`, {
    text: `Messages of ${spec.queue} came ${MAX_RECEIVES} times without being done and were put aside. ${spec.ifBroken}`,
    metric: dead.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(5) }),
    alarms,
  })
  const hiddenS = visibilityTimeoutS(spec)
  const queue = new Queue(scope, spec.queue, {
    ...common,
    visibilityTimeout: Duration.seconds(hiddenS),
    retentionPeriod: Duration.days(4),
    deadLetterQueue: { queue: dead, maxReceiveCount: MAX_RECEIVES },
  })
  // Twice the time a message is hidden: one failure, which has an alarm of its own, is not a queue that stands still.
  const patienceS = spec.patienceS ?? 2 * hiddenS
  houseAlarm(scope, `${spec.queue}-waiting`, {
    text: `Messages of ${spec.queue} wait for more than ${patienceS} s: ${spec.name} is not started, throttled or too slow. ${spec.ifBroken}`,
    metric: queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(5) }),
    threshold: patienceS,
    alarms,
  })
  return queue
}

/** A limit of requests for each group, so that a burst of one group takes nothing from the others. */
const FIFO = {
  fifo: true,
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
}
