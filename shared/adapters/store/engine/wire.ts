/** The way to DynamoDB: each request is measured, and open to a test's bad luck. */

import { array, number, object, optional, parse, record, string, union } from 'valibot'
import { type AwsOptions, openJsonService } from '../../aws/json-service.ts'
import type { CallDynamoDb, Requests } from './requests.ts'
import type { IndexName } from './table-definition.ts'

export type Operation = keyof typeof OPERATIONS

/** What DynamoDB calls them. */
const OPERATIONS = {
  get: 'GetItem',
  batchGet: 'BatchGetItem',
  query: 'Query',
  count: 'Query',
  put: 'PutItem',
  remove: 'DeleteItem',
  transact: 'TransactWriteItems',
  putAll: 'BatchWriteItem',
} as const

/** Capacity units one request consumed; a transaction's units include its doubling. */
interface Consumed {
  readonly operation: Operation
  readonly table: number
  readonly indexes: Readonly<Partial<Record<IndexName, number>>>
  readonly total: number
}

/** Stands around every request. A test's may throw before it, after it, or hold it back; see `test/support`. */
export type TableFaults = <T>(operation: Operation, send: () => Promise<T>) => Promise<T>

export interface TableOptions extends AwsOptions {
  readonly name: string
  /** Asks DynamoDB what each request consumed, and tells. */
  readonly onConsumed?: ((consumed: Consumed) => void) | undefined
  readonly faults?: TableFaults | undefined
  /** Stands for DynamoDB: a test's may answer from memory. */
  readonly call?: CallDynamoDb | undefined
}

export interface Wire {
  readonly tableName: string
  /** Sends one request, once, and answers the reply. Throws `AwsRefusal` or `AwsUnreachable`. */
  ask<Name extends Operation>(operation: Name, request: Requests[(typeof OPERATIONS)[Name]]): Promise<object>
}

/** Makes no call before the first request. */
export const openWire = ({ name, onConsumed, faults, call, ...aws }: TableOptions): Wire => {
  const dynamoDb = call ?? openDynamoDb(aws)
  const measured = onConsumed === undefined ? {} : { ReturnConsumedCapacity: 'INDEXES' }
  return {
    tableName: name,
    ask: async (operation, request) => {
      const send = () => dynamoDb(OPERATIONS[operation], { ...request, ...measured })
      const reply = await (faults === undefined ? send() : faults(operation, send))
      if (onConsumed !== undefined) for (const each of consumed(operation, reply)) onConsumed(each)
      return reply
    },
  }
}

/** DynamoDB itself, or an engine that speaks as it does. */
export const openDynamoDb = (options: AwsOptions): CallDynamoDb =>
  openJsonService({ service: 'dynamodb', target: 'DynamoDB_20120810', version: '1.0' }, options)

const used = object({ CapacityUnits: optional(number(), 0) })

const capacity = object({
  ...used.entries,
  Table: optional(used),
  GlobalSecondaryIndexes: optional(record(string(), used), {}),
})

const metered = object({ ConsumedCapacity: optional(union([array(capacity), capacity]), []) })

const consumed = (operation: Operation, reply: object): readonly Consumed[] =>
  [parse(metered, reply).ConsumedCapacity].flat().map(({ CapacityUnits, Table, GlobalSecondaryIndexes }) => ({
    operation,
    table: Table?.CapacityUnits ?? 0,
    indexes: Object.fromEntries(
      Object.entries(GlobalSecondaryIndexes).map(([name, part]) => [name, part.CapacityUnits]),
    ),
    total: CapacityUnits,
  }))
