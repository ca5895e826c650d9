/** What requests cost: the capacity units DynamoDB bills, by its rules of rounding. */

import { isDeepStrictEqual } from 'node:util'
import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb'
import { INDEXES, type IndexName, indexes } from './indexes.ts'
import { type Item, itemSize } from './item-size.ts'

/** Units of the table and of each index that has any. */
export interface Units {
  readonly table: number
  readonly indexes: Readonly<Partial<Record<IndexName, number>>>
}

/** A request that may ask for its cost. */
export interface Measurable {
  readonly ReturnConsumedCapacity?: string | undefined
}

export const isMeasured = ({ ReturnConsumedCapacity }: Measurable): boolean => ReturnConsumedCapacity !== undefined

/** A read of that many bytes of the table. A read that finds nothing costs as much as one of 4 KB. */
export const readUnits = (bytes: number, consistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / 4_096)) * (consistent ? 1 : 0.5)

/** A write that replaces `before` by `after`; each may be absent. */
export const writeUnits = (before: Item | undefined, after: Item | undefined): Units => ({
  table: Math.max(1, kilobytes(before), kilobytes(after)),
  indexes: Object.fromEntries(
    INDEXES.flatMap((name) => {
      const units = indexUnits(name, before, after)
      return units === 0 ? [] : [[name, units]]
    }),
  ),
})

/** A row that moves within an index is removed there and put again. */
const indexUnits = (name: IndexName, before: Item | undefined, after: Item | undefined): number => {
  const { shown, partitionKey, sortKey } = indexes[name]
  const [old, now] = [before && shown(before), after && shown(after)]
  if (isDeepStrictEqual(old, now)) return 0
  const stays = [partitionKey, sortKey].every((key) => isDeepStrictEqual(old?.[key], now?.[key]))
  return stays ? Math.max(kilobytes(old), kilobytes(now)) : kilobytes(old) + kilobytes(now)
}

const kilobytes = (item: Item | undefined): number => (item === undefined ? 0 : Math.ceil(itemSize(item) / 1_024))

/** The units of several changes together; in a transaction those of the table count twice. */
export const consumed = (all: readonly Units[], factor = 1): ConsumedCapacity => {
  const table = factor * all.reduce((sum, units) => sum + units.table, 0)
  const byIndex = INDEXES.map(
    (name) => [name, all.reduce((sum, units) => sum + (units.indexes[name] ?? 0), 0)] as const,
  ).filter(([, units]) => units > 0)
  return {
    CapacityUnits: table + byIndex.reduce((sum, [, units]) => sum + units, 0),
    Table: { CapacityUnits: table },
    GlobalSecondaryIndexes: Object.fromEntries(byIndex.map(([name, CapacityUnits]) => [name, { CapacityUnits }])),
  }
}
