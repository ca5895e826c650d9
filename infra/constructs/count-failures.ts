/** Counts failures that no function counts, by the lines of a log. */

import { FilterPattern, type IFilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { FAILURES, namespaceOf } from '#lambda/log/json-log.ts'
import { stageOf } from './named.ts'

export const countFailures = (
  scope: Construct,
  id: string,
  logGroup: LogGroup,
  filterPattern: IFilterPattern,
): void => {
  new MetricFilter(scope, id, {
    logGroup,
    filterPattern,
    metricNamespace: namespaceOf(stageOf(scope)),
    metricName: FAILURES,
    metricValue: '1',
  })
}

/** A function that runs out of time or memory logs nothing, but Lambda logs it. */
export const countCrashes = (scope: Construct, log: LogGroup): void => countFailures(scope, 'crashes', log, CRASHED)

/** Out of time; out of memory or exited; not even loaded. The last two are in Lambda's reports of a start or a run that failed in any way. */
const CRASHED = FilterPattern.anyTerm(
  'Task timed out',
  'Runtime.ExitError',
  'Runtime.ImportModuleError',
  'Status: error',
  'Status: timeout',
)
