/** Alarms on the number of requests and on the data of their answers. Their texts name the parts that `stop-costs` has halted. */

import { Duration } from 'aws-cdk-lib'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'
import type { CostStopAction } from '#domain/accounts/cost-stop.ts'
import type { DeploySettings } from '../settings/deploy-settings.ts'
import { projectAlarm } from './project-alarm.ts'

const UNTIL = 'until you run npm run admin -- lift-cost-stop.'

const ACTS: Readonly<Record<CostStopAction, string>> = {
  nothing: 'Nothing is halted (setting costStop).',
  strangers: `Pages and documents are halted for strangers ${UNTIL}`,
  'new-risk': `New orders, and pages and documents for strangers, are halted ${UNTIL}`,
}

/** Alarms that start `stop-costs`. */
export const REQUEST_ALARMS = ['requests', 'traffic'] as const

const PERIOD = Duration.minutes(15)

/** Two gigabytes in an hour cost some 0.18 dollars, and 4.30 a day. */
const MOST_BYTES = 2e9

interface RequestAlarms {
  readonly apiId: string
  readonly settings: Pick<DeploySettings, 'service' | 'stageRatePerSecond'>
  readonly alarms: ITopic
}

export const requestAlarms = (scope: Construct, { apiId, settings, alarms }: RequestAlarms): void => {
  const acts = ACTS[settings.service.costStop]
  const ofApi = (metricName: string, period: Duration): Metric =>
    new Metric({ namespace: 'AWS/ApiGateway', metricName, dimensionsMap: { ApiId: apiId }, statistic: 'Sum', period })
  projectAlarm(scope, 'requests', {
    text: `For 15 minutes more requests came than all that need a key may share. ${acts} Look in trading-access where they come from.`,
    metric: ofApi('Count', PERIOD),
    threshold: settings.stageRatePerSecond * PERIOD.toSeconds(),
    alarms,
  })
  projectAlarm(scope, 'traffic', {
    text: `In one hour answers had two gigabytes. ${acts} Look in trading-access which route is asked, and from where.`,
    metric: ofApi('DataProcessed', Duration.hours(1)),
    threshold: MOST_BYTES,
    alarms,
  })
}
