/** How a table is arranged: its keys, its indexes and what they show. */

import { randomUUID } from 'node:crypto'
import { bytesOf } from './compare-values.ts'
import { type Item, itemSize, type Value } from './item-size.ts'
import { sortableNumber } from './numbers.ts'
import { invalid } from './refusal.ts'

export type KeyType = 'S' | 'N' | 'B'

export interface Keys {
  readonly partitionKey: string
  /** Null where an item is found by its partition key alone. */
  readonly sortKey: string | null
}

export interface IndexSchema extends Keys {
  readonly name: string
  /** Attributes beside the keys; null for all there are. */
  readonly include: readonly string[] | null
  readonly projection: Projection
}

export interface TableSchema extends Keys {
  readonly name: string
  readonly id: string
  /** The type of every attribute that is part of a key. */
  readonly types: Readonly<Record<string, KeyType>>
  readonly indexes: readonly IndexSchema[]
  /** In seconds. */
  readonly createdAt: number
  /** Holds the second after which a row may be dropped; null where rows stay. */
  readonly ttlAttribute: string | null
}

/** Part of CreateTable that describes the arrangement of the table. */
export interface Arrangement {
  readonly TableName?: string
  readonly AttributeDefinitions?: ReadonlyArray<{ readonly AttributeName: string; readonly AttributeType: string }>
  readonly KeySchema?: readonly KeyElement[]
  readonly GlobalSecondaryIndexes?: ReadonlyArray<{
    readonly IndexName: string
    readonly KeySchema: readonly KeyElement[]
    readonly Projection: Projection
  }> | null
}

interface KeyElement {
  readonly AttributeName: string
  readonly KeyType: string
}

interface Projection {
  readonly ProjectionType?: string
  readonly NonKeyAttributes?: readonly string[]
}

export const tableSchema = (given: Arrangement, createdAt: number): TableSchema => {
  const { TableName = '', AttributeDefinitions = [], KeySchema = [], GlobalSecondaryIndexes } = given
  if (!/^[\w.-]{3,255}$/.test(TableName))
    throw invalid('TableName must be at least 3 characters long and at most 255 characters long')
  const keys = keysIn(KeySchema)
  const indexes = (GlobalSecondaryIndexes ?? []).map(
    ({ IndexName, KeySchema: schema, Projection: projection = {} }) => ({
      name: IndexName,
      ...keysIn(schema),
      include: projection.ProjectionType === 'ALL' ? null : (projection.NonKeyAttributes ?? []),
      projection,
    }),
  )
  const types = Object.fromEntries(
    AttributeDefinitions.map(({ AttributeName, AttributeType }) => [AttributeName, keyType(AttributeType)]),
  )
  const named = new Set([keys, ...indexes].flatMap(namesOf))
  for (const name of named)
    if (types[name] === undefined)
      throw invalid(
        `One or more parameter values were invalid: Some index key attributes are not defined in AttributeDefinitions. Keys: [${name}]`,
      )
  if (named.size < Object.keys(types).length)
    throw invalid(
      'One or more parameter values were invalid: Some AttributeDefinitions are not used. Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions',
    )
  if (new Set(indexes.map(({ name }) => name)).size < indexes.length)
    throw invalid('One or more parameter values were invalid: Duplicate index name')
  return { name: TableName, id: randomUUID(), ...keys, types, indexes, createdAt, ttlAttribute: null }
}

const keysIn = (schema: readonly KeyElement[]): Keys => {
  const [hash, range, ...more] = schema
  if (hash?.KeyType !== 'HASH' || (range !== undefined && range.KeyType !== 'RANGE') || more.length > 0)
    throw invalid('Invalid KeySchema: The first KeySchemaElement is not a HASH key type')
  return { partitionKey: hash.AttributeName, sortKey: range?.AttributeName ?? null }
}

const keyType = (given: string): KeyType => {
  if (given === 'S' || given === 'N' || given === 'B') return given
  throw invalid(
    `1 validation error detected: Value '${given}' at 'attributeDefinitions.1.member.attributeType' failed to satisfy constraint: Member must satisfy enum value set: [B, N, S]`,
  )
}

export const namesOf = ({ partitionKey, sortKey }: Keys): readonly string[] =>
  sortKey === null ? [partitionKey] : [partitionKey, sortKey]

/** A value of a key as a column: its order there is DynamoDB's. */
export type KeyColumn = string | Uint8Array

export const keyColumn = (value: Value | undefined): KeyColumn => {
  if (value?.S !== undefined) return value.S
  if (value?.N !== undefined) return sortableNumber(value.N)
  return typeof value?.B === 'string' ? bytesOf(value.B) : ''
}

/** The row as an index stores it. */
export interface IndexEntry {
  readonly columns: readonly [KeyColumn, KeyColumn]
  readonly text: string
  readonly size: number
}

/** Null while the row lacks one of the index's keys. */
export const indexEntry = (table: TableSchema, index: IndexSchema, item: Item): IndexEntry | null => {
  const columns = indexPlace(index, item)
  if (columns === null) return null
  const shown = shownIn(table, index, item)
  return { columns, text: JSON.stringify(shown), size: itemSize(shown) }
}

/** Place of a row in an index; null while the row lacks one of the index's keys. */
export const indexPlace = (
  { partitionKey, sortKey }: IndexSchema,
  item: Item,
): readonly [KeyColumn, KeyColumn] | null => {
  const partition = item[partitionKey]
  const sort = sortKey === null ? undefined : item[sortKey]
  if (partition === undefined || (sortKey !== null && sort === undefined)) return null
  return [keyColumn(partition), keyColumn(sort)]
}

/** Attributes of a row in an index. */
export const shownIn = (table: TableSchema, index: IndexSchema, item: Item): Item =>
  index.include === null ? item : picked(item, [...namesOf(table), ...namesOf(index), ...index.include])

/** The attributes of those names that the item has. */
export const picked = (item: Item, names: readonly string[]): Item => {
  const found: Record<string, Value> = {}
  for (const name of names) {
    const value = item[name]
    if (value !== undefined) found[name] = value
  }
  return found
}

/** Throws what DynamoDB answers to an item that cannot be stored in the table for the sake of its keys. */
export const checkKeys = (schema: TableSchema, item: Item): void => {
  for (const name of namesOf(schema)) {
    const type = schema.types[name] ?? 'S'
    const value = item[name]
    if (value === undefined)
      throw invalid(`One or more parameter values were invalid: Missing the key ${name} in the item`)
    if (value[type] === undefined)
      throw invalid(
        `One or more parameter values were invalid: Type mismatch for key ${name} expected: ${type} actual: ${Object.keys(value).join()}`,
      )
    refuseEmpty(value, 'One or more parameter values are not valid. ', ` Key: ${name}`)
  }
  for (const index of schema.indexes)
    for (const name of namesOf(index))
      refuseEmpty(
        item[name],
        'One or more parameter values are not valid. A value specified for a secondary index key is not supported. ',
        ` IndexName: ${index.name}, IndexKey: ${name}`,
      )
}

const refuseEmpty = (value: Value | undefined, before: string, after: string): void => {
  if (value?.S !== '' && value?.B !== '') return
  const kind = value.S === '' ? 'string' : 'binary'
  throw invalid(`${before}The AttributeValue for a key attribute cannot contain an empty ${kind} value.${after}`)
}

/** Error in a key of an index, in words; null if each key has its type. */
export const misfit = (schema: TableSchema, item: Item): string | null => {
  for (const index of schema.indexes)
    for (const name of namesOf(index)) {
      const type = schema.types[name] ?? 'S'
      const value = item[name]
      if (value !== undefined && value[type] === undefined)
        return `One or more parameter values were invalid: Type mismatch for Index Key ${name} Expected: ${type} Actual: ${Object.keys(value).join()} IndexName: ${index.name}`
    }
  return null
}

/** Throws unless these are just the keys of the table, each of its type. */
export const checkedKey = (schema: TableSchema, key: Item): Item => {
  const names = namesOf(schema)
  if (
    Object.keys(key).length !== names.length ||
    names.some((name) => key[name]?.[schema.types[name] ?? 'S'] === undefined)
  )
    throw invalid('The provided key element does not match the schema')
  for (const name of names) refuseEmpty(key[name], 'One or more parameter values are not valid. ', ` Key: ${name}`)
  return key
}
