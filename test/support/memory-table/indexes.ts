/** The table's indexes, and what each shows of a row. */

import { type IndexName, tableDefinition } from '#adapters/store/engine/table-definition.ts'
import type { Item } from './item-size.ts'

export type { IndexName }

interface Index {
  readonly partitionKey: string
  readonly sortKey: string
  /** The row as it stands in the index; undefined while it lacks one of the index's keys. */
  readonly shown: (item: Item) => Item | undefined
}

const { partitionKey, sortKey } = tableDefinition

const indexOf = (name: IndexName): Index => {
  const index = tableDefinition.indexes[name]
  const attributes = [partitionKey, sortKey, index.partitionKey, index.sortKey, ...index.include]
  return {
    ...index,
    shown: (item) =>
      item[index.partitionKey] === undefined || item[index.sortKey] === undefined
        ? undefined
        : picked(item, attributes),
  }
}

export const indexes: Readonly<Record<IndexName, Index>> = {
  list: indexOf('list'),
  work: indexOf('work'),
  live: indexOf('live'),
  trigger: indexOf('trigger'),
}

export const INDEXES = ['list', 'work', 'live', 'trigger'] as const satisfies readonly IndexName[]

/** The attributes of those names that the item has. */
export const picked = (item: Item, names: readonly string[]): Item =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = item[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
