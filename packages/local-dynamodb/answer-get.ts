/** Answers reads by key as DynamoDB does. */

import { consumed, isMeasured, type Measurable, readUnits } from './capacity.ts'
import { bindingsOf, type Placeholders } from './expression/bindings.ts'
import { projectionOf } from './expression/projection.ts'
import type { Item } from './item-size.ts'
import { readInput, type Shape } from './read-input.ts'
import { invalid } from './refusal.ts'
import { itemOf, placeOf, type StoredRow } from './table-rows.ts'
import { checkedKey } from './table-schema.ts'
import type { OpenTable, Tables } from './tables.ts'

interface Get extends Measurable, Placeholders {
  readonly TableName?: string
  readonly Key?: Item
  readonly ConsistentRead?: boolean
  readonly ProjectionExpression?: string
}

const GET: Shape = {
  TableName: 'text',
  Key: 'map',
  ConsistentRead: 'flag',
  ProjectionExpression: 'text',
  ExpressionAttributeNames: 'map',
  ReturnConsumedCapacity: 'text',
}

export const answerGet = (tables: Tables, input: Get): object => {
  readInput(input, GET)
  const isReported = isMeasured(input)
  const table = tables.find(input.TableName)
  const shown = projectionIn(input)
  const row = rowAt(table, input.Key)
  return {
    ...(row === null ? {} : { Item: shown === null ? row : shown(itemOf(row)) }),
    ...(isReported
      ? { ConsumedCapacity: consumed(table.schema.name, [unitsOf(row, input.ConsistentRead)], input) }
      : {}),
  }
}

interface BatchGet extends Measurable {
  readonly RequestItems?: Readonly<Record<string, Keys>>
}

interface Keys extends Placeholders {
  readonly Keys?: readonly Item[]
  readonly ConsistentRead?: boolean
  readonly ProjectionExpression?: string
}

const KEYS: Shape = {
  Keys: 'list',
  ConsistentRead: 'flag',
  ProjectionExpression: 'text',
  ExpressionAttributeNames: 'map',
}

const MOST_KEYS = 100
/** Limit of one answer; the rest must be requested again. */
const MOST_BYTES = 16 * 1_024 * 1_024

export const answerBatchGet = (tables: Tables, input: BatchGet): object => {
  readInput(input, { RequestItems: 'map', ReturnConsumedCapacity: 'text' })
  const isTold = isMeasured(input)
  const requested = Object.entries(input.RequestItems ?? {})
  if (requested.length === 0)
    throw invalid(
      "1 validation error detected: Value '{}' at 'requestItems' failed to satisfy constraint: Member must have length greater than or equal to 1",
    )
  if (requested.reduce((sum, [, { Keys = [] }]) => sum + Keys.length, 0) > MOST_KEYS)
    throw invalid('Too many items requested for the BatchGetItem call')
  let bytes = 0
  const answers = requested.map(([name, one]) => {
    readInput(one, KEYS)
    const table = tables.find(name)
    const shown = projectionIn(one)
    const keys = one.Keys ?? []
    refuseTwice(table, keys, 'Provided list of item keys contains duplicates')
    const found = new Map<Item, StoredRow | null>()
    for (const key of keys) {
      const row = rowAt(table, key)
      bytes += row?.size ?? 0
      if (bytes > MOST_BYTES) break
      found.set(key, row)
    }
    const rows = [...found.values()].filter((row) => row !== null)
    const left = keys.filter((key) => !found.has(key))
    return {
      name,
      rows: shown === null ? rows : rows.map((row) => shown(itemOf(row))),
      left: left.length === 0 ? null : { ...one, Keys: left },
      capacity: isTold
        ? consumed(
            name,
            [...found.values()].map((row) => unitsOf(row, one.ConsistentRead)),
            input,
          )
        : null,
    }
  })
  return {
    Responses: Object.fromEntries(answers.map(({ name, rows }) => [name, rows])),
    UnprocessedKeys: Object.fromEntries(answers.flatMap(({ name, left }) => (left === null ? [] : [[name, left]]))),
    ...(isTold ? { ConsumedCapacity: answers.map(({ capacity }) => capacity) } : {}),
  }
}

/** Throws if two items have the same place. */
export const refuseTwice = ({ schema }: OpenTable, items: readonly Item[], words: string): void => {
  const places = new Set(items.map((item) => JSON.stringify(placeOf(schema, item))))
  if (places.size < items.length) throw invalid(words)
}

const projectionIn = (input: Pick<Get, 'ProjectionExpression'> & Placeholders) => {
  const bindings = bindingsOf(input, { ProjectionExpression: input.ProjectionExpression })
  const shown = projectionOf(input.ProjectionExpression, bindings)
  bindings.refuseUnused()
  return shown
}

const rowAt = ({ schema, rows }: OpenTable, key: Item = {}): StoredRow | null =>
  rows.get(placeOf(schema, checkedKey(schema, key)))

const unitsOf = (row: StoredRow | null, consistent = false) => ({
  table: readUnits(row?.size ?? 0, consistent),
  indexes: {},
})
