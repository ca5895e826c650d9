/** What must outlive every deployment: the table, the key, the search snapshot, the queues, the alarms and where they go. */

import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib'
import { AttributeType, Billing, ProjectionType, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { tableDefinition } from '#adapters/store/engine/table-definition.ts'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import type { QueueName } from '#ports/queues.ts'
import { houseQueue } from '../constructs/house-queue.ts'
import { serviceAlarms } from '../constructs/service-alarms.ts'

const TYPES = { S: AttributeType.STRING, N: AttributeType.NUMBER } as const

export class DataStack extends Stack {
  readonly table: TableV2
  readonly vaultKey: Key
  readonly catalogue: Bucket
  readonly alarms: Topic
  readonly queues: Readonly<Record<QueueName, Queue>>

  constructor(scope: Construct, id: string, props: StackProps & { readonly alarmEmail: string }) {
    super(scope, id, props)
    const { partitionKey, sortKey, keyAttributes, indexes, ttlAttribute } = tableDefinition
    const attribute = (name: keyof typeof keyAttributes) => ({ name, type: TYPES[keyAttributes[name]] })
    this.table = new TableV2(this, 'table', {
      partitionKey: attribute(partitionKey),
      sortKey: attribute(sortKey),
      billing: Billing.onDemand(),
      timeToLiveAttribute: ttlAttribute,
      deletionProtection: true,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      removalPolicy: RemovalPolicy.RETAIN,
      globalSecondaryIndexes: Object.entries(indexes).map(([indexName, index]) => ({
        indexName,
        partitionKey: attribute(index.partitionKey),
        sortKey: attribute(index.sortKey),
        ...(index.include.length === 0
          ? { projectionType: ProjectionType.KEYS_ONLY }
          : { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...index.include] }),
      })),
    })
    this.vaultKey = new Key(this, 'vault-key', {
      description: 'Seals the exchange credentials of the trading service',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    })
    // One object, replaced every few minutes and made anew from the table if it is lost: no versions, no backup.
    this.catalogue = new Bucket(this, 'catalogue', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      versioned: false,
      lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      removalPolicy: RemovalPolicy.RETAIN,
    })
    this.alarms = new Topic(this, 'alarms', { enforceSSL: true })
    // A topic with a policy of its own loses the one by which SNS lets the account's alarms publish.
    this.alarms.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AlarmsOfThisAccount',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.alarms.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    )
    if (props.alarmEmail !== '') this.alarms.addSubscription(new EmailSubscription(props.alarmEmail))
    serviceAlarms(this, this.alarms)
    this.queues = Object.fromEntries(
      CONSUMERS.map(({ handler }) => [handler.spec.queue, houseQueue(this, handler.spec, this.alarms)]),
    ) as Record<QueueName, Queue>
    new CfnOutput(this, 'TableName', { value: this.table.tableName })
  }
}
