/** A Lambda as this house builds it: Node 24 on arm64, its bundle, its own role, and exactly the grants it declares. */

import { Duration, Size } from 'aws-cdk-lib'
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, CfnFunction, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import type { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { KEY_USES, tableDefinition } from '#adapters/store/engine/table-definition.ts'
import {
  DEFAULT_MEMORY_MB,
  DEFAULT_TIMEOUT_S,
  type Grantee,
  notesKeyUses,
  sendsTo,
  type Uses,
} from '#lambda/declaration.ts'
import { environmentOf } from '#lambda/environment.ts'
import type { QueueName } from '#ports/queues.ts'
import type { SealContext } from '#ports/vault.ts'
import type { Surroundings } from './surroundings.ts'

/** The part of a declaration that every kind of Lambda has. */
export interface Declared extends Grantee {
  readonly name: string
  readonly ifBroken: string
  readonly memoryMb?: number
  readonly timeoutS?: number
  readonly scratchMb?: number
  /** The queue a consumer reads. */
  readonly queue?: QueueName
}

/** `log` is that of its stack. */
export const houseFunction = (
  scope: Construct,
  declared: Declared,
  around: Surroundings,
  log: LogGroup,
): LambdaFunction => {
  const statements = [...grantsOf(declared, around), ...mayReceive(declared, around), mayWriteTo(log)]
  const role = new Role(scope, `${declared.name}-role`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    // Within the role: a policy of its own would be one more resource for each function.
    inlinePolicies: { declared: new PolicyDocument({ statements }) },
  })
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

/** What Lambda does in a consumer's name at its queue. */
const RECEIVE = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']

/** What the function needs that lets readers rest, and carries messages in their place. */
const TURN = ['lambda:GetEventSourceMapping', 'lambda:UpdateEventSourceMapping']
const CARRY = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility']

const mayReceive = ({ queue }: Declared, { queueArns }: Surroundings): readonly PolicyStatement[] =>
  queue === undefined ? [] : [new PolicyStatement({ actions: RECEIVE, resources: [queueArns[queue]] })]

const mayWriteTo = (log: LogGroup): PolicyStatement =>
  new PolicyStatement({ actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [log.logGroupArn] })

const READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query']
const WRITE = [...READ, 'dynamodb:PutItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem']

type KeyOf<Context> = Context extends unknown ? keyof Context : never

const CREDENTIALS: readonly KeyOf<SealContext>[] = ['user', 'subaccount', 'exchange']
const WEBHOOK_SECRETS: readonly KeyOf<SealContext>[] = ['user', 'webhook']

/** What is sealed without saying whose it is, or as something else than this function is for, is none of its business. */
const contextOf = (uses: Uses) => ({
  'ForAllValues:StringEquals': {
    'kms:EncryptionContextKeys': uses.webhooks === true ? WEBHOOK_SECRETS : CREDENTIALS,
  },
  Null: { 'kms:EncryptionContextKeys': 'false' },
})

/** Rows about the use of keys hold nothing else: who writes a false one misleads about an hour and an address. */
const KEY_USES_ONLY = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${KEY_USES}*`] } }

/** Every grant names its actions and its resources; nothing is matched by a wildcard. */
export const grantsOf = (declared: Grantee, around: Surroundings): readonly PolicyStatement[] => {
  const { uses } = declared
  const { tableArn, queueArns, vaultKeyArn, catalogueArn } = around
  const statements: PolicyStatement[] = []
  const allow = (actions: readonly string[], resources: readonly string[], conditions = {}): void => {
    const [on, may] = [[...resources], [...actions]]
    statements.push(new PolicyStatement({ effect: Effect.ALLOW, actions: may, resources: on, conditions }))
  }
  const indexes = Object.keys(tableDefinition.indexes).map((index) => `${tableArn}/index/${index}`)
  if (uses.table === 'read') allow(READ, [tableArn, ...indexes])
  if (uses.table === 'write') allow(WRITE, [tableArn, ...indexes])
  if (notesKeyUses(declared)) allow(['dynamodb:PutItem'], [tableArn], KEY_USES_ONLY)
  for (const queue of sendsTo(uses)) allow(['sqs:SendMessage'], [queueArns[queue]])
  const operations = { seal: 'kms:Encrypt', open: 'kms:Decrypt' } as const
  for (const operation of uses.vault ?? []) allow([operations[operation]], [vaultKeyArn], contextOf(uses))
  if (uses.catalogue !== undefined)
    allow(uses.catalogue === 'read' ? ['s3:GetObject'] : ['s3:GetObject', 's3:PutObject'], [catalogueArn])
  if (uses.readers === true && around.readerArns !== undefined) {
    allow(TURN, around.readerArns.mappings)
    allow(['lambda:InvokeFunction'], around.readerArns.functions)
    const resting = around.deployment.readers ?? []
    allow(
      CARRY,
      resting.map(({ queue }) => queueArns[queue]),
    )
  }
  return statements
}
