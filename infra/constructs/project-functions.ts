/** Lambdas of a stack: Node 24 on arm64, a bundle, and a role with exactly the declared grants. */

import { Duration, Size } from 'aws-cdk-lib'
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import {
  Architecture,
  CfnFunction,
  Code,
  Function as LambdaFunction,
  RecursiveLoop,
  Runtime,
} from 'aws-cdk-lib/aws-lambda'
import type { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { DEFAULT_MEMORY_MB, DEFAULT_TIMEOUT_S, type Grantee } from '#lambda/declaration.ts'
import { environmentOf } from '#lambda/environment.ts'
import { statementsOf } from '../statements.ts'
import { projectLog } from './project-log.ts'
import { projectRoles } from './project-roles.ts'
import type { Surroundings } from './surroundings.ts'

/** Part of a declaration that every kind of Lambda has. */
interface Declared extends Grantee {
  readonly name: string
  readonly ifBroken: string
  readonly memoryMb?: number
  readonly timeoutS?: number
  readonly scratchMb?: number
}

/** Makes a Lambda of a stack. */
export type MakeFunction = (declared: Declared) => LambdaFunction

/** Makes all Lambdas of a stack: they write to its log, and Lambdas with the same grants share a role. */
export const projectFunctions = (
  scope: Construct,
  name: string,
  around: Surroundings,
): { readonly log: LogGroup; readonly make: MakeFunction } => {
  const [log, roleOf] = [projectLog(scope, name, around.logRetention), projectRoles(scope)]
  const make: MakeFunction = (declared) => {
    const statements = [...grantsOf(declared, around), ...mayReceive(declared, around), mayWriteTo(log)]
    const role = roleOf(declared.name, statements)
    const lambda = new LambdaFunction(scope, declared.name, {
      description: declared.ifBroken.slice(0, 256),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(`${around.bundles}/${declared.name}`, { exclude: ['*.map'] }),
      memorySize: declared.memoryMb ?? DEFAULT_MEMORY_MB,
      ...(declared.scratchMb === undefined ? {} : { ephemeralStorageSize: Size.mebibytes(declared.scratchMb) }),
      timeout: Duration.seconds(declared.timeoutS ?? DEFAULT_TIMEOUT_S),
      environment: environmentOf(declared, around.deployment),
      // The polls of a resting order are messages that follow from each other, more than the sixteen that Lambda allows by default (decision 0040).
      ...(declared.queue === undefined ? {} : { recursiveLoop: RecursiveLoop.ALLOW }),
      // The role has all grants: the CDK must not add those of an event source, which are declared here.
      role: role.withoutPolicyUpdates(),
      logGroup: log,
    })
    // The function names its role and so waits for it. The CDK repeats the dependency, which CloudFormation's linter takes for a mistake.
    if (!(lambda.node.defaultChild instanceof CfnFunction))
      throw new Error(`${declared.name} has no CloudFormation resource`)
    lambda.node.defaultChild.addDeletionOverride('DependsOn')
    return lambda
  }
  return { log, make }
}

/** Actions of Lambda at the queue of a consumer. */
const RECEIVE = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']

const mayReceive = ({ queue }: Declared, { queueArns }: Surroundings): readonly PolicyStatement[] =>
  queue === undefined ? [] : [new PolicyStatement({ actions: RECEIVE, resources: [queueArns[queue]] })]

const mayWriteTo = (log: LogGroup): PolicyStatement =>
  new PolicyStatement({ actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [log.logGroupArn] })

/** Grants of a declaration. */
const grantsOf = (declared: Grantee, around: Surroundings): readonly PolicyStatement[] =>
  statementsOf(declared, around).map(
    ({ actions, resources, conditions }) =>
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: [...actions],
        resources: [...resources],
        conditions,
      }),
  )
