/** Answers queries and scans as DynamoDB does: page by page, filtered after it is read. */

import { consumed, isMeasured, type Measurable, readUnits } from './capacity.ts'
import { checkedItem } from './check-item.ts'
import { bindingsOf, type Placeholders } from './expression/bindings.ts'
import { keyCondition } from './expression/key-condition.ts'
import { predicateOf } from './expression/predicate.ts'
import { projectionOf } from './expression/projection.ts'
import type { Item } from './item-size.ts'
import { oneOf, readInput, type Shape } from './read-input.ts'
import { invalid } from './refusal.ts'
import { itemOf, placeOf, type Range, type StoredRow } from './table-rows.ts'
import { type IndexSchema, type KeyColumn, keyColumn, namesOf, picked, type TableSchema } from './table-schema.ts'
import type { OpenTable, Tables } from './tables.ts'

interface Read extends Measurable, Placeholders {
  readonly TableName?: string
  readonly IndexName?: string
  readonly FilterExpression?: string
  readonly ProjectionExpression?: string
  readonly Limit?: number
  readonly ExclusiveStartKey?: Item
  readonly ConsistentRead?: boolean
  readonly Select?: string
}

interface Query extends Read {
  readonly KeyConditionExpression?: string
  readonly ScanIndexForward?: boolean
}

const SCAN: Shape = {
  TableName: 'text',
  IndexName: 'text',
  FilterExpression: 'text',
  ProjectionExpression: 'text',
  ExpressionAttributeNames: 'map',
  ExpressionAttributeValues: 'map',
  Limit: 'count',
  ExclusiveStartKey: 'map',
  ConsistentRead: 'flag',
  Select: 'text',
  ReturnConsumedCapacity: 'text',
}
const QUERY: Shape = { ...SCAN, KeyConditionExpression: 'text', ScanIndexForward: 'flag' }

export const answerQuery = (tables: Tables, input: Query): object => {
  readInput(input, QUERY)
  const { KeyConditionExpression, FilterExpression, ProjectionExpression, ScanIndexForward = true } = input
  const bindings = bindingsOf(input, { FilterExpression, ProjectionExpression, KeyConditionExpression })
  const table = tables.find(input.TableName)
  const index = indexIn(table.schema, input)
  const requested = keyCondition(KeyConditionExpression, table.schema, index ?? table.schema, bindings)
  const range = {
    index: index?.name ?? null,
    partition: keyColumn(requested.partition),
    from: requested.from,
    to: requested.to,
    descending: !ScanIndexForward,
  }
  return answerRead(table, index, input, bindings, range)
}

export const answerScan = (tables: Tables, input: Read): object => {
  readInput(input, SCAN)
  const { FilterExpression, ProjectionExpression } = input
  const bindings = bindingsOf(input, { FilterExpression, ProjectionExpression })
  const table = tables.find(input.TableName)
  const index = indexIn(table.schema, input)
  const range = { index: index?.name ?? null, partition: null, from: null, to: null, descending: false }
  return answerRead(table, index, input, bindings, range)
}

const indexIn = (schema: TableSchema, { IndexName, ConsistentRead }: Read): IndexSchema | null => {
  if (IndexName === undefined) return null
  const index = schema.indexes.find(({ name }) => name === IndexName)
  if (index === undefined) throw invalid(`The table does not have the specified index: ${IndexName}`)
  if (ConsistentRead === true) throw invalid('Consistent reads are not supported on global secondary indexes')
  return index
}

const SELECTS = ['SPECIFIC_ATTRIBUTES', 'COUNT', 'ALL_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES']
const MOST_BYTES = 1_024 * 1_024

const answerRead = (
  table: OpenTable,
  index: IndexSchema | null,
  input: Read,
  bindings: ReturnType<typeof bindingsOf>,
  range: Omit<Range, 'after'>,
): object => {
  const { Limit = Number.POSITIVE_INFINITY, ExclusiveStartKey, Select, ConsistentRead = false } = input
  if (Limit < 1)
    throw invalid(
      `1 validation error detected: Value '${Limit}' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1`,
    )
  const isReported = isMeasured(input)
  refuseSelect(input, index)
  const holds = predicateOf(input.FilterExpression, 'FilterExpression', bindings)
  const shown = projectionOf(input.ProjectionExpression, bindings)
  bindings.refuseUnused()
  const keys = keyNames(table.schema, index)
  const after = ExclusiveStartKey === undefined ? null : startOf(table.schema, index, keys, ExclusiveStartKey, range)

  const page = pageOf(table, index, { ...range, after }, Limit)
  const items = input.FilterExpression === undefined && shown === null ? null : page.rows.map(itemOf)
  const found = items?.filter((item) => holds(item))
  const last = page.isWhole ? undefined : page.rows.at(-1)
  return {
    ...(Select === 'COUNT'
      ? {}
      : { Items: found === undefined ? page.rows : shown === null ? found : found.map((item) => shown(item)) }),
    Count: found?.length ?? page.rows.length,
    ScannedCount: page.rows.length,
    ...(last === undefined ? {} : { LastEvaluatedKey: picked(itemOf(last), keys) }),
    ...(isReported
      ? { ConsumedCapacity: consumed(table.schema.name, [unitsOf(index, page.bytes, ConsistentRead)], input) }
      : {}),
  }
}

/** Rows are fetched some at a time, because a page ends after a megabyte. */
const FIRST_ROWS = 100
const MOST_ROWS = 1_000

/** A page as long as asked for is not whole: its next may be empty. */
const pageOf = (table: OpenTable, index: IndexSchema | null, range: Range, limit: number) => {
  const rows: StoredRow[] = []
  let bytes = 0
  let after = range.after
  while (rows.length < limit) {
    const each = rows.length === 0 ? FIRST_ROWS : Math.ceil((MOST_BYTES - bytes) / (bytes / rows.length)) + 1
    const most = Math.min(limit - rows.length, each, MOST_ROWS)
    const fetched = table.rows.read({ ...range, after }, most)
    for (const row of fetched) {
      if (bytes + row.size > MOST_BYTES && rows.length > 0) return { rows, bytes, isWhole: false }
      bytes += row.size
      rows.push(row)
    }
    const last = fetched.at(-1)
    if (last === undefined || fetched.length < most) return { rows, bytes, isWhole: true }
    after = orderOf(table.schema, index, itemOf(last))
  }
  return { rows, bytes, isWhole: false }
}

/** Position of an item in the order of the read. */
const orderOf = (schema: TableSchema, index: IndexSchema | null, item: Item): readonly KeyColumn[] =>
  index === null
    ? placeOf(schema, item)
    : [
        keyColumn(item[index.partitionKey]),
        index.sortKey === null ? '' : keyColumn(item[index.sortKey]),
        ...placeOf(schema, item),
      ]

const keyNames = (schema: TableSchema, index: IndexSchema | null): readonly string[] => [
  ...new Set([...namesOf(schema), ...(index === null ? [] : namesOf(index))]),
]

const startOf = (
  schema: TableSchema,
  index: IndexSchema | null,
  keys: readonly string[],
  given: Item,
  range: Omit<Range, 'after'>,
): readonly KeyColumn[] => {
  const start = checkedItem(given)
  const fits = keys.every((name) => start[name]?.[schema.types[name] ?? 'S'] !== undefined)
  if (!fits || Object.keys(start).length !== keys.length)
    throw invalid('The provided starting key is invalid: The provided key element does not match the schema')
  const order = orderOf(schema, index, start)
  const [partition] = order
  if (range.partition !== null && JSON.stringify(partition) !== JSON.stringify(range.partition))
    throw invalid('The provided starting key is outside query boundaries based on provided conditions')
  return order
}

const refuseSelect = ({ Select, ProjectionExpression }: Read, index: IndexSchema | null): void => {
  oneOf('select', Select, SELECTS)
  if (Select === undefined) return
  if (Select === 'SPECIFIC_ATTRIBUTES' && ProjectionExpression === undefined)
    throw invalid('Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES')
  if (Select !== 'SPECIFIC_ATTRIBUTES' && ProjectionExpression !== undefined)
    throw invalid(`Cannot specify the ProjectionExpression when choosing to get ${Select}`)
  if (Select === 'ALL_PROJECTED_ATTRIBUTES' && index === null)
    throw invalid('ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName')
  if (Select === 'ALL_ATTRIBUTES' && index !== null && index.include !== null)
    throw invalid(
      `One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global secondary index ${index.name} because its projection type is not ALL`,
    )
}

const unitsOf = (index: IndexSchema | null, bytes: number, consistent: boolean) => {
  const units = readUnits(bytes, consistent)
  return index === null ? { table: units, indexes: {} } : { table: 0, indexes: { [index.name]: units } }
}
