/** Writes to the table: all or nothing, each change under what its writer expected to find. */

import { randomBytes } from 'node:crypto'
import { type Row, toAttributes } from './attributes.ts'
import { condition, type Expectation } from './expectation.ts'
import type { Key } from './keys.ts'
import { pause, persist } from './persist.ts'
import { cancellationReasons, rowInTheWay } from './refused-write.ts'
import type { Attribute, Input } from './table-client.ts'
import type { Metered, Wire } from './wire.ts'
import { foldWorkPartition } from './work-partitions.ts'

/** One change of a `write`, and what must hold for it. */
export type Change =
  | { readonly put: Row & Key; readonly expect: Expectation }
  | { readonly remove: Key; readonly expect: Expectation }

/** `failed` holds the places, in the given order, of the changes whose expectation did not hold. */
export type Written = { readonly written: true } | { readonly written: false; readonly failed: readonly number[] }

export interface TableWrites {
  /** All changes or none. A single one is not a transaction and costs half. */
  write(changes: readonly Change[]): Promise<Written>
  /** Puts many rows, each for itself and whatever is there. */
  putAll(rows: ReadonlyArray<Row & Key>): Promise<void>
}

/** The writes of the table, each measured and, where that is safe, repeated. */
export const tableWrites = ({ client, tableName: TableName, measured, send, workSpread }: Wire): TableWrites => {
  const stamped = (row: Row, stamp: string) => toAttributes({ ...folded(row, workSpread), w: stamp })

  const write: TableWrites['write'] = (changes) => {
    // Stamps what this write puts. A repeat that finds its own stamp had succeeded, and only its answer was lost.
    const stamp = randomBytes(6).toString('base64url')
    const [first, ...others] = changes
    if (first === undefined) return Promise.resolve({ written: true })
    return others.length === 0 ? writeOne(first, stamp) : writeTogether(changes, stamp)
  }

  const writeOne = async (change: Change, stamp: string): Promise<Written> => {
    const input = { TableName, ...condition(change.expect), ...measured }
    const [operation, act] =
      'put' in change
        ? (['put', () => client.call('PutItem', { ...input, Item: stamped(change.put, stamp) })] as const)
        : (['remove', () => client.call('DeleteItem', { ...input, Key: toAttributes(keyOf(change.remove)) })] as const)
    return persist(async (uncertain): Promise<Written> => {
      try {
        await send<Metered>(operation, act)
        return { written: true }
      } catch (error) {
        const there = rowInTheWay(error)
        if (there === null) throw error
        const mine = isDone(change, stamp, there.row, uncertain)
        return mine ? { written: true } : { written: false, failed: [0] }
      }
    })
  }

  const writeTogether = async (changes: readonly Change[], stamp: string): Promise<Written> => {
    const input: Input<'TransactWriteItems'> = {
      ClientRequestToken: randomBytes(18).toString('base64url'),
      TransactItems: changes.map((change) => {
        const one = { TableName, ...condition(change.expect) }
        return 'put' in change
          ? { Put: { ...one, Item: stamped(change.put, stamp) } }
          : { Delete: { ...one, Key: toAttributes(keyOf(change.remove)) } }
      }),
      ...measured,
    }
    return persist(async (uncertain): Promise<Written> => {
      try {
        await send('transact', () => client.call('TransactWriteItems', input))
        return { written: true }
      } catch (error) {
        const reasons = cancellationReasons(error)
        if (reasons === null) throw error
        const failed = changes.flatMap((_, place) => (reasons[place]?.Code === 'ConditionalCheckFailed' ? [place] : []))
        if (failed.length === 0) throw error
        // The request token makes a repeat harmless for ten minutes; the stamp holds for ever.
        const mine = failed.every((place) => isDone(changes[place], stamp, reasons[place]?.Item, uncertain))
        return mine ? { written: true } : { written: false, failed }
      }
    })
  }

  const putAll: TableWrites['putAll'] = async (rows) => {
    for (let start = 0; start < rows.length; start += MOST_ROWS) {
      const chunk = rows.slice(start, start + MOST_ROWS)
      let waiting: Input<'BatchWriteItem'>['RequestItems'] & object = {
        [TableName]: chunk.map((row) => ({ PutRequest: { Item: toAttributes(folded(row, workSpread)) } })),
      }
      for (let tries = 1; Object.keys(waiting).length > 0; tries++) {
        const input = { RequestItems: waiting, ...measured }
        const answer = await persist(() => send('putAll', () => client.call('BatchWriteItem', input)))
        waiting = answer.UnprocessedItems ?? {}
        if (Object.keys(waiting).length > 0) await pause(Math.min(tries, 6))
      }
    }
  }

  return { write, putAll }
}

/** Rows per request, as DynamoDB allows. */
const MOST_ROWS = 25

type Attributes = Readonly<Record<string, Attribute>>

/** The row in the partition of due work that this table has. */
const folded = (row: Row, spread: number): Row =>
  typeof row['wp'] === 'string' ? { ...row, wp: foldWorkPartition(row['wp'], spread) } : row

/** Whether the row that is there shows that this very change was made by an earlier try. */
const isDone = (
  change: Change | undefined,
  stamp: string,
  there: Attributes | undefined,
  uncertain: boolean,
): boolean => {
  if (change === undefined) return false
  return 'put' in change ? there?.w?.S === stamp : uncertain && there === undefined
}

const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk })
