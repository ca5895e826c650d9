/** Names that a deployment has in its account, where another stage of it has others. */

import { Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'

/** The stage of the deployment a construct is part of; empty: the one without a name. */
export const stageOf = (scope: Construct): string => String(scope.node.tryGetContext('stage') ?? '')

/** `named(scope, 'trading', 'api')` is `trading-api`, and in the stage demo `trading-demo-api`. */
export const named = (scope: Construct, whose: string, what?: string): string =>
  [whose, stageOf(scope), what].filter(Boolean).join('-')

/** The same for what an account has once for all its regions: `trading-us-east-1`. */
export const namedForAccount = (scope: Construct, whose: string, what?: string): string =>
  `${named(scope, whose, what)}-${Stack.of(scope).region}`
