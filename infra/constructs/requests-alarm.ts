/** Alarm on the number of requests. Its text names the parts that `stop-costs` has halted. */

import { Duration } from 'aws-cdk-lib'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'
import type { DeploySettings } from '../settings/deploy-settings.ts'
import { projectAlarm } from './project-alarm.ts'

export const REQUESTS_ALARM = 'requests'

const PERIOD = Duration.minutes(15)

interface RequestsAlarm {
  readonly apiId: string
  readonly settings: Pick<DeploySettings, 'service' | 'stageRatePerSecond'>
  readonly alarms: ITopic
}

export const requestsAlarm = (scope: Construct, { apiId, settings, alarms }: RequestsAlarm): void => {
  const acts =
    settings.service.costStop === 'nothing'
      ? 'Nothing is halted (setting costStop).'
      : 'Pages and documents are halted for strangers until you run npm run admin -- lift-cost-stop.'
  projectAlarm(scope, REQUESTS_ALARM, {
    text: `For 15 minutes more requests came than all that need a key may share. ${acts} Look in trading-access where they come from.`,
    metric: new Metric({
      namespace: 'AWS/ApiGateway',
      metricName: 'Count',
      dimensionsMap: { ApiId: apiId },
      statistic: 'Sum',
      period: PERIOD,
    }),
    threshold: settings.stageRatePerSecond * PERIOD.toSeconds(),
    alarms,
  })
}
