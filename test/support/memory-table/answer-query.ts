/** Answers a query as DynamoDB does: page by page, filtered after it is read. */

import type { QueryCommandInput, QueryCommandOutput } from '@aws-sdk/client-dynamodb'
import { type IndexName, tableDefinition } from '#adapters/store/engine/table-definition.ts'
import { allHold, termsOf } from './expression.ts'
import { invalid } from './invalid.ts'
import { type Item, itemSize } from './item-size.ts'
import { compareRows, type MemoryRows, picked } from './memory-rows.ts'

const MOST_BYTES = 1_024 * 1_024

export const answerQuery = (
  rows: MemoryRows,
  input: QueryCommandInput,
): Pick<QueryCommandOutput, 'Items' | 'Count' | 'LastEvaluatedKey'> => {
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
  let last: Item | null = null
  for (const row of ScanIndexForward ? sorted : sorted.toReversed()) {
    if (ExclusiveStartKey !== undefined && compareRows(sortKey, row, ExclusiveStartKey) * direction <= 0) continue
    if (!allHold(asked, row)) continue
    bytes += sizeOf(row)
    if (bytes > MOST_BYTES) break
    page.push(row)
    last = row
    if (page.length === Limit) break
  }
  const isWhole = page.length < Limit && bytes <= MOST_BYTES
  const found = page.filter((row) => allHold(filters, row))
  const keys = [...new Set([tableDefinition.partitionKey, tableDefinition.sortKey, partitionKey, sortKey])]
  return {
    ...(input.Select === 'COUNT' ? {} : { Items: found.map((row) => projected(row, input)) }),
    Count: found.length,
    ...(isWhole || last === null ? {} : { LastEvaluatedKey: picked(last, keys) }),
  }
}

const sizes = new WeakMap<Item, number>()

/** Rows are never changed, so each is measured once. */
const sizeOf = (row: Item): number => {
  const known = sizes.get(row) ?? itemSize(row)
  sizes.set(row, known)
  return known
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
  const found = (['list', 'work', 'live', 'trigger'] as const).find((index) => index === name)
  if (found === undefined) throw invalid(`there is no index ${name}`)
  return found
}
