/** Costs of requests: the capacity units DynamoDB bills, by its rules of rounding. */

import { refusal } from './refusal.ts'
import type { IndexChange } from './table-rows.ts'

/** Units of the table and of each index that has any. */
export interface Units {
  readonly table: number
  readonly indexes: Readonly<Record<string, number>>
}

/** A request that may ask for its cost. */
export interface Measurable {
  readonly ReturnConsumedCapacity?: string
}

interface Capacity {
  readonly TableName: string
  readonly CapacityUnits: number
  readonly Table?: object
  readonly GlobalSecondaryIndexes?: object
}

export const isMeasured = ({ ReturnConsumedCapacity: requested = 'NONE' }: Measurable): boolean => {
  if (!WAYS.includes(requested))
    throw refusal(
      'ValidationException',
      `1 validation error detected: Value '${requested}' at 'returnConsumedCapacity' failed to satisfy constraint: Member must satisfy enum value set: [INDEXES, TOTAL, NONE]`,
    )
  return requested !== 'NONE'
}

const WAYS: readonly string[] = ['INDEXES', 'TOTAL', 'NONE']

/** A read of that many bytes of the table. A read that finds nothing costs as much as one of 4 KB. */
export const readUnits = (bytes: number, consistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / 4_096)) * (consistent ? 1 : 0.5)

/** A write that replaces a row of so many bytes by another; 0 where there is none. */
export const writeUnits = (before: number, after: number, changes: readonly IndexChange[]): Units => ({
  table: Math.max(1, kilobytes(before), kilobytes(after)),
  indexes: Object.fromEntries(changes.map((change) => [change.name, indexUnits(change)])),
})

/** A row that moves within an index is removed there and put again. */
const indexUnits = ({ before, after }: IndexChange): number => {
  const [old, now] = [kilobytes(before?.size ?? 0), kilobytes(after?.size ?? 0)]
  const stays = JSON.stringify(before?.columns) === JSON.stringify(after?.columns)
  return stays ? Math.max(old, now) : old + now
}

const kilobytes = (bytes: number): number => Math.ceil(bytes / 1_024)

/** The units of several changes of one table together; in a transaction they count twice. */
export const consumed = (
  TableName: string,
  all: readonly Units[],
  { ReturnConsumedCapacity }: Measurable,
  factor = 1,
): Capacity => {
  const table = factor * all.reduce((sum, units) => sum + units.table, 0)
  const byIndex = new Map<string, number>()
  for (const { indexes } of all)
    for (const [name, units] of Object.entries(indexes)) byIndex.set(name, (byIndex.get(name) ?? 0) + units)
  const CapacityUnits = [...byIndex.values()].reduce((sum, units) => sum + units, table)
  if (ReturnConsumedCapacity === 'TOTAL') return { TableName, CapacityUnits }
  return {
    TableName,
    CapacityUnits,
    Table: { CapacityUnits: table },
    GlobalSecondaryIndexes: Object.fromEntries([...byIndex].map(([name, units]) => [name, { CapacityUnits: units }])),
  }
}
