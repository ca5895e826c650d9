/** Answers writes as DynamoDB does: each change under its condition, changes of a transaction all or none. */

import { consumed, isMeasured, type Measurable, type Units, writeUnits } from './capacity.ts'
import { checkedItem, measured } from './check-item.ts'
import { bindingsOf, type Placeholders } from './expression/bindings.ts'
import { type Predicate, predicateOf } from './expression/predicate.ts'
import type { Item } from './item-size.ts'
import { oneOf, readInput, type Shape } from './read-input.ts'
import { invalid, refusal } from './refusal.ts'
import { itemOf, type NewRow, type Place, placeOf, type StoredRow } from './table-rows.ts'
import { checkedKey, checkKeys, misfit } from './table-schema.ts'
import type { OpenTable, Tables } from './tables.ts'

export interface ConditionalWrite extends Measurable, Placeholders {
  readonly TableName?: string
  readonly Item?: Item
  readonly Key?: Item
  readonly ConditionExpression?: string
  readonly ReturnValues?: string
  readonly ReturnValuesOnConditionCheckFailure?: string
}

const CONDITIONAL: Shape = {
  TableName: 'text',
  ConditionExpression: 'text',
  ExpressionAttributeNames: 'map',
  ExpressionAttributeValues: 'map',
  ReturnValuesOnConditionCheckFailure: 'text',
}
const SINGLE: Shape = { ReturnValues: 'text', ReturnConsumedCapacity: 'text', ReturnItemCollectionMetrics: 'text' }
const PUT: Shape = { ...CONDITIONAL, Item: 'map' }
const DELETE: Shape = { ...CONDITIONAL, Key: 'map' }

const FAILED = 'The conditional request failed'

/** A requested change of one row. */
export interface Change {
  readonly table: OpenTable
  readonly place: Place
  /** Null where the row is removed, or only looked at. */
  readonly after: NewRow | null
  readonly isCheck: boolean
  readonly holds: Predicate
  /** True if a refusal shows the stored row. */
  readonly shows: boolean
  /** Error in its keys of indexes; null if there is none. */
  readonly misfit: string | null
}

export const answerPut = (tables: Tables, input: ConditionalWrite): object => {
  readInput(input, { ...PUT, ...SINGLE })
  return writeOne(tables, input, putOf(tables, input))
}

export const answerDelete = (tables: Tables, input: ConditionalWrite): object => {
  readInput(input, { ...DELETE, ...SINGLE })
  return writeOne(tables, input, removalOf(tables, input))
}

const writeOne = (tables: Tables, input: ConditionalWrite, change: Change): object => {
  oneOf('returnValues', input.ReturnValues, ['NONE', 'ALL_OLD'])
  const isReported = isMeasured(input)
  if (change.misfit !== null) throw invalid(change.misfit)
  return tables.together(() => {
    const { there, item } = lookAt(change)
    if (!change.holds(item))
      throw refusal('ConditionalCheckFailedException', FAILED, change.shows && there !== null ? { Item: there } : {})
    const units = make(change, there, item)
    return {
      ...(input.ReturnValues === 'ALL_OLD' && there !== null ? { Attributes: there } : {}),
      ...(isReported ? { ConsumedCapacity: consumed(change.table.schema.name, [units()], input) } : {}),
    }
  })
}

interface BatchWrite extends Measurable {
  readonly RequestItems?: Readonly<Record<string, readonly BatchPart[]>>
}

interface BatchPart {
  readonly PutRequest?: { readonly Item?: Item }
  readonly DeleteRequest?: { readonly Key?: Item }
}

const MOST_IN_BATCH = 25

export const answerBatchWrite = (tables: Tables, input: BatchWrite): object => {
  readInput(input, { RequestItems: 'map', ReturnConsumedCapacity: 'text', ReturnItemCollectionMetrics: 'text' })
  const isTold = isMeasured(input)
  const parts = Object.entries(input.RequestItems ?? {}).flatMap(([TableName, list]) =>
    list.map((part) => changeIn(tables, TableName, part)),
  )
  if (parts.length === 0 || parts.length > MOST_IN_BATCH)
    throw invalid(
      `1 validation error detected: Value at 'requestItems' failed to satisfy constraint: Member must have length less than or equal to ${MOST_IN_BATCH}, Member must have length greater than or equal to 1`,
    )
  refuseSamePlaces(parts, 'Provided list of item keys contains duplicates')
  for (const change of parts) if (change.misfit !== null) throw invalid(change.misfit)
  const made = tables.together(() => makeAll(parts))
  return {
    UnprocessedItems: {},
    ...(isTold ? { ConsumedCapacity: capacities(parts, made, input, 1) } : {}),
  }
}

const changeIn = (tables: Tables, TableName: string, { PutRequest, DeleteRequest, ...more }: BatchPart): Change => {
  readInput(more, {})
  if ((PutRequest === undefined) === (DeleteRequest === undefined))
    throw invalid('Supplied WriteRequest must have exactly one of PutRequest and DeleteRequest')
  return PutRequest === undefined
    ? removalOf(tables, { TableName, Key: DeleteRequest?.Key ?? {} })
    : putOf(tables, { TableName, Item: PutRequest.Item ?? {} })
}

/** One change of a transaction. */
export interface TransactionPart {
  readonly Put?: ConditionalWrite
  readonly Delete?: ConditionalWrite
  readonly ConditionCheck?: ConditionalWrite
}

/** The change a part of a transaction asks for. */
export const changeOf = (tables: Tables, { Put, Delete, ConditionCheck, ...more }: TransactionPart): Change => {
  readInput(more, {})
  const given = [Put, Delete, ConditionCheck].filter((part) => part !== undefined)
  if (given.length !== 1) throw invalid('TransactItems can only contain one of Check, Put, Update or Delete')
  if (Put !== undefined) {
    readInput(Put, PUT)
    return putOf(tables, Put)
  }
  const [part = {}] = given
  readInput(part, DELETE)
  return { ...removalOf(tables, part), isCheck: ConditionCheck !== undefined }
}

const putOf = (tables: Tables, input: ConditionalWrite): Change => {
  const table = tables.find(input.TableName)
  const conditions = conditionOf(input)
  const item = checkedItem(input.Item ?? {})
  checkKeys(table.schema, item)
  const after = {
    item,
    get text() {
      return JSON.stringify(item)
    },
    size: measured(item),
  }
  return {
    table,
    place: placeOf(table.schema, item),
    after,
    isCheck: false,
    ...conditions,
    misfit: misfit(table.schema, item),
  }
}

const removalOf = (tables: Tables, input: ConditionalWrite): Change => {
  const table = tables.find(input.TableName)
  const conditions = conditionOf(input)
  const place = placeOf(table.schema, checkedKey(table.schema, checkedItem(input.Key ?? {})))
  return { table, place, after: null, isCheck: false, ...conditions, misfit: null }
}

const conditionOf = (input: ConditionalWrite): Pick<Change, 'holds' | 'shows'> => {
  const { ConditionExpression, ReturnValuesOnConditionCheckFailure: shown } = input
  oneOf('returnValuesOnConditionCheckFailure', shown, ['ALL_OLD', 'NONE'])
  const bindings = bindingsOf(input, { ConditionExpression })
  const holds = predicateOf(ConditionExpression, 'ConditionExpression', bindings)
  bindings.refuseUnused()
  return { holds, shows: shown === 'ALL_OLD' }
}

/** The row that is there, and what it says. */
export const lookAt = ({ table, place }: Change): { readonly there: StoredRow | null; readonly item: Item | null } => {
  const there = table.rows.get(place)
  return { there, item: there === null ? null : itemOf(there) }
}

/** Makes the change. The answer reports the cost on request. */
export const make = (change: Change, there: StoredRow | null, before: Item | null): (() => Units) => {
  const { table, place, after, isCheck } = change
  const changed = isCheck ? [] : table.rows.change(place, before, after)
  return () => writeUnits(there?.size ?? 0, after?.size ?? 0, changed)
}

const makeAll = (changes: readonly Change[]): ReadonlyArray<() => Units> =>
  changes.map((change) => {
    const { there, item } = lookAt(change)
    return make(change, there, item)
  })

/** Billed units of each table. */
export const capacities = (
  changes: readonly Change[],
  made: ReadonlyArray<() => Units>,
  input: Measurable,
  factor: number,
) => {
  const byTable = Map.groupBy(made.keys(), (n) => changes[n]?.table.schema.name ?? '')
  return [...byTable].map(([name, places]) =>
    consumed(
      name,
      places.flatMap((n) => made[n]?.() ?? []),
      input,
      factor,
    ),
  )
}

export const refuseSamePlaces = (changes: readonly Change[], words: string): void => {
  const places = new Set(changes.map(({ table, place }) => JSON.stringify([table.schema.name, place])))
  if (places.size < changes.length) throw invalid(words)
}
