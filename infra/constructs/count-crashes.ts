/** Counts crashes among the failures: a function that runs out of time or memory says nothing itself, but Lambda does in its log. */

import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { FAILURES, namespaceOf } from '#lambda/json-log.ts'
import { stageOf } from './named.ts'

/** Out of time; out of memory or ended by itself; not even loaded. The last two stand in Lambda's reports of a start or a run that failed in any way. */
const CRASHED = FilterPattern.anyTerm(
  'Task timed out',
  'Runtime.ExitError',
  'Runtime.ImportModuleError',
  'Status: error',
  'Status: timeout',
)

export const countCrashes = (scope: Construct, log: LogGroup): void => {
  new MetricFilter(scope, 'crashes', {
    logGroup: log,
    filterPattern: CRASHED,
    metricNamespace: namespaceOf(stageOf(scope)),
    metricName: FAILURES,
    metricValue: '1',
  })
}
