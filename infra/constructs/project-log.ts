/** Log of a stack: all its functions write to it, with their name in each stream and line. */

import { RemovalPolicy } from 'aws-cdk-lib'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { named } from './named.ts'

/** `name` is the stack; in CloudWatch the log is `trading-<name>`, or `trading-<stage>-<name>`. */
export const projectLog = (scope: Construct, name: string, retention: RetentionDays): LogGroup =>
  new LogGroup(scope, `${name}-log`, {
    logGroupName: named(scope, 'trading', name),
    retention,
    removalPolicy: RemovalPolicy.DESTROY,
  })
