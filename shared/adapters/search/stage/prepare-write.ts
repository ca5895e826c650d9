/** Prepares a statement that changes rows of a stage. */

import type { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * Lets `run` report the last row id of the connection as a bigint. A change of the word index sets that id beyond the
 * integers of a number, and Node 26 then throws a RangeError.
 */
export const prepareWrite = (database: DatabaseSync, sql: string): StatementSync => {
  const statement = database.prepare(sql)
  statement.setReadBigInts(true)
  return statement
}
