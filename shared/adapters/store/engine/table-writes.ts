/** Writes to the table, all or nothing, each change under the expectation of its writer. */

import { randomBytes } from 'node:crypto'
import {
  type AttributeValue,
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  PutItemCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb'
import { chunked } from '#domain/kernel/chunked.ts'
import { toAttributes } from './attributes.ts'
import { condition, type Expectation } from './expectation.ts'
import { type Key, keyOf } from './keys.ts'
import { pause, persist } from './persist.ts'
import type { Row } from './rows.ts'
import type { Metered, Wire } from './wire.ts'

/** Change of a `write`, and its expectation. */
export type Change =
  | { readonly put: Row & Key; readonly expect: Expectation }
  | { readonly remove: Key; readonly expect: Expectation }

/** `failed` has the indexes of the changes whose expectation failed. */
export type Written = { readonly written: true } | { readonly written: false; readonly failed: readonly number[] }

export interface TableWrites {
  /** Writes all changes or none. A single change is not a transaction and costs half. */
  write(changes: readonly Change[]): Promise<Written>
  /** Puts many rows independently, without conditions. */
  putAll(rows: ReadonlyArray<Row & Key>): Promise<void>
}

/** Writes of the table, each measured, and repeated if that is safe. */
export const tableWrites = ({ client, tableName: TableName, measured, send }: Wire): TableWrites => {
  const stamped = (row: Row, stamp: string) => toAttributes({ ...row, w: stamp })

  const write: TableWrites['write'] = (changes) => {
    // Stamp of this write. A repeat that finds its own stamp had succeeded, and only its answer was lost.
    const stamp = randomBytes(6).toString('base64url')
    const [first, ...others] = changes
    if (first === undefined) return Promise.resolve({ written: true })
    return others.length === 0 ? writeOne(first, stamp) : writeTogether(changes, stamp)
  }

  const writeOne = async (change: Change, stamp: string): Promise<Written> => {
    const input = { TableName, ...condition(change.expect), ...measured }
    const [operation, act] =
      'put' in change
        ? (['put', () => client.send(new PutItemCommand({ ...input, Item: stamped(change.put, stamp) }))] as const)
        : ([
            'remove',
            () => client.send(new DeleteItemCommand({ ...input, Key: toAttributes(keyOf(change.remove)) })),
          ] as const)
    return persist(async (uncertain): Promise<Written> => {
      try {
        await send<Metered>(operation, act)
        return { written: true }
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error
        const mine = isDone(change, stamp, error.Item, uncertain)
        return mine ? { written: true } : { written: false, failed: [0] }
      }
    })
  }

  const writeTogether = async (changes: readonly Change[], stamp: string): Promise<Written> => {
    const command = new TransactWriteItemsCommand({
      ClientRequestToken: randomBytes(18).toString('base64url'),
      TransactItems: changes.map((change) => {
        const input = { TableName, ...condition(change.expect) }
        return 'put' in change
          ? { Put: { ...input, Item: stamped(change.put, stamp) } }
          : { Delete: { ...input, Key: toAttributes(keyOf(change.remove)) } }
      }),
      ...measured,
    })
    return persist(async (uncertain): Promise<Written> => {
      try {
        await send('transact', () => client.send(command))
        return { written: true }
      } catch (error) {
        return outcomeOf(error, changes, stamp, uncertain)
      }
    })
  }

  const putAll: TableWrites['putAll'] = async (rows) => {
    for (const chunk of chunked(rows, MOST_ROWS)) {
      let waiting: Record<string, WriteRequest[]> = {
        [TableName]: chunk.map((row) => ({ PutRequest: { Item: toAttributes(row) } })),
      }
      for (let tries = 1; Object.keys(waiting).length > 0; tries++) {
        const command = new BatchWriteItemCommand({ RequestItems: waiting, ...measured })
        const answer = await persist(() => send('putAll', () => client.send(command)))
        waiting = answer.UnprocessedItems ?? {}
        if (Object.keys(waiting).length > 0) await pause(Math.min(tries, 6))
      }
    }
  }

  return { write, putAll }
}

/** Outcome of a cancelled transaction; throws the error if no expectation failed. */
const outcomeOf = (error: unknown, changes: readonly Change[], stamp: string, uncertain: boolean): Written => {
  if (!(error instanceof TransactionCanceledException)) throw error
  const reasons = error.CancellationReasons ?? []
  const failed = changes.flatMap((_, place) => (reasons[place]?.Code === 'ConditionalCheckFailed' ? [place] : []))
  if (failed.length === 0) throw error
  // The request token makes a repeat harmless for ten minutes only; the stamp does so for ever.
  const isOwn = failed.every((place) => isDone(changes[place], stamp, reasons[place]?.Item, uncertain))
  return isOwn ? { written: true } : { written: false, failed }
}

/** Rows per request, by the limit of DynamoDB. */
const MOST_ROWS = 25

type Attributes = Readonly<Record<string, AttributeValue>>

/** True if the current row shows that an earlier try has made this change. */
const isDone = (
  change: Change | undefined,
  stamp: string,
  there: Attributes | undefined,
  uncertain: boolean,
): boolean => {
  if (change === undefined) return false
  return 'put' in change ? there?.w?.S === stamp : uncertain && there === undefined
}
