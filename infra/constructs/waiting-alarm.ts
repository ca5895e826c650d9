/** Alarm on waiting messages, for the few queues whose delay is not noticed early enough otherwise. */

import { Duration } from 'aws-cdk-lib'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { ConsumerSpec } from '#lambda/declaration.ts'
import { projectAlarm } from './project-alarm.ts'

export const waitingAlarm = (scope: Construct, spec: ConsumerSpec, queue: IQueue, alarms: ITopic): void => {
  projectAlarm(scope, `${spec.queue}-waiting`, {
    text: `Messages of ${spec.queue} wait for more than ${spec.alarmAfterS} s: ${spec.name} is not started, throttled or too slow. ${spec.ifBroken}`,
    metric: queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(5) }),
    threshold: spec.alarmAfterS ?? 0,
    alarms,
  })
}
