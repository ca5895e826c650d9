/** The table as its stores see it. Only this file, `table-writes.ts` and `wire.ts` call DynamoDB. */

import { BatchGetItemCommand, GetItemCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/client-dynamodb'
import { chunked } from '#domain/kernel/chunked.ts'
import { fromAttributes, toAttributes } from './attributes.ts'
import type { Expectation } from './expectation.ts'
import { type Key, keyOf, nameOf } from './keys.ts'
import { pause, persist } from './persist.ts'
import { projection, type Question, queryInput } from './question.ts'
import { type Readable, readableRows } from './readable.ts'
import type { Row } from './rows.ts'
import { type TableWrites, tableWrites } from './table-writes.ts'
import { openWire, type TableOptions } from './wire.ts'

/** End of a page; opaque. */
export type Cursor = NonNullable<QueryCommandInput['ExclusiveStartKey']>

export interface Table extends TableWrites {
  /** Strongly consistent by default. */
  get(key: Key, options?: { readonly consistent?: boolean }): Promise<Row | null>
  /** Existing rows in the order of `keys`: whole, or only their keys and these attributes. */
  batchGet(
    keys: readonly Key[],
    options?: { readonly consistent?: boolean; readonly attributes?: readonly string[] },
  ): Promise<readonly Row[]>
  /** One page of rows. */
  page(
    question: Question,
    from?: Cursor | null,
  ): Promise<{ readonly rows: readonly Row[]; readonly cursor: Cursor | null }>
  /** All rows, or the first `limit`. */
  query(question: Question): Promise<readonly Row[]>
  /** Number of rows from `from` on, at most `limit`; no row is transferred. */
  count(question: Question, from?: Cursor | null): Promise<number>
  /** Reads rows, leaves unreadable ones out, and reports them. */
  readonly readable: Readable
}

/** Opens the table of that name. Makes no call before the first query. */
export const openTable = (options: TableOptions): Table => {
  const wire = openWire(options)
  const { client, tableName: TableName, measured, send } = wire

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

  const batchGet: Table['batchGet'] = async (keys, { consistent = true, attributes } = {}) => {
    const projected = attributes === undefined ? {} : projection(['pk', 'sk', ...attributes])
    const chunks = chunked([...new Map(keys.map((key) => [nameOf(key), key])).values()], 100)
    const found = await Promise.all(
      chunks.map(async (chunk) => {
        const rows: Row[] = []
        let requested = chunk.map((key) => toAttributes(keyOf(key)))
        for (let tries = 1; requested.length > 0; tries++) {
          const command = new BatchGetItemCommand({
            RequestItems: { [TableName]: { Keys: requested, ConsistentRead: consistent, ...projected } },
            ...measured,
          })
          const answer = await persist(() => send('batchGet', () => client.send(command)))
          rows.push(...(answer.Responses?.[TableName] ?? []).map(fromAttributes))
          requested = answer.UnprocessedKeys?.[TableName]?.Keys ?? []
          if (requested.length > 0) await pause(Math.min(tries, 6))
        }
        return rows
      }),
    )
    const byName = new Map(found.flat().map((row) => [nameOf(row), row]))
    return keys.map((key) => byName.get(nameOf(key))).filter((row) => row !== undefined)
  }

  const page: Table['page'] = async (question, from = null) => {
    const input = {
      ...queryInput({ ...question, limit: question.limit ?? PAGE_ROWS }),
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
    const most = question.limit ?? Number.POSITIVE_INFINITY
    const input = queryInput({ ...question, attributes: undefined, limit: Math.min(most, PAGE_ROWS) })
    let total = 0
    let cursor = from
    do {
      const start = cursor === null ? {} : { ExclusiveStartKey: cursor }
      const command = new QueryCommand({ ...input, TableName, Select: 'COUNT', ...start, ...measured })
      const answer = await persist(() => send('count', () => client.send(command)))
      total += answer.Count ?? 0
      cursor = answer.LastEvaluatedKey ?? null
    } while (cursor !== null && total < most)
    return Math.min(total, most)
  }

  const readable = readableRows(options.onUnreadable ?? (() => undefined))
  return { get, batchGet, page, query, count, readable, ...tableWrites(wire) }
}

/** Rows per page: a page stays far below DynamoDB's 1 MB, and the local engine reads no further than it must. */
const PAGE_ROWS = 4_000

/** Keys of rows of an index or a projection. */
export const keysOf = (rows: readonly Row[]): readonly Key[] =>
  rows.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }))

/** Puts one row; false if its expectation fails. */
export const putIf = async (table: Table, put: Row & Key, expect: Expectation): Promise<boolean> =>
  (await table.write([{ put, expect }])).written
