/** The rows of a table in memory and of its indexes, each partition in the order of its sort key. */

import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { tableDefinition } from '#adapters/store/engine/table-definition.ts'
import { compareTexts, compareValues } from './compare-values.ts'
import { INDEXES, type IndexName, indexes } from './indexes.ts'
import type { Item } from './item-size.ts'

const { partitionKey, sortKey } = tableDefinition

export interface MemoryRows {
  readonly get: (key: Item) => Item | undefined
  readonly put: (item: Item) => void
  readonly remove: (key: Item) => void
  readonly all: () => readonly Item[]
  /** The rows of a partition of the table, or of an index as that shows them, in the order of the sort key. */
  readonly partition: (index: IndexName | undefined, value: AttributeValue | undefined) => readonly Item[]
}

/** Whether `a` comes before or after `b` in a partition: rows with one sort key in an index by their own keys. */
export const compareRows = (sort: string, a: Item, b: Item): number =>
  compareAttributes(a[sort], b[sort]) ||
  compareAttributes(a[partitionKey], b[partitionKey]) ||
  compareAttributes(a[sortKey], b[sortKey])

export const memoryRows = (): MemoryRows => {
  const rows = new Map<string, Item>()
  const table = sortedRows(sortKey)
  const indexed = INDEXES.map((name) => ({ name, ...indexes[name], sorted: sortedRows(indexes[name].sortKey) }))

  const remove = (key: Item): void => {
    const name = nameOf(key)
    const old = rows.get(name)
    if (old === undefined) return
    rows.delete(name)
    table.remove(old[partitionKey], old)
    for (const index of indexed) {
      if (index.shown(old) !== undefined) index.sorted.remove(old[index.partitionKey], old)
    }
  }

  return {
    get: (key) => rows.get(nameOf(key)),
    all: () => [...rows.values()],
    remove,
    put: (item) => {
      remove(item)
      rows.set(nameOf(item), item)
      table.add(item[partitionKey], item)
      for (const index of indexed) {
        const entry = index.shown(item)
        if (entry !== undefined) index.sorted.add(item[index.partitionKey], entry)
      }
    },
    partition: (index, value) =>
      (index === undefined ? table : indexed.find(({ name }) => name === index)?.sorted)?.of(value) ?? [],
  }
}

const sortedRows = (sort: string) => {
  const partitions = new Map<string, Item[]>()

  /** The place of the row in its partition, or where it belongs. */
  const placeOf = (list: readonly Item[], row: Item): number => {
    let [low, high] = [0, list.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compareRows(sort, list[middle] ?? {}, row) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    of: (value: AttributeValue | undefined): readonly Item[] => partitions.get(value?.S ?? '') ?? [],
    add: (value: AttributeValue | undefined, row: Item): void => {
      const list = partitions.get(value?.S ?? '')
      if (list === undefined) partitions.set(value?.S ?? '', [row])
      else list.splice(placeOf(list, row), 0, row)
    },
    remove: (value: AttributeValue | undefined, row: Item): void => {
      const list = partitions.get(value?.S ?? '')
      list?.splice(placeOf(list, row), 1)
    },
  }
}

const compareAttributes = (a: AttributeValue | undefined, b: AttributeValue | undefined): number => {
  if (a?.S !== undefined && b?.S !== undefined) return compareTexts(a.S, b.S)
  return (a === undefined || b === undefined ? null : compareValues(a, b)) ?? 0
}

const nameOf = (key: Item): string => `${key[partitionKey]?.S ?? ''} ${key[sortKey]?.S ?? ''}`
