/** A queue as this house builds it: encrypted, with a dead-letter queue and an alarm on it. */

import { Duration } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { ConsumerSpec } from '#lambda/declaration.ts'
import { visibilityTimeoutS } from '#lambda/visibility.ts'

/** Messages that failed this often are put aside; the sweeper queues the work again, a person looks at the message. */
const MAX_RECEIVES = 5

export const houseQueue = (scope: Construct, spec: ConsumerSpec, alarms: ITopic): Queue => {
  const common = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true, ...(spec.fifo ? { fifo: true } : {}) }
  const dead = new Queue(scope, `${spec.queue}-dead`, { ...common, retentionPeriod: Duration.days(14) })
  const alarm = new Alarm(scope, `${spec.queue}-dead-alarm`, {
    alarmDescription: `Messages of ${spec.queue} failed ${MAX_RECEIVES} times and were put aside. ${spec.ifBroken}`,
    metric: dead.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(5) }),
    threshold: 1,
    evaluationPeriods: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  })
  alarm.addAlarmAction(new SnsAction(alarms))
  return new Queue(scope, spec.queue, {
    ...common,
    visibilityTimeout: Duration.seconds(visibilityTimeoutS(spec)),
    retentionPeriod: Duration.days(4),
    deadLetterQueue: { queue: dead, maxReceiveCount: MAX_RECEIVES },
  })
}
