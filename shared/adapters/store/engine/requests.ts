/** What is asked of DynamoDB, as far as the table asks it. */

import type { Attributes, AttributeValue } from './attributes.ts'

/** What an expression's placeholders stand for. */
export interface Placeholders {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>
  readonly ExpressionAttributeValues?: Readonly<Record<string, AttributeValue>>
}

/** What must hold for a change to be made. */
export interface Condition extends Placeholders {
  readonly ConditionExpression?: string
  readonly ReturnValuesOnConditionCheckFailure?: 'ALL_OLD'
}

export interface QueryRequest extends Placeholders {
  readonly IndexName?: string
  readonly KeyConditionExpression: string
  readonly FilterExpression?: string
  readonly ProjectionExpression?: string
  readonly ScanIndexForward: boolean
  readonly Limit?: number
  readonly ConsistentRead?: true
  readonly ExclusiveStartKey?: Attributes
  readonly Select?: 'COUNT'
}

type PutRequest = Condition & { readonly Item: Attributes }
type DeleteRequest = Condition & { readonly Key: Attributes }

/** One change of a transaction. */
export type TransactedChange = { readonly Put: OfTable<PutRequest> } | { readonly Delete: OfTable<DeleteRequest> }

/** Asks what the request costs. */
export interface Measurable {
  readonly ReturnConsumedCapacity?: 'INDEXES'
}

type OfTable<Request> = Request & Measurable & { readonly TableName: string }

/** Each operation by DynamoDB's name for it. */
export interface Requests {
  readonly GetItem: OfTable<{ readonly Key: Attributes; readonly ConsistentRead: boolean }>
  readonly BatchGetItem: Measurable & {
    readonly RequestItems: Readonly<
      Record<string, { readonly Keys: readonly Attributes[]; readonly ConsistentRead: boolean }>
    >
  }
  readonly Query: OfTable<QueryRequest>
  readonly PutItem: OfTable<PutRequest>
  readonly DeleteItem: OfTable<DeleteRequest>
  readonly TransactWriteItems: Measurable & {
    readonly ClientRequestToken: string
    readonly TransactItems: readonly TransactedChange[]
  }
  readonly BatchWriteItem: Measurable & {
    readonly RequestItems: Readonly<
      Record<string, ReadonlyArray<{ readonly PutRequest: { readonly Item: Attributes } }>>
    >
  }
}

/** Sends one request, once, and answers the reply. Throws `AwsRefusal` or `AwsUnreachable`. */
export type CallDynamoDb = <Name extends keyof Requests>(operation: Name, request: Requests[Name]) => Promise<object>
