/**
 * DynamoDB in memory, for stories: it answers the requests the table sends, without the sockets and the process that cost most of a
 * story's time. The store suite runs on it as on the real engine, and a property compares the
 * two, costs included.
 */

import type { CallDynamoDb, Requests } from '#adapters/store/engine/requests.ts'
import { answerBatchGet, answerGet } from './answer-get.ts'
import { answerQuery } from './answer-query.ts'
import { answerBatchWrite, answerTransaction, answerWrite } from './answer-write.ts'
import { memoryRows } from './memory-rows.ts'

/** Stands for DynamoDB with one table, which is new and empty, whatever it is called. */
export const memoryDynamoDb = (): CallDynamoDb => {
  const rows = memoryRows()
  const tokens = new Set<string>()

  const answers: { readonly [Name in keyof Requests]: (request: Requests[Name]) => object } = {
    GetItem: (request) => answerGet(rows, request),
    BatchGetItem: (request) => answerBatchGet(rows, request),
    Query: (request) => answerQuery(rows, request),
    PutItem: (request) => answerWrite(rows, { Put: request }, request),
    DeleteItem: (request) => answerWrite(rows, { Delete: request }, request),
    TransactWriteItems: (request) => answerTransaction(rows, tokens, request),
    BatchWriteItem: (request) => answerBatchWrite(rows, request),
  }

  return async (operation, request) => {
    // What goes on at the same time may come in between, as on a wire.
    await null
    const reply = answers[operation](request)
    await null
    return reply
  }
}
