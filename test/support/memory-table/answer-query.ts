/** Answers a query as DynamoDB does: page by page, filtered after it is read. */

import type { QueryCommandInput, QueryCommandOutput } from '@aws-sdk/client-dynamodb'
import { tableDefinition } from '#adapters/store/engine/table-definition.ts'
import { consumed, isMeasured, readUnits } from './capacity.ts'
import { allHold, termsOf } from './expression.ts'
import { INDEXES, type IndexName, picked } from './indexes.ts'
import { invalid } from './invalid.ts'
import { type Item, itemSize } from './item-size.ts'
import { compareRows, type MemoryRows } from './memory-rows.ts'

const MOST_BYTES = 1_024 * 1_024

export const answerQuery = (
  rows: MemoryRows,
  input: QueryCommandInput,
): Pick<QueryCommandOutput, 'Items' | 'Count' | 'LastEvaluatedKey' | 'ConsumedCapacity'> => {
  const { Limit = Number.POSITIVE_INFINITY, ScanIndexForward = true, ExclusiveStartKey, ConsistentRead } = input
  const index = indexOf(input.IndexName)
  if (index !== undefined && ConsistentRead === true) throw invalid('an index is never read consistently')
  if (Limit < 1) throw invalid('a limit below 1')
  const { partitionKey, sortKey } = index === undefined ? tableDefinition : tableDefinition.indexes[index]
  const asked = termsOf(input.KeyConditionExpression, input)
  const partition = input.ExpressionAttributeValues?.[':pk']
  if (!asked.some(({ attribute, holds }) => attribute === partitionKey && holds(partition))) {
    throw new Error('the table in memory wants the partition of a query under :pk')
  }
  const direction = ScanIndexForward ? 1 : -1
  const filters = termsOf(input.FilterExpression, input)

  const sorted = rows.partition(index, partition)
  const page: Item[] = []
  let bytes = 0
  let isWhole = true
  for (const row of ScanIndexForward ? sorted : sorted.toReversed()) {
    if (ExclusiveStartKey !== undefined && compareRows(sortKey, row, ExclusiveStartKey) * direction <= 0) continue
    if (!allHold(asked, row)) continue
    isWhole = page.length < Limit && bytes + sizeOf(row) <= MOST_BYTES
    if (!isWhole) break
    bytes += sizeOf(row)
    page.push(row)
  }
  // A page as long as asked for has a next one, which may be empty.
  const last = isWhole && page.length < Limit ? undefined : page.at(-1)
  const found = page.filter((row) => allHold(filters, row))
  const keys = [...new Set([tableDefinition.partitionKey, tableDefinition.sortKey, partitionKey, sortKey])]
  return {
    ...(input.Select === 'COUNT' ? {} : { Items: found.map((row) => projected(row, input)) }),
    Count: found.length,
    ...(last === undefined ? {} : { LastEvaluatedKey: picked(last, keys) }),
    ...(isMeasured(input) ? { ConsumedCapacity: consumed([unitsOf(index, bytes, ConsistentRead)]) } : {}),
  }
}

const sizes = new WeakMap<Item, number>()

/** Rows are never changed, so each is measured once. */
const sizeOf = (row: Item): number => {
  const known = sizes.get(row) ?? itemSize(row)
  sizes.set(row, known)
  return known
}

const unitsOf = (index: IndexName | undefined, bytes: number, consistent = false) => {
  const units = readUnits(bytes, consistent)
  return index === undefined ? { table: units, indexes: {} } : { table: 0, indexes: { [index]: units } }
}

const projected = (row: Item, { ProjectionExpression, ExpressionAttributeNames = {} }: QueryCommandInput): Item =>
  ProjectionExpression === undefined
    ? row
    : picked(
        row,
        ProjectionExpression.split(', ').map((name) => ExpressionAttributeNames[name] ?? name),
      )

const indexOf = (name: string | undefined): IndexName | undefined => {
  if (name === undefined) return undefined
  const found = INDEXES.find((index) => index === name)
  if (found === undefined) throw invalid(`there is no index ${name}`)
  return found
}
