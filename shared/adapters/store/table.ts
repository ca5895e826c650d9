/** The table: the only file that speaks DynamoDB. Reads rows, and writes all or nothing under expected versions. */

import { randomBytes } from 'node:crypto'
import {
  type AttributeValue,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  type ConsumedCapacity,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb'
import { fromAttributes, type Row, toAttributes } from './attributes.ts'
import { condition, type Expectation } from './expectation.ts'
import type { Key } from './keys.ts'
import { pause, persist } from './persist.ts'
import { type Question, queryInput } from './question.ts'
import type { IndexName } from './table-definition.ts'

/** One change of a `write`, and what must hold for it. */
export type Change =
  | { readonly put: Row & Key; readonly expect: Expectation }
  | { readonly remove: Key; readonly expect: Expectation }

/** `failed` holds the places, in the given order, of the changes whose expectation did not hold. */
export type Written = { readonly written: true } | { readonly written: false; readonly failed: readonly number[] }

/** Where a page ended; opaque. */
export type Cursor = NonNullable<QueryCommandInput['ExclusiveStartKey']>

export interface Table {
  /** Strongly consistent unless said otherwise. */
  get(key: Key, options?: { readonly consistent?: boolean }): Promise<Row | null>
  /** The rows that exist, in the order of `keys`. */
  batchGet(keys: readonly Key[], options?: { readonly consistent?: boolean }): Promise<readonly Row[]>
  /** One page of answers. */
  page(
    question: Question,
    from?: Cursor | null,
  ): Promise<{ readonly rows: readonly Row[]; readonly cursor: Cursor | null }>
  /** All answers, or the first `limit`. */
  query(question: Question): Promise<readonly Row[]>
  /** How many answers there are, from `from` on; no row is transferred. */
  count(question: Question, from?: Cursor | null): Promise<number>
  /** All changes or none. A single one is not a transaction and costs half. */
  write(changes: readonly Change[]): Promise<Written>
  /** Puts many rows, each for itself and whatever is there. */
  putAll(rows: ReadonlyArray<Row & Key>): Promise<void>
}

export type Operation = 'get' | 'batchGet' | 'query' | 'count' | 'put' | 'remove' | 'transact' | 'putAll'

/** Capacity units one request consumed; a transaction's units include its doubling. */
export interface Consumed {
  readonly operation: Operation
  readonly table: number
  readonly indexes: Readonly<Partial<Record<IndexName, number>>>
  readonly total: number
}

/** Stands around every request on the wire. A test's may throw before it, after it, or hold it back; see `test/support`. */
export type TableFaults = <T>(operation: Operation, send: () => Promise<T>) => Promise<T>

export interface TableOptions {
  readonly name: string
  readonly endpoint?: string | undefined
  readonly region?: string | undefined
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
  /** Asks DynamoDB what each request consumed, and tells. */
  readonly onConsumed?: ((consumed: Consumed) => void) | undefined
  readonly faults?: TableFaults | undefined
}

/** The table of that name. Makes no call before the first question. */
export const openTable = (options: TableOptions): Table => {
  const client = new DynamoDBClient({
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint }),
    ...(options.region === undefined ? {} : { region: options.region }),
    ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
    // `persist` repeats: it knows which writes may have happened, and the SDK's own retry would hide that from it.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 5_000 },
  })
  const TableName = options.name
  const around: TableFaults = options.faults ?? ((_operation, send) => send())
  const measured = options.onConsumed === undefined ? {} : ({ ReturnConsumedCapacity: 'INDEXES' } as const)

  const send = async <T extends Metered>(operation: Operation, act: () => Promise<T>): Promise<T> => {
    const answer = await around(operation, act)
    if (options.onConsumed !== undefined) for (const each of consumed(operation, answer)) options.onConsumed(each)
    return answer
  }

  const get: Table['get'] = async (key, { consistent = true } = {}) => {
    const command = new GetItemCommand({
      TableName,
      Key: toAttributes(keyOf(key)),
      ConsistentRead: consistent,
      ...measured,
    })
    const { Item } = await persist(() => send('get', () => client.send(command)))
    return Item === undefined ? null : fromAttributes(Item)
  }

  const batchGet: Table['batchGet'] = async (keys, { consistent = true } = {}) => {
    const chunks = chunked([...new Map(keys.map((key) => [nameOf(key), key])).values()], 100)
    const found = await Promise.all(
      chunks.map(async (chunk) => {
        const rows: Row[] = []
        let asked = chunk.map((key) => toAttributes(keyOf(key)))
        for (let tries = 1; asked.length > 0; tries++) {
          const command = new BatchGetItemCommand({
            RequestItems: { [TableName]: { Keys: asked, ConsistentRead: consistent } },
            ...measured,
          })
          const answer = await persist(() => send('batchGet', () => client.send(command)))
          rows.push(...(answer.Responses?.[TableName] ?? []).map(fromAttributes))
          asked = answer.UnprocessedKeys?.[TableName]?.Keys ?? []
          if (asked.length > 0) await pause(Math.min(tries, 6))
        }
        return rows
      }),
    )
    const byName = new Map(found.flat().map((row) => [nameOf(row), row]))
    return keys.map((key) => byName.get(nameOf(key))).filter((row) => row !== undefined)
  }

  const page: Table['page'] = async (question, from = null) => {
    const input = {
      ...queryInput(question),
      TableName,
      ...(from === null ? {} : { ExclusiveStartKey: from }),
      ...measured,
    }
    const answer = await persist(() => send('query', () => client.send(new QueryCommand(input))))
    return { rows: (answer.Items ?? []).map(fromAttributes), cursor: answer.LastEvaluatedKey ?? null }
  }

  const query: Table['query'] = async (question) => {
    const rows: Row[] = []
    let cursor: Cursor | null = null
    do {
      const next = await page(question, cursor)
      rows.push(...next.rows)
      cursor = next.cursor
    } while (cursor !== null && rows.length < (question.limit ?? Number.POSITIVE_INFINITY))
    return rows.slice(0, question.limit)
  }

  const count: Table['count'] = async (question, from = null) => {
    const input = queryInput({ ...question, attributes: undefined, limit: PAGE_ROWS })
    let total = 0
    let cursor = from
    do {
      const start = cursor === null ? {} : { ExclusiveStartKey: cursor }
      const command = new QueryCommand({ ...input, TableName, Select: 'COUNT', ...start, ...measured })
      const answer = await persist(() => send('count', () => client.send(command)))
      total += answer.Count ?? 0
      cursor = answer.LastEvaluatedKey ?? null
    } while (cursor !== null)
    return total
  }

  const write: Table['write'] = (changes) => {
    // Stamps what this write puts. A repeat that finds its own stamp had succeeded, and only its answer was lost.
    const stamp = randomBytes(6).toString('base64url')
    const [first, ...others] = changes
    if (first === undefined) return Promise.resolve({ written: true })
    return others.length === 0 ? writeOne(first, stamp) : writeTogether(changes, stamp)
  }

  const writeOne = async (change: Change, stamp: string): Promise<Written> => {
    const input = { TableName, ...condition(change.expect), ...measured }
    const [operation, act] =
      'put' in change
        ? (['put', () => client.send(new PutItemCommand({ ...input, Item: stamped(change.put, stamp) }))] as const)
        : ([
            'remove',
            () => client.send(new DeleteItemCommand({ ...input, Key: toAttributes(keyOf(change.remove)) })),
          ] as const)
    return persist(async (uncertain): Promise<Written> => {
      try {
        await send<Metered>(operation, act)
        return { written: true }
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error
        const mine = isDone(change, stamp, error.Item, uncertain)
        return mine ? { written: true } : { written: false, failed: [0] }
      }
    })
  }

  const writeTogether = async (changes: readonly Change[], stamp: string): Promise<Written> => {
    const command = new TransactWriteItemsCommand({
      ClientRequestToken: randomBytes(18).toString('base64url'),
      TransactItems: changes.map((change) => {
        const input = { TableName, ...condition(change.expect) }
        return 'put' in change
          ? { Put: { ...input, Item: stamped(change.put, stamp) } }
          : { Delete: { ...input, Key: toAttributes(keyOf(change.remove)) } }
      }),
      ...measured,
    })
    return persist(async (uncertain): Promise<Written> => {
      try {
        await send('transact', () => client.send(command))
        return { written: true }
      } catch (error) {
        if (!(error instanceof TransactionCanceledException)) throw error
        const reasons = error.CancellationReasons ?? []
        const failed = changes.flatMap((_, place) => (reasons[place]?.Code === 'ConditionalCheckFailed' ? [place] : []))
        if (failed.length === 0) throw error
        // The request token makes a repeat harmless for ten minutes; the stamp holds for ever.
        const mine = failed.every((place) => isDone(changes[place], stamp, reasons[place]?.Item, uncertain))
        return mine ? { written: true } : { written: false, failed }
      }
    })
  }

  const putAll: Table['putAll'] = async (rows) => {
    for (const chunk of chunked(rows, 25)) {
      let waiting: Record<string, WriteRequest[]> = {
        [TableName]: chunk.map((row) => ({ PutRequest: { Item: toAttributes(row) } })),
      }
      for (let tries = 1; Object.keys(waiting).length > 0; tries++) {
        const command = new BatchWriteItemCommand({ RequestItems: waiting, ...measured })
        const answer = await persist(() => send('putAll', () => client.send(command)))
        waiting = answer.UnprocessedItems ?? {}
        if (Object.keys(waiting).length > 0) await pause(Math.min(tries, 6))
      }
    }
  }

  return { get, batchGet, page, query, count, write, putAll }
}

/** Rows per page: a page never comes near DynamoDB's 1 MB, and the local engine reads no further than it must. */
const PAGE_ROWS = 4_000

type Attributes = Readonly<Record<string, AttributeValue>>

/** The keys of rows, as an index or a projection tells them. */
export const keysOf = (rows: readonly Row[]): readonly Key[] =>
  rows.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }))

interface Metered {
  readonly ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] | undefined
}

const consumed = (operation: Operation, answer: Metered): readonly Consumed[] =>
  [answer.ConsumedCapacity ?? []].flat().map((capacity) => ({
    operation,
    table: capacity.Table?.CapacityUnits ?? 0,
    indexes: Object.fromEntries(
      Object.entries(capacity.GlobalSecondaryIndexes ?? {}).map(([name, units]) => [name, units.CapacityUnits ?? 0]),
    ),
    total: capacity.CapacityUnits ?? 0,
  }))

const stamped = (row: Row, stamp: string) => toAttributes({ ...row, w: stamp })

/** Whether the row that is there shows that this very change was made by an earlier try. */
const isDone = (
  change: Change | undefined,
  stamp: string,
  there: Attributes | undefined,
  uncertain: boolean,
): boolean => {
  if (change === undefined) return false
  return 'put' in change ? there?.w?.S === stamp : uncertain && there === undefined
}

const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk })

const nameOf = (row: Row | Key): string => `${String(row.pk)} ${String(row.sk)}`

const chunked = <T>(list: readonly T[], size: number): ReadonlyArray<readonly T[]> =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size))
