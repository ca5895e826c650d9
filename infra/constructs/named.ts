/** Names of a deployment in its account, distinct for each stage. */

import { Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'

/** Stage of the deployment that a construct belongs to; empty for the one without a name. */
export const stageOf = (scope: Construct): string => String(scope.node.tryGetContext('stage') ?? '')

/** `named(scope, 'trading', 'api')` is `trading-api`, and in the stage demo `trading-demo-api`. */
export const named = (scope: Construct, whose: string, what?: string): string =>
  [whose, stageOf(scope), what].filter(Boolean).join('-')

/** The same for a name that is unique in the account across regions: `trading-us-east-1`. */
export const namedForAccount = (scope: Construct, whose: string, what?: string): string =>
  `${named(scope, whose, what)}-${Stack.of(scope).region}`
