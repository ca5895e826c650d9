/** Resources that outlive every deployment: the table, the key, the search snapshot, the queues, and the alarms with their topic. */

import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib'
import { AttributeType, Billing, type ITable, ProjectionType, Table, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { AnyPrincipal, Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { type IKey, Key } from 'aws-cdk-lib/aws-kms'
import { BlockPublicAccess, Bucket, BucketEncryption, BucketPolicy, type IBucket } from 'aws-cdk-lib/aws-s3'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { tableDefinition } from '#adapters/store/engine/table-definition.ts'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { RECORDINGS_PREFIX } from '#lambda/environment.ts'
import type { QueueName } from '#ports/work/queues.ts'
import { projectBudget } from '../constructs/project-budget.ts'
import { projectQueue } from '../constructs/project-queue.ts'
import { serviceAlarms } from '../constructs/service-alarms.ts'
import { type StreamApi, streamApi } from '../constructs/stream-api.ts'
import { waitingAlarm } from '../constructs/waiting-alarm.ts'
import { queueOutput } from '../queue-output.ts'
import type { DeploySettings } from '../settings/deploy-settings.ts'

const TYPES = { S: AttributeType.STRING, N: AttributeType.NUMBER } as const

export interface DataStackProps extends StackProps {
  readonly settings: Pick<DeploySettings, 'adopted' | 'alarmEmail' | 'monthlyBudget' | 'recordingDays' | 'stage'>
}

export class DataStack extends Stack {
  readonly table: Pick<ITable, 'tableArn' | 'tableName'>
  readonly vaultKey: Pick<IKey, 'keyArn'>
  readonly catalogue: Pick<IBucket, 'arnForObjects' | 'bucketName'>
  readonly alarms: Topic
  /** Topic of the exceeded budget. */
  readonly overBudget: Topic
  readonly queues: Readonly<Record<QueueName, Queue>>
  readonly streams: StreamApi

  constructor(scope: Construct, id: string, { settings, ...props }: DataStackProps) {
    super(scope, id, props)
    const { adopted, alarmEmail, recordingDays } = settings
    this.table = adopted.table === '' ? newTable(this) : Table.fromTableName(this, 'adopted-table', adopted.table)
    this.vaultKey = adopted.key === '' ? newKey(this) : Key.fromKeyArn(this, 'adopted-key', adopted.key)
    this.catalogue = adopted.bucket === '' ? newBucket(this, recordingDays) : adoptedBucket(this, adopted.bucket)
    this.alarms = new Topic(this, 'alarms', { enforceSSL: true })
    // A topic with a policy of its own loses the statement that lets the account's alarms publish.
    this.alarms.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AlarmsOfThisAccount',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.alarms.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    )
    if (alarmEmail !== '') this.alarms.addSubscription(new EmailSubscription(alarmEmail))
    this.overBudget = new Topic(this, 'over-budget', { enforceSSL: true })
    this.overBudget.addToResourcePolicy(
      new PolicyStatement({
        sid: 'BudgetsOfThisAccount',
        principals: [new ServicePrincipal('budgets.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.overBudget.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    )
    projectBudget(this, settings, this.overBudget)
    serviceAlarms(this, this.alarms)
    this.queues = Object.fromEntries(
      CONSUMERS.map(({ handler }) => [handler.spec.queue, projectQueue(this, handler.spec)]),
    ) as Record<QueueName, Queue>
    for (const { handler } of CONSUMERS)
      if (handler.spec.alarmAfterS !== undefined)
        waitingAlarm(this, handler.spec, this.queues[handler.spec.queue], this.alarms)
    for (const { handler } of CONSUMERS)
      new CfnOutput(this, queueOutput(handler.spec.queue), { value: this.queues[handler.spec.queue].queueUrl })
    this.streams = streamApi(this)
    new CfnOutput(this, 'TableName', { value: this.table.tableName })
    // Resources that stay when the stacks are destroyed, and that a new deployment may adopt.
    new CfnOutput(this, 'VaultKeyArn', { value: this.vaultKey.keyArn })
    new CfnOutput(this, 'CatalogueBucket', { value: this.catalogue.bucketName })
  }
}

/**
 * Units per second of the table and of each index. Requests beyond are refused and tried again. A hundred users need a tenth of these
 * units. A day of them costs about 216 dollars for writes and 43 for reads.
 */
const [MOST_READ_UNITS, MOST_WRITE_UNITS] = [4_000, 4_000]

/**
 * Retained also if its creation is rolled back. It is protected from deletion, and a rollback that cannot delete would leave a stack that accepts no
 * deployment. A table that stays behind then is empty.
 */
const newTable = (scope: Construct): TableV2 => {
  const { partitionKey, sortKey, keyAttributes, indexes, ttlAttribute } = tableDefinition
  const attribute = (name: keyof typeof keyAttributes) => ({ name, type: TYPES[keyAttributes[name]] })
  return new TableV2(scope, 'table', {
    partitionKey: attribute(partitionKey),
    sortKey: attribute(sortKey),
    billing: Billing.onDemand({ maxReadRequestUnits: MOST_READ_UNITS, maxWriteRequestUnits: MOST_WRITE_UNITS }),
    timeToLiveAttribute: ttlAttribute,
    deletionProtection: true,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    removalPolicy: RemovalPolicy.RETAIN,
    globalSecondaryIndexes: Object.entries(indexes).map(([indexName, index]) => ({
      indexName,
      partitionKey: attribute(index.partitionKey),
      sortKey: attribute(index.sortKey),
      maxReadRequestUnits: MOST_READ_UNITS,
      maxWriteRequestUnits: MOST_WRITE_UNITS,
      ...(index.include.length === 0
        ? { projectionType: ProjectionType.KEYS_ONLY }
        : { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...index.include] }),
    })),
  })
}

const newKey = (scope: Construct): Key =>
  new Key(scope, 'vault-key', {
    description: 'Seals the exchange credentials of the trading service',
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  })

/** The policy of a bucket ends with the stack that made it, and the bucket stays: an adopted bucket gets the policy again. */
const adoptedBucket = (scope: Construct, name: string): IBucket => {
  const bucket = Bucket.fromBucketName(scope, 'adopted-bucket', name)
  const { document } = new BucketPolicy(scope, 'adopted-bucket-policy', { bucket })
  document.addStatements(
    new PolicyStatement({
      effect: Effect.DENY,
      principals: [new AnyPrincipal()],
      actions: ['s3:*'],
      resources: [bucket.bucketArn, bucket.arnForObjects('*')],
      conditions: { Bool: { 'aws:SecureTransport': 'false' } },
    }),
  )
  return bucket
}

/** The snapshot is one object, replaced every few minutes and made anew if it is lost: no versions, no backup. Recordings end with their days. */
const newBucket = (scope: Construct, recordingDays: number): Bucket =>
  new Bucket(scope, 'catalogue', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    versioned: false,
    lifecycleRules: [
      { abortIncompleteMultipartUploadAfter: Duration.days(1) },
      { prefix: RECORDINGS_PREFIX, expiration: Duration.days(recordingDays) },
    ],
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  })
