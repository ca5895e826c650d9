/** The log of a stack: all its functions write to it, each into streams and with lines that have its name. */

import { RemovalPolicy } from 'aws-cdk-lib'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'

/** `name` says whose; in CloudWatch it stands as `trading-<name>`. */
export const houseLog = (scope: Construct, name: string, retention: RetentionDays): LogGroup =>
  new LogGroup(scope, `${name}-log`, {
    logGroupName: `trading-${name}`,
    retention,
    removalPolicy: RemovalPolicy.DESTROY,
  })
