/** Starts the DynamoDB of this machine, and creates the service's table in it. */

import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  type TableDescription,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { tableDefinition } from '#adapters/store/engine/table-definition.ts'
import type { Durability } from '#local-dynamodb/durability.ts'
import { startTable } from '#local-dynamodb/start-table.ts'
import { CannotStart } from '../../cannot-start.ts'

export interface LocalDynamoDb {
  /** Ends in a secret path, unless it was given. */
  readonly endpoint: string
  /** False where it runs already: others may use it at the same time. */
  readonly isOwn: boolean
  /** Failures that an acknowledged write outlives; null for an engine that runs already. */
  readonly durability: Durability | null
  /** Stops the engine, if it was started here. */
  stop(): Promise<void>
}

/** Credentials that the SDK signs with: the engine on this machine checks its secret path instead. */
export const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' } as const

/**
 * Runs the engine behind a secret path of the loopback, in memory or on `file`. `worker` is the bundle of its thread, and its source by default.
 * `DYNAMODB_ENDPOINT` names one that runs already. Throws `CannotStart` if `older` is there: the file of an engine of earlier versions.
 */
export const startDynamoDb = async (
  options: {
    readonly file?: string
    readonly older?: string
    readonly worker?: URL
    readonly durability?: Durability
  } = {},
): Promise<LocalDynamoDb> => {
  const given = process.env.DYNAMODB_ENDPOINT
  if (given !== undefined && given !== '') {
    await answers(given)
    return { endpoint: given, isOwn: false, durability: null, stop: () => Promise.resolve() }
  }
  const { file = ':memory:', older, durability = 'process' } = options
  if (older !== undefined && existsSync(older)) throw new CannotStart(OTHER_VERSION)
  if (options.file !== undefined) mkdirSync(dirname(options.file), { recursive: true })
  return { ...(await startTable({ file, durability }, options.worker)), isOwn: true }
}

/** Creates the table with its indexes unless it is there. Throws `CannotStart` when it is, and arranged in another way. */
export const createTable = async (endpoint: string, name: string): Promise<void> => {
  const client = new DynamoDBClient({ endpoint, region: 'local', credentials: LOCAL_CREDENTIALS })
  try {
    await client.send(new CreateTableCommand({ TableName: name, BillingMode: 'PAY_PER_REQUEST', ...TABLE }))
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName: name,
        TimeToLiveSpecification: { AttributeName: tableDefinition.ttlAttribute, Enabled: true },
      }),
    )
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error
    const { Table = {} } = await client.send(new DescribeTableCommand({ TableName: name }))
    // Its indexes would not find rows stored through others: an armed stop would never fire.
    if (arrangement(Table) !== arrangement(TABLE)) throw new CannotStart(OTHER_VERSION)
  } finally {
    client.destroy()
  }
}

const keySchema = (partitionKey: string, sortKey: string) => [
  { AttributeName: partitionKey, KeyType: 'HASH' as const },
  { AttributeName: sortKey, KeyType: 'RANGE' as const },
]

/** The keys and indexes of the table, as CreateTable takes them. */
export const TABLE = {
  AttributeDefinitions: Object.entries(tableDefinition.keyAttributes).map(([AttributeName, AttributeType]) => ({
    AttributeName,
    AttributeType,
  })),
  KeySchema: keySchema(tableDefinition.partitionKey, tableDefinition.sortKey),
  GlobalSecondaryIndexes: Object.entries(tableDefinition.indexes).map(([IndexName, index]) => ({
    IndexName,
    KeySchema: keySchema(index.partitionKey, index.sortKey),
    Projection:
      index.include.length === 0
        ? { ProjectionType: 'KEYS_ONLY' as const }
        : { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...index.include] },
  })),
}

/** The keys of a table and what its indexes carry, as one text, however they are listed. */
const arrangement = (table: TableDescription): string =>
  JSON.stringify([
    (table.AttributeDefinitions ?? [])
      .map(({ AttributeName, AttributeType }) => `${AttributeName} ${AttributeType}`)
      .sort(),
    keysOf(table),
    (table.GlobalSecondaryIndexes ?? [])
      .map((index) => [index.IndexName, keysOf(index), [...(index.Projection?.NonKeyAttributes ?? [])].sort()])
      .sort(),
  ])

const keysOf = ({ KeySchema = [] }: Pick<TableDescription, 'KeySchema'>): readonly unknown[] =>
  KeySchema.map(({ AttributeName, KeyType }) => `${AttributeName} ${KeyType}`).sort()

const OTHER_VERSION =
  'The stored data is of another version of this service, which keeps it in another way. Start without it ' +
  '(npm start -- --fresh), or with a folder of its own for this version: LOCAL_DIR=.local-2 npm start. ' +
  'Where DYNAMODB_ENDPOINT names an engine of yours, delete the table there.'

/** Waits until it answers; throws when that takes longer than 10 s. */
const answers = async (endpoint: string): Promise<void> => {
  for (let tries = 0; tries < 500; tries++) {
    try {
      await (await fetch(endpoint, { signal: AbortSignal.timeout(2_000) })).body?.cancel()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  throw new CannotStart('No DynamoDB engine answers at the address in DYNAMODB_ENDPOINT.')
}
