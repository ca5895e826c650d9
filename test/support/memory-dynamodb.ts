/**
 * DynamoDB in memory, for stories: the local engine without the sockets, the thread and the signing that cost most of a
 * story's time. The store suite runs on it as on the engine behind its sockets.
 */

import { AwsRefusal } from '#adapters/aws/aws-refusal.ts'
import { type TableClient, tableClient } from '#adapters/store/engine/table-client.ts'
import { TABLE } from '#local/stack/aws/dynamodb.ts'
import type { Item } from '#local/table/item-size.ts'
import { isRefusal } from '#local/table/refusal.ts'
import { type TableEngine, tableEngine } from '#local/table/table-engine.ts'
import { itemOf, TEXT } from '#local/table/table-rows.ts'

export interface MemoryDynamoDb {
  /** Speaks to the one table there is, whatever that is called. */
  readonly client: TableClient
  /** The rows of the table now. */
  readonly items: () => readonly Item[]
}

/** With a new table that holds these rows. */
export const memoryDynamoDb = (items: readonly Item[] = []): MemoryDynamoDb => {
  const engine = tableEngine(':memory:', Date.now)
  engine.answer('CreateTable', { TableName: TABLE_NAME, ...TABLE })
  for (const item of items) engine.answer('PutItem', { TableName: TABLE_NAME, Item: item })
  const call = async (operation: string, input: object): Promise<object> => {
    // What goes on at the same time may come in between, as on a wire.
    await null
    const reply = answer(engine, operation, input)
    await null
    return reply
  }
  const { rows } = engine.tables.find(TABLE_NAME)
  const everything = { index: null, partition: null, from: null, to: null, after: null, descending: false }
  return {
    client: tableClient({ call }),
    items: () => rows.read(everything, Number.MAX_SAFE_INTEGER).map(itemOf),
  }
}

const TABLE_NAME = 'memory'

const answer = (engine: TableEngine, operation: string, input: object): object => {
  try {
    return readable(engine.answer(operation, input))
  } catch (error) {
    if (!isRefusal(error)) throw error
    const { type, message, more } = error
    throw new AwsRefusal('dynamodb', operation, 400, { __type: type, message, ...readable(more) })
  }
}

/** With the rows, of which the engine answers the text. */
const readable = <Given>(given: Given): Given =>
  changed(given, (value) => (TEXT in value ? itemOf(value as Parameters<typeof itemOf>[0]) : null))

/** What it holds, with those objects in it replaced for which `replace` has something else. */
const changed = <Given>(given: Given, replace: (value: object) => unknown): Given => {
  const look = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const other = replace(value)
    if (other !== null) return other
    if (Array.isArray(value)) return value.map(look)
    let copy: Record<string, unknown> | null = null
    for (const [name, inner] of Object.entries(value)) {
      const seen = look(inner)
      if (seen === inner) continue
      copy ??= { ...value }
      copy[name] = seen
    }
    return copy ?? value
  }
  // It has the same shape; only the leaves differ.
  return look(given) as Given
}
