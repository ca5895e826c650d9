/** What DynamoDB refuses to store, refused in the same way. */

import { tableDefinition } from '#adapters/store/engine/table-definition.ts'
import { invalid } from './invalid.ts'
import { type Item, itemSize } from './item-size.ts'

const MOST_BYTES = 400 * 1_024

/** Throws what DynamoDB answers to an item without its key, with an empty one, or above 400 KB. */
export const checkItem = (item: Item): void => {
  for (const name of [tableDefinition.partitionKey, tableDefinition.sortKey]) {
    if (item[name]?.S === undefined) throw invalid(`the key ${name} is missing, or no string`)
  }
  for (const name of Object.keys(tableDefinition.keyAttributes)) {
    if (item[name]?.S === '') throw invalid(`the key ${name} cannot be an empty string`)
  }
  if (itemSize(item) > MOST_BYTES) throw invalid('item size has exceeded the maximum allowed size')
}

/** Whether every key of an index is of the index's type; a transaction names the changes of which that is not so. */
export const hasFittingKeys = (item: Item): boolean =>
  Object.entries(tableDefinition.keyAttributes).every(
    ([name, type]) => item[name] === undefined || item[name]?.[type] !== undefined,
  )
