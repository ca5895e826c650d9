/** Alarm of this project: its text explains the failure and names the first place to look, and it notifies the one topic. */

import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'
import { named } from './named.ts'

interface AlarmProps {
  readonly text: string
  readonly metric: IMetric
  /** Value at which the alarm fires in one period or, with `silence`, below which it fires. Default 1. */
  readonly threshold?: number
  /** Alarms if nothing happens: missing data counts as a failure. By default missing data is fine. */
  readonly silence?: true
  readonly alarms: ITopic
}

/** Each metric of an alarm costs: docs/decisions/0040 lists those that are worth it. In CloudWatch it is called `trading-<id>`, or `trading-<stage>-<id>`. */
export const projectAlarm = (scope: Construct, id: string, props: AlarmProps): void => {
  const { text, metric, threshold = 1, silence = false, alarms } = props
  const alarm = new Alarm(scope, `${id}-alarm`, {
    alarmName: named(scope, 'trading', id),
    alarmDescription: text,
    metric,
    threshold,
    evaluationPeriods: 1,
    comparisonOperator: silence
      ? ComparisonOperator.LESS_THAN_THRESHOLD
      : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: silence ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
  })
  alarm.addAlarmAction(new SnsAction(alarms))
  // The owner reads that it is over, also at night.
  alarm.addOkAction(new SnsAction(alarms))
}
