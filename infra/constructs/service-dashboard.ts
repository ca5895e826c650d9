/**
 * Dashboard of a deployment. It costs nothing while it is closed: it shows metrics that AWS keeps anyway, and log searches that run, and are paid,
 * when it is opened.
 */

import { CfnOutput, Duration, Stack } from 'aws-cdk-lib'
import {
  Color,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  LogQueryVisualizationType,
  LogQueryWidget,
  Metric,
  PeriodOverride,
  SingleValueWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { SCHEDULES } from '#functions/schedules/schedules.ts'
import { FUNCTION_LOG } from '#lambda/log/log-messages.ts'
import { ORDER_LOG } from '#use-cases/orders/log-messages.ts'
import { named, namedForAccount } from './named.ts'

export interface Shown {
  readonly tableName: string
  readonly queues: Readonly<Record<string, Queue>>
}

const FIVE_MINUTES = Duration.minutes(5)
const WIDTH = 8
const HEIGHT = 6

/** The output `Dashboard` is its address. */
export const serviceDashboard = (scope: Construct, { tableName, queues }: Shown): void => {
  const log = (name: string): string[] => [named(scope, 'trading', name)]
  const [api, workers, watch, access] = [log('api'), log('workers'), log('watch'), log('access')]
  const functions = [...api, ...workers, ...watch]
  const title = namedForAccount(scope, 'trading')
  new Dashboard(scope, 'dashboard', {
    dashboardName: title,
    defaultInterval: Duration.hours(3),
    periodOverride: PeriodOverride.AUTO,
    widgets: [
      [new TextWidget({ width: 24, height: 2, markdown: INTRODUCTION })],
      [
        search('Orders a minute', functions, ORDERS_A_MINUTE),
        search('Time to acceptance by the exchange, ms', workers, TIME_TO_ACCEPTANCE),
        search('Sends by outcome (unknown: looked up until it is known)', workers, OUTCOMES, 'stacked'),
      ],
      [
        graph(
          'Age of the oldest message, s',
          each(queues, (queue) => queue.metricApproximateAgeOfOldestMessage(MOST)),
        ),
        graph('Messages put aside', each(queues, deadMessages)),
        search('Failures by function', functions, FAILURES, 'table'),
      ],
      [
        search('Requests by status', access, REQUESTS, 'stacked'),
        search('Answer time, ms', access, ANSWER_TIME),
        search('Runs of the schedules', watch, RUNS),
      ],
      [
        graph('Table, units', [
          ofTable(tableName, 'ConsumedWriteCapacityUnits', 'write units'),
          ofTable(tableName, 'ConsumedReadCapacityUnits', 'read units'),
        ]),
        graph(
          'Messages sent',
          each(queues, (queue) => queue.metricNumberOfMessagesSent(SUM)),
        ),
        graph('Functions of the account', [
          lambda('Invocations', 'calls'),
          lambda('Errors', 'errors', Color.RED),
          lambda('Throttles', 'not started: no concurrency left', Color.ORANGE),
        ]),
      ],
      [
        search('The price watch', watch, WATCH),
        new SingleValueWidget({
          title: 'Log taken in, bytes',
          width: 2 * WIDTH,
          height: HEIGHT,
          metrics: [...functions, ...access].map(takenIn),
        }),
      ],
    ],
  })
  const { region } = Stack.of(scope)
  new CfnOutput(scope, 'Dashboard', {
    value: `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#dashboards/dashboard/${title}`,
  })
}

const INTRODUCTION = `Metrics are those AWS keeps anyway. Searches of the log are billed by what they read, each time they are shown: choose a short time range.
\`npm run admin -- doctor\` says whether all is well, \`-- stuck\` what waits, \`-- trace <order id>\` what became of an order.`

const MOST = { period: FIVE_MINUTES, statistic: 'Maximum' }
const SUM = { period: FIVE_MINUTES, statistic: 'Sum' }

/** One series for each of these texts: the number of lines with that value of the field. */
const countsOf = (field: string, texts: readonly string[], period: string): string[] => {
  const series = texts.map((text) => text.replaceAll('-', '_'))
  return [
    ...texts.map((text, place) => `fields strcontains(${field}, "${text}") as is_${series[place]}`),
    `stats ${series.map((name) => `sum(is_${name}) as ${name}`).join(', ')} by bin(${period})`,
  ]
}

const ORDERS_A_MINUTE = [
  `filter message = "${ORDER_LOG.stored}" and version = 0`,
  'stats count(*) as orders by bin(1m)',
]
const TIME_TO_ACCEPTANCE = [
  `filter message = "${ORDER_LOG.sent}" and outcome = "accepted"`,
  'stats pct(sinceCreatedMs, 50) as median, pct(sinceCreatedMs, 95) as p95, max(sinceCreatedMs) as longest by bin(5m)',
]
const OUTCOMES = [
  `filter message = "${ORDER_LOG.sent}"`,
  ...countsOf('outcome', ['accepted', 'rejected', 'killed', 'duplicate', 'later', 'unknown'], '5m'),
]
const FAILURES = [
  'filter level = "error"',
  'stats count(*) as times, latest(@timestamp) as last by function, message',
  'sort times desc',
  'limit 20',
]
const REQUESTS = [
  'parse @message /"status":"(?<kind>\\d)\\d\\d"/',
  'fields strcontains(kind, "2") as is_2xx, strcontains(kind, "4") as is_4xx, strcontains(kind, "5") as is_5xx',
  'stats sum(is_2xx) as answered, sum(is_4xx) as refused, sum(is_5xx) as failed by bin(5m)',
]
const ANSWER_TIME = ['stats pct(ms, 50) as median, pct(ms, 95) as p95, max(ms) as longest by bin(5m)']
const RUNS = [
  `filter message = "${FUNCTION_LOG.scheduleDone}"`,
  ...countsOf(
    'function',
    SCHEDULES.map(({ handler }) => handler.spec.name),
    '5m',
  ),
]
const WATCH = [
  'stats sum(TriggersCrossed) as stops_reached, sum(PricesUnavailable) as polls_without_prices, sum(PriceStreamGaps) as stream_gaps, sum(MarketsWithoutPrice) as markets_without_price, sum(MarketsNotWatched) as markets_not_watched by bin(5m)',
]

const VIEWS = {
  line: LogQueryVisualizationType.LINE,
  stacked: LogQueryVisualizationType.STACKEDAREA,
  table: LogQueryVisualizationType.TABLE,
}

const search = (
  title: string,
  logGroupNames: string[],
  queryLines: string[],
  view: keyof typeof VIEWS = 'line',
): IWidget => new LogQueryWidget({ title, logGroupNames, queryLines, view: VIEWS[view], width: WIDTH, height: HEIGHT })

const graph = (title: string, left: IMetric[]): IWidget =>
  new GraphWidget({ title, left, width: WIDTH, height: HEIGHT, leftYAxis: { min: 0, showUnits: false } })

const each = (queues: Shown['queues'], metricOf: (queue: Queue) => Metric): Metric[] =>
  Object.entries(queues).map(([name, queue]) => metricOf(queue).with({ label: name }))

const deadMessages = (queue: Queue): Metric => {
  if (queue.deadLetterQueue === undefined) throw new Error('a queue without a dead-letter queue')
  const { queue: dead } = queue.deadLetterQueue
  return dead.metricApproximateNumberOfMessagesVisible(MOST)
}

const ofTable = (TableName: string, metricName: string, label: string): Metric =>
  new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap: { TableName }, label, ...SUM })

/** All functions of the account and region together. */
const lambda = (metricName: string, label: string, color?: string): Metric =>
  new Metric({ namespace: 'AWS/Lambda', metricName, label, ...SUM, ...(color === undefined ? {} : { color }) })

const takenIn = (LogGroupName: string): Metric =>
  new Metric({
    namespace: 'AWS/Logs',
    metricName: 'IncomingBytes',
    dimensionsMap: { LogGroupName },
    label: LogGroupName,
    ...SUM,
  })
