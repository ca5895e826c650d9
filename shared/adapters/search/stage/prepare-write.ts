/** Prepares a statement that changes rows of a stage. */

import type { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * `run` also reports the last row id of the connection. After a change of the word index that is an id of its own tables,
 * beyond the integers of a number, and Node 26 throws a RangeError unless it may report a bigint.
 */
export const prepareWrite = (database: DatabaseSync, sql: string): StatementSync => {
  const statement = database.prepare(sql)
  statement.setReadBigInts(true)
  return statement
}
