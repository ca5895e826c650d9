/** The Lambdas of a stack as this house builds them: Node 24 on arm64, its bundle, and a role with exactly the declared grants. */

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
import { houseLog } from './house-log.ts'
import { houseRoles } from './house-roles.ts'
import type { Surroundings } from './surroundings.ts'

/** The part of a declaration that every kind of Lambda has. */
interface Declared extends Grantee {
  readonly name: string
  readonly ifBroken: string
  readonly memoryMb?: number
  readonly timeoutS?: number
  readonly scratchMb?: number
}

/** Makes a Lambda of a stack. */
export type MakeFunction = (declared: Declared) => LambdaFunction

/** All Lambdas of a stack are made by one of these: they write to its log, and those that may do the same share a role. */
export const houseFunctions = (
  scope: Construct,
  name: string,
  around: Surroundings,
): { readonly log: LogGroup; readonly make: MakeFunction } => {
  const [log, roleOf] = [houseLog(scope, name, around.logRetention), houseRoles(scope)]
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
      // A resting order is polled by messages that follow from each other, longer than the sixteen that Lambda allows by itself (decision 0040).
      ...(declared.queue === undefined ? {} : { recursiveLoop: RecursiveLoop.ALLOW }),
      // All it may do stands in the role: what the CDK would add for an event source is declared here.
      role: role.withoutPolicyUpdates(),
      logGroup: log,
    })
    // It names its role, and waits for it; the CDK says so once more, which CloudFormation's linter takes for a mistake.
    if (!(lambda.node.defaultChild instanceof CfnFunction))
      throw new Error(`${declared.name} has no CloudFormation resource`)
    lambda.node.defaultChild.addDeletionOverride('DependsOn')
    return lambda
  }
  return { log, make }
}

/** What Lambda does in a consumer's name at its queue. */
const RECEIVE = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']

const mayReceive = ({ queue }: Declared, { queueArns }: Surroundings): readonly PolicyStatement[] =>
  queue === undefined ? [] : [new PolicyStatement({ actions: RECEIVE, resources: [queueArns[queue]] })]

const mayWriteTo = (log: LogGroup): PolicyStatement =>
  new PolicyStatement({ actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [log.logGroupArn] })

/** What its declaration grants. */
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
