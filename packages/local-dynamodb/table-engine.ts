/** A DynamoDB on one machine: answers its operations from tables, which are in a SQLite file. */

import { answerBatchGet, answerGet } from './answer-get.ts'
import { answerQuery, answerScan } from './answer-query.ts'
import {
  answerCreateTable,
  answerDeleteTable,
  answerDescribeTable,
  answerDescribeTimeToLive,
  answerListTables,
  answerUpdateTimeToLive,
} from './answer-tables.ts'
import { answerTransaction, rememberTokens } from './answer-transaction.ts'
import { answerBatchWrite, answerDelete, answerPut } from './answer-write.ts'
import { expireRows } from './expire-rows.ts'
import { refusal } from './refusal.ts'
import type { Tables } from './tables.ts'

export interface TableEngine {
  /** Throws a `Refusal`. A row in the answer may be a `StoredRow`. */
  readonly answer: (operation: string, input: object) => object
  readonly tables: Tables
  /** Drops rows whose time to live is over. */
  readonly expire: () => void
}

export const tableEngine = (tables: Tables, clock: () => number): TableEngine => {
  const tokens = rememberTokens()
  const operations: Readonly<Record<string, (input: object) => object>> = {
    GetItem: (input) => answerGet(tables, input),
    BatchGetItem: (input) => answerBatchGet(tables, input),
    Query: (input) => answerQuery(tables, input),
    Scan: (input) => answerScan(tables, input),
    PutItem: (input) => answerPut(tables, input),
    DeleteItem: (input) => answerDelete(tables, input),
    BatchWriteItem: (input) => answerBatchWrite(tables, input),
    TransactWriteItems: (input) => answerTransaction(tables, tokens, input, clock()),
    CreateTable: (input) => answerCreateTable(tables, input, clock()),
    DescribeTable: (input) => answerDescribeTable(tables, input),
    DeleteTable: (input) => answerDeleteTable(tables, input),
    ListTables: (input) => answerListTables(tables, input),
    UpdateTimeToLive: (input) => answerUpdateTimeToLive(tables, input),
    DescribeTimeToLive: (input) => answerDescribeTimeToLive(tables, input),
  }
  return {
    answer: (operation, input) => {
      const answer = Object.hasOwn(operations, operation) ? operations[operation] : undefined
      if (answer === undefined)
        throw refusal('UnknownOperationException', `The operation ${operation} is not known here`)
      return answer(input)
    },
    tables,
    expire: () => expireRows(tables, clock()),
  }
}
