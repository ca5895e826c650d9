/** Alarms of the service as a whole: a failure of ours, or an order or a position that differs from its user's belief. */

import { Duration } from 'aws-cdk-lib'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'
import { FAILURES, namespaceOf } from '#lambda/log/json-log.ts'
import { stageOf } from './named.ts'
import { projectAlarm } from './project-alarm.ts'

export const serviceAlarms = (scope: Construct, alarms: ITopic): void => {
  const namespace = namespaceOf(stageOf(scope))
  for (const [id, metricName, text] of ALARMS) {
    const metric = new Metric({ namespace, metricName, statistic: 'Sum', period: Duration.minutes(5) })
    projectAlarm(scope, id, { text, metric, alarms })
  }
  projectAlarm(scope, 'invocations', {
    text: RUNAWAY,
    metric: new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'Invocations',
      statistic: 'Sum',
      period: Duration.hours(1),
    }),
    threshold: MOST_INVOCATIONS,
    alarms,
  })
}

/**
 * Lambda calls of the whole account and region in an hour, 14 times the calls of the desk in docs/cost.md. A day of them costs some 3 dollars.
 * Consumers may call themselves by messages, so that AWS's own detection of loops is off (decision 0040).
 */
const MOST_INVOCATIONS = 300_000

const RUNAWAY =
  'In one hour all functions of this account and region were called 300,000 times. Look in the dashboard which function is called, and in its log why. If a queue feeds itself, disable its event source mapping; its work is in the table.'

/** Each alarm watches one metric without dimensions: the log line has the object and the meaning. */
const ALARMS = [
  [
    'failures',
    FAILURES,
    'A function failed. Look at the lines of level error in trading-api, trading-workers and trading-watch, which say what they mean, and at the 5xx in trading-access: a function that crashed or was not started says nothing itself.',
  ],
  [
    'order-fate-unknown',
    'OrderFateUnknown',
    'An order was sent and for more than five minutes nobody knows whether it arrived. Look for its id in trading-workers, and at the exchange.',
  ],
  [
    'exit-overdue',
    'ExitOverdue',
    'An exit fired and cannot go out, because another order of the position does not leave the book. Look for the id in trading-workers, and whether the exchange takes cancels.',
  ],
  [
    'exit-incomplete',
    'ExitIncomplete',
    'An exit has not sold what it is for: its orders failed or are refused. Look for the id in trading-workers and for why; a stop-loss keeps trying, its owner has to look.',
  ],
  [
    'exchange-refuses',
    'ExchangeRefuses',
    'An exchange refuses all orders or all cancels of this service: a blocked region, or a page of its front door. Orders wait and one call at a time tries again. Look at GET /v1/health for its words, and whether the exchange serves the region and the addresses this service calls from.',
  ],
  [
    'positions-differ',
    'PositionsDiffer',
    'The exchange tells for long another position than the fills make: shares that were moved by hand, trades that could not be read, or a fill that is missing. Look for the market in trading-workers.',
  ],
] as const
