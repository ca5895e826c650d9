/** Answers reads by key as DynamoDB does. */

import type {
  BatchGetItemCommandInput,
  BatchGetItemCommandOutput,
  GetItemCommandInput,
  GetItemCommandOutput,
} from '@aws-sdk/client-dynamodb'
import { consumed, isMeasured, readUnits } from './capacity.ts'
import { invalid } from './invalid.ts'
import { type Item, itemSize } from './item-size.ts'
import type { MemoryRows } from './memory-rows.ts'

const MOST_KEYS = 100

export const answerGet = (rows: MemoryRows, input: GetItemCommandInput): Omit<GetItemCommandOutput, '$metadata'> => {
  const item = rows.get(input.Key ?? {})
  return {
    ...(item === undefined ? {} : { Item: item }),
    ...(isMeasured(input) ? { ConsumedCapacity: consumed([unitsOf(item, input.ConsistentRead)]) } : {}),
  }
}

export const answerBatchGet = (
  rows: MemoryRows,
  input: BatchGetItemCommandInput,
): Omit<BatchGetItemCommandOutput, '$metadata'> => {
  const [[table, { Keys = [], ConsistentRead } = {}] = ['']] = Object.entries(input.RequestItems ?? {})
  if (Keys.length > MOST_KEYS) throw invalid(`more than ${MOST_KEYS} keys`)
  const found = Keys.map((key) => rows.get(key))
  return {
    Responses: { [table]: found.filter((item) => item !== undefined) },
    ...(isMeasured(input) ? { ConsumedCapacity: [consumed(found.map((item) => unitsOf(item, ConsistentRead)))] } : {}),
  }
}

const unitsOf = (item: Item | undefined, consistent = false) => ({
  table: readUnits(item === undefined ? 0 : itemSize(item), consistent),
  indexes: {},
})
