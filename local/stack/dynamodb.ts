/** Starts a real DynamoDB engine on this machine, and creates the service's table in it. */

import { spawn } from 'node:child_process'
import { accessSync, chmodSync, constants, existsSync, mkdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  type TableDescription,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { tableDefinition } from '#adapters/store/engine/table-definition.ts'
import { CannotStart } from '../cannot-start.ts'
import { hiddenAddress } from './hidden-address.ts'

export interface LocalDynamoDb {
  readonly endpoint: string
  /** False where it runs already: others may use it at the same time. */
  readonly isOwn: boolean
  /** Stops the engine, if it was started here. */
  stop(): Promise<void>
}

/** What the engine on this machine takes for credentials: it checks none, but wants some. */
export const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' } as const

/**
 * Runs the engine at a hidden address of the loopback, in memory or on `file`. It answers web pages of any origin, with any credentials.
 * `DYNAMODB_ENDPOINT` names one that runs already.
 */
export const startDynamoDb = async (options: { readonly file?: string } = {}): Promise<LocalDynamoDb> => {
  const given = process.env.DYNAMODB_ENDPOINT
  if (given !== undefined && given !== '') {
    await answers(given, () => null)
    return { endpoint: given, isOwn: false, stop: () => Promise.resolve() }
  }
  if (options.file !== undefined) mkdirSync(dirname(options.file), { recursive: true })
  const { host, port } = await hiddenAddress()
  const endpoint = `http://${host}:${port}`
  const stored = options.file === undefined ? [] : ['--db-path', options.file]
  const engine = leashed(engineBinary(), ['serve', '--host', host, '--port', String(port), ...stored])
  try {
    await answers(endpoint, engine.died)
  } catch (error) {
    await engine.stop()
    throw error
  }
  return { endpoint, isOwn: true, stop: engine.stop }
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
    // Its indexes would not find what was stored through others: an armed stop would never fire.
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

/** The npm package's engine, else one on the PATH. */
const engineBinary = (): string => {
  const packaged = fileURLToPath(new URL('../../node_modules/@dynoxide/linux-x64/dynoxide', import.meta.url))
  if (process.platform === 'linux' && process.arch === 'x64' && existsSync(packaged)) {
    if (!isExecutable(packaged)) chmodSync(packaged, 0o755)
    return packaged
  }
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'dynoxide'))
    .find(isExecutable)
  if (found !== undefined) return found
  throw new Error(
    `No DynamoDB engine for ${process.platform}-${process.arch}: the npm package exists for linux-x64 only. ` +
      'Install dynoxide (https://github.com/nubo-db/dynoxide) so that it is on the PATH, or start any DynamoDB-compatible ' +
      'server, such as DynamoDB Local, and set DYNAMODB_ENDPOINT to its address.',
  )
}

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * A process that ends with this one, however this one ends: a shell holds it and reads from a pipe of ours, which the
 * kernel closes even after `kill -9`. It has a group of its own, so that Ctrl-C reaches us first and the engine last.
 */
const leashed = (command: string, parameters: readonly string[]) => {
  const script = 'exec 3<&0; "$@" 3<&- </dev/null & child=$!; (read -r _ <&3; kill $child 2>/dev/null) & wait $child'
  const holder = spawn('sh', ['-c', script, 'sh', command, ...parameters], {
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let said = ''
  let over: string | null = null
  holder.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-2_000)
  })
  holder.stdin.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => {
    const end = (how: string) => {
      over ??= `the DynamoDB engine ended (${how}): ${said.trim()}`
      holder.stdin.destroy()
      resolve()
    }
    holder.on('error', (error) => end(error.message))
    holder.on('close', (code) => end(`exit code ${code}`))
  })
  holder.unref()
  return {
    died: () => over,
    stop: async () => {
      holder.ref()
      holder.stdin.end()
      await ended
    },
  }
}

/** Waits until the engine answers; throws when it died or takes longer than 10 s. */
const answers = async (endpoint: string, died: () => string | null): Promise<void> => {
  for (let tries = 0; tries < 500; tries++) {
    const problem = died()
    if (problem !== null) throw new Error(problem)
    try {
      await (await fetch(endpoint, { signal: AbortSignal.timeout(2_000) })).body?.cancel()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  throw new Error(`The DynamoDB engine does not answer at ${endpoint}.`)
}
