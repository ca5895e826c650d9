/** The log of a stack: all its functions write to it, each into streams and with lines that have its name. */

import { RemovalPolicy } from 'aws-cdk-lib'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { named } from './named.ts'

/** `name` says whose; in CloudWatch it stands as `trading-<name>`, or `trading-<stage>-<name>`. */
export const houseLog = (scope: Construct, name: string, retention: RetentionDays): LogGroup =>
  new LogGroup(scope, `${name}-log`, {
    logGroupName: named(scope, 'trading', name),
    retention,
    removalPolicy: RemovalPolicy.DESTROY,
  })
