/**
 * DynamoDB in memory, for stories: the local engine without the sockets, the thread and the SDK's own work that cost most of a
 * story's time. The store suite runs on it as on the engine behind its sockets.
 */

import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import type { TableClient } from '#adapters/store/engine/wire.ts'
import { TABLE } from '#local/stack/aws/dynamodb.ts'
import type { Item, Value } from '#local-dynamodb/item-size.ts'
import { EVERYTHING, memoryTables } from '#local-dynamodb/memory-tables.ts'
import { isRefusal } from '#local-dynamodb/refusal.ts'
import { type TableEngine, tableEngine } from '#local-dynamodb/table-engine.ts'
import { itemOf, type StoredRow, TEXT } from '#local-dynamodb/table-rows.ts'
import { keyColumn } from '#local-dynamodb/table-schema.ts'

export interface MemoryDynamoDb {
  /** Speaks to the one table there is, whatever that is called. */
  readonly client: TableClient
  /** The rows of the table now. */
  readonly items: () => readonly Item[]
  /** Checks if a row of an index has a sort key up to this number. */
  readonly hasUpTo: (index: string, most: number) => boolean
}

/** With a new table that holds these rows. */
export const memoryDynamoDb = (items: readonly Item[] = []): MemoryDynamoDb => {
  const engine = tableEngine(memoryTables(), Date.now)
  engine.answer('CreateTable', { TableName: TABLE_NAME, ...TABLE })
  for (const item of items) engine.answer('PutItem', { TableName: TABLE_NAME, Item: item })
  const send = async (command: { readonly constructor: { readonly name: string }; readonly input: object }) => {
    // Concurrent work may come in between, as on a wire.
    await null
    const reply = answer(engine, command.constructor.name.replace(/Command$/, ''), command.input)
    await null
    return reply
  }
  const { rows } = engine.tables.find(TABLE_NAME)
  return {
    // The SDK types `send` by command, in overloads that no function of ours can have.
    client: { send } as unknown as TableClient,
    items: () => rows.read(EVERYTHING, Number.MAX_SAFE_INTEGER).map(itemOf),
    hasUpTo: (index, most) => {
      const to = { column: keyColumn({ N: String(most) }), isIncluded: true }
      return rows.read({ ...EVERYTHING, index, to }, 1).length > 0
    },
  }
}

const TABLE_NAME = 'memory'

const answer = (engine: TableEngine, operation: string, input: object): object => {
  try {
    return fromWire(engine.answer(operation, toWire(input)))
  } catch (error) {
    if (!isRefusal(error)) throw error
    const { type, message, more } = error
    const reported = { message, $metadata: {}, ...fromWire(more) }
    if (type === 'ConditionalCheckFailedException') throw new ConditionalCheckFailedException(reported)
    if (type === 'TransactionCanceledException') throw new TransactionCanceledException(reported)
    throw error
  }
}

/** Bytes as the wire has them. A value without bytes is not copied. */
const toWire = <Given>(given: Given): Given =>
  changed(given, (value) => {
    if ('S' in value || 'N' in value) return value
    return value instanceof Uint8Array ? base64(value) : null
  })

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** Rows as the SDK has them. */
const fromWire = <Given>(given: Given): Given =>
  changed(given, (value) => (TEXT in value ? itemFromWire(value as StoredRow) : null))

/** A row is read many times, and is never changed. */
const itemFromWire = (row: StoredRow): Item => {
  const item = items.get(row) ?? changed(itemOf(row), valueWithBytes)
  items.set(row, item)
  return item
}

const items = new WeakMap<StoredRow, Item>()

const valueWithBytes = (value: Value): object | null => {
  if (value.S !== undefined || value.N !== undefined) return value
  return typeof value.B === 'string' ? { B: new Uint8Array(Buffer.from(value.B, 'base64')) } : null
}

/** Copy of a value in which each object is replaced by the result of `replace`, if it has one. */
const changed = <Given>(given: Given, replace: (value: object) => unknown): Given => {
  const look = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const other = replace(value)
    if (other !== null) return other
    let copy: Record<string, unknown> | null = null
    // No Object.entries: it would cost most for rows with hundreds of attributes.
    for (const name in value) {
      const inner = (value as Record<string, unknown>)[name]
      const seen = look(inner)
      if (seen === inner) continue
      copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
      copy[name] = seen
    }
    return copy ?? value
  }
  // The result has the same shape; only the leaves differ.
  return look(given) as Given
}
