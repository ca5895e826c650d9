/** What the table asks DynamoDB, as its JSON protocol has it. */

import type {
  AttributeValue,
  BatchGetItemInput,
  BatchGetItemOutput,
  BatchWriteItemInput,
  BatchWriteItemOutput,
  DeleteItemInput,
  DeleteItemOutput,
  GetItemInput,
  GetItemOutput,
  PutItemInput,
  PutItemOutput,
  QueryInput,
  QueryOutput,
  ScanInput,
  ScanOutput,
  TransactWriteItemsInput,
  TransactWriteItemsOutput,
} from '@aws-sdk/client-dynamodb'
import type { JsonService } from '#adapters/aws/json-service.ts'

export interface TableClient {
  /** Sends a call, once. Throws what a `JsonService` throws. */
  call<Name extends keyof Calls>(operation: Name, input: Calls[Name]['input']): Promise<Calls[Name]['output']>
}

interface Calls {
  readonly BatchGetItem: OnWire<{ input: BatchGetItemInput; output: BatchGetItemOutput }>
  readonly BatchWriteItem: OnWire<{ input: BatchWriteItemInput; output: BatchWriteItemOutput }>
  readonly DeleteItem: OnWire<{ input: DeleteItemInput; output: DeleteItemOutput }>
  readonly GetItem: OnWire<{ input: GetItemInput; output: GetItemOutput }>
  readonly PutItem: OnWire<{ input: PutItemInput; output: PutItemOutput }>
  readonly Query: OnWire<{ input: QueryInput; output: QueryOutput }>
  readonly Scan: OnWire<{ input: ScanInput; output: ScanOutput }>
  readonly TransactWriteItems: OnWire<{ input: TransactWriteItemsInput; output: TransactWriteItemsOutput }>
}

export type Input<Name extends keyof Calls> = Calls[Name]['input']
export type Output<Name extends keyof Calls> = Calls[Name]['output']

/** One value of a row. */
export type Attribute = OnWire<AttributeValue>

/** The SDK's shapes with bytes as the protocol writes them: base64. */
type OnWire<Shape> = Shape extends Uint8Array
  ? string
  : Shape extends object
    ? { [Name in keyof Shape]: OnWire<Shape[Name]> }
    : Shape

/** DynamoDB answers what it documents: nothing is checked before rows are read. */
export const tableClient = (service: JsonService): TableClient => service as TableClient
