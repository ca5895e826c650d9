/** Writes to the table: all or nothing, each change under what its writer expected to find. */

import { randomBytes } from 'node:crypto'
import { array, custom, nullish, object, optional, parse, record, string } from 'valibot'
import { AwsRefusal } from '../../aws/aws-errors.ts'
import { pause, persist } from '../../aws/persist.ts'
import { type Attributes, type Row, toAttributes } from './attributes.ts'
import { condition, type Expectation } from './expectation.ts'
import type { Key } from './keys.ts'
import type { Requests } from './requests.ts'
import type { Wire } from './wire.ts'

/** One change of a `write`, and what must hold for it. */
export type Change = Put | Remove

interface Put {
  readonly put: Row & Key
  readonly expect: Expectation
}

interface Remove {
  readonly remove: Key
  readonly expect: Expectation
}

/** `failed` holds the places, in the given order, of the changes whose expectation did not hold. */
export type Written = { readonly written: true } | { readonly written: false; readonly failed: readonly number[] }

export interface TableWrites {
  /** All changes or none. A single one is not a transaction and costs half. */
  write(changes: readonly Change[]): Promise<Written>
  /** Puts many rows, each for itself and whatever is there. */
  putAll(rows: ReadonlyArray<Row & Key>): Promise<void>
}

/** The writes of the table behind that wire. */
export const tableWrites = ({ tableName: TableName, ask }: Wire): TableWrites => {
  const write: TableWrites['write'] = (changes) => {
    // Stamps what this write puts. A repeat that finds its own stamp had succeeded, and only its answer was lost.
    const stamp = randomBytes(6).toString('base64url')
    const [first, ...others] = changes
    if (first === undefined) return Promise.resolve({ written: true })
    return others.length === 0 ? writeOne(first, stamp) : writeTogether(changes, stamp)
  }

  const put = (change: Put, stamp: string) => ({
    TableName,
    ...condition(change.expect),
    Item: stamped(change.put, stamp),
  })
  const remove = (change: Remove) => ({
    TableName,
    ...condition(change.expect),
    Key: toAttributes(keyOf(change.remove)),
  })

  const writeOne = (change: Change, stamp: string): Promise<Written> => {
    // Made once, so that a repeat says the same.
    const [operation, request] =
      'put' in change ? (['put', put(change, stamp)] as const) : (['remove', remove(change)] as const)
    return persist(async (uncertain): Promise<Written> => {
      try {
        await ask(operation, request)
        return { written: true }
      } catch (error) {
        if (!isRefusal(error, 'ConditionalCheckFailedException')) throw error
        const { Item } = parse(refusedChange, error.reply)
        return isDone(change, stamp, Item, uncertain) ? { written: true } : { written: false, failed: [0] }
      }
    })
  }

  const writeTogether = (changes: readonly Change[], stamp: string): Promise<Written> => {
    const input = {
      ClientRequestToken: randomBytes(18).toString('base64url'),
      TransactItems: changes.map((change) =>
        'put' in change ? { Put: put(change, stamp) } : { Delete: remove(change) },
      ),
    }
    return persist(async (uncertain): Promise<Written> => {
      try {
        await ask('transact', input)
        return { written: true }
      } catch (error) {
        if (!isRefusal(error, 'TransactionCanceledException')) throw error
        const reasons = parse(cancelled, error.reply).CancellationReasons
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
      let waiting: Requests['BatchWriteItem']['RequestItems'] = {
        [TableName]: chunk.map((row) => ({ PutRequest: { Item: toAttributes(row) } })),
      }
      for (let tries = 1; Object.keys(waiting).length > 0; tries++) {
        const input = { RequestItems: waiting }
        waiting = parse(putAllAnswer, await persist(() => ask('putAll', input))).UnprocessedItems
        if (Object.keys(waiting).length > 0) await pause(Math.min(tries, 6))
      }
    }
  }

  return { write, putAll }
}

/** Rows per request, as DynamoDB allows. */
const MOST_ROWS = 25

const stamped = (row: Row, stamp: string) => toAttributes({ ...row, w: stamp })

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

const isRefusal = (error: unknown, name: string): error is AwsRefusal =>
  error instanceof AwsRefusal && error.name === name

const attributes = custom<Attributes>((value) => typeof value === 'object' && value !== null)
const refusedChange = object({ Item: optional(attributes) })
const cancelled = object({
  CancellationReasons: array(object({ Code: nullish(string()), Item: optional(attributes) })),
})
const unprocessed = object({ PutRequest: object({ Item: attributes }) })
const putAllAnswer = object({ UnprocessedItems: optional(record(string(), array(unprocessed)), {}) })

const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk })
