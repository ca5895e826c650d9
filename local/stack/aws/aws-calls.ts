/** The permission that a request to an AWS service needs, in the words of IAM. */

import type { Arns } from '#infra/statements.ts'
import type { QueueName } from '#ports/work/queues.ts'
import { withoutSecret } from '../secret-path.ts'
import type { AwsCall } from './permissions.ts'

/** The fields of a request that permissions depend on, as the JSON protocols send them. */
interface Body {
  readonly TableName?: string
  readonly IndexName?: string
  readonly Key?: Attributes
  readonly Item?: Attributes
  readonly RequestItems?: Readonly<Record<string, BatchOfTable>>
  readonly TransactItems?: readonly Readonly<Record<string, Body>>[]
  readonly QueueUrl?: string
  readonly KeyId?: string
  readonly EncryptionContext?: Readonly<Record<string, string>>
}

type Attributes = Readonly<Record<string, { readonly S?: string | undefined } | undefined>>

type BatchOfTable =
  | { readonly Keys?: readonly Attributes[] }
  | readonly {
      readonly PutRequest?: { readonly Item?: Attributes }
      readonly DeleteRequest?: { readonly Key?: Attributes }
    }[]

/**
 * `operation` is the value of `x-amz-target`, with the service before the point. No role may call an operation that is
 * not listed here.
 */
export const callsIn = (operation: string, body: Body): readonly AwsCall[] => {
  const [service = '', name = ''] = operation.split('.')
  if (service.startsWith('DynamoDB')) return dynamoDbCalls(name, body)
  if (service === 'AmazonSQS')
    return [
      {
        // IAM has no actions of their own for batches.
        action: `sqs:${name.replace(/Batch$/, '')}`,
        resource: queueArn(body.QueueUrl),
        context: {},
      },
    ]
  if (service === 'TrentService') return [kmsCall(name, body)]
  return [{ action: operation, resource: '', context: {} }]
}

/** A request to S3, by its method and the path of the object with its bucket, after the secret path of the store where it has one. */
export const s3Call = (method: string, path: string): AwsCall => ({
  action: S3_ACTIONS.get(method) ?? `s3:${method}`,
  resource: `arn:aws:s3:::${withoutSecret(path).split('?')[0]?.replace(/^\//, '')}`,
  context: {},
})

/** A request to the connections of streams: IAM knows one action for all that is done with them. */
export const streamsCall = (): AwsCall => ({
  action: 'execute-api:ManageConnections',
  resource: STREAMS_ARN,
  context: {},
})

const STREAMS_ARN = 'arn:aws:execute-api:us-east-1:000000000000:local/live/*/@connections/*'

/** IAM has no action of its own for HEAD. */
const S3_ACTIONS = new Map([
  ['GET', 's3:GetObject'],
  ['HEAD', 's3:GetObject'],
  ['PUT', 's3:PutObject'],
])

/** A transaction asks for each of its parts, a batch for each of its tables. */
const dynamoDbCalls = (name: string, body: Body): readonly AwsCall[] => {
  if (body.TransactItems !== undefined)
    return body.TransactItems.flatMap((parts) =>
      Object.entries(parts).flatMap(([part, each]) => dynamoDbCalls(PART_ACTIONS[part] ?? part, each)),
    )
  if (body.RequestItems !== undefined)
    return Object.entries(body.RequestItems).map(([table, batch]) =>
      tableCall(name, tableArn(table), rowsOf(batch).map(partitionOf)),
    )
  const { TableName = '', IndexName, Key, Item } = body
  const rows = [Key ?? [], Item ?? []].flat()
  return [
    tableCall(
      name,
      `${tableArn(TableName)}${IndexName === undefined ? '' : `/index/${IndexName}`}`,
      rows.map(partitionOf),
    ),
  ]
}

const PART_ACTIONS: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
}

const rowsOf = (batch: BatchOfTable): readonly Attributes[] =>
  'map' in batch
    ? batch.map(({ PutRequest, DeleteRequest }) => PutRequest?.Item ?? DeleteRequest?.Key ?? {})
    : ((batch as { readonly Keys?: readonly Attributes[] }).Keys ?? [])

/** No question names its partition here: no permission to read depends on one. */
const tableCall = (name: string, resource: string, partitions: readonly string[]): AwsCall => ({
  action: `dynamodb:${name}`,
  resource,
  context: partitions.length === 0 ? {} : { 'dynamodb:LeadingKeys': partitions },
})

const partitionOf = (row: Attributes): string => row['pk']?.S ?? ''

const kmsCall = (name: string, { KeyId = '', EncryptionContext = {} }: Body): AwsCall => {
  const keys = Object.keys(EncryptionContext)
  return {
    action: `kms:${name}`,
    resource: KeyId,
    context: keys.length === 0 ? {} : { 'kms:EncryptionContextKeys': keys },
  }
}

/** The ARNs of the resources on one machine. */
export const localArns = (
  reached: {
    readonly tableName: string
    readonly queueUrls: Readonly<Record<QueueName, string>>
    readonly vaultKeyId: string
    readonly catalogueBucket: string
  },
  catalogueKey: string,
): Arns => ({
  tableArn: tableArn(reached.tableName),
  queueArns: Object.fromEntries(
    Object.entries(reached.queueUrls).map(([queue, url]) => [queue, queueArn(url)]),
  ) as Arns['queueArns'],
  vaultKeyArn: reached.vaultKeyId,
  catalogueArn: `arn:aws:s3:::${reached.catalogueBucket}/${catalogueKey}`,
  // Recordings of one machine are files.
  recordingsArn: null,
  streamsArn: STREAMS_ARN,
})

const tableArn = (name: string): string => `arn:aws:dynamodb:us-east-1:000000000000:table/${name}`

const queueArn = (url = ''): string => `arn:aws:sqs:us-east-1:000000000000:${url.split('/').at(-1)}`
