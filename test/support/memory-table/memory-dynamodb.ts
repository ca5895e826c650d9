/**
 * DynamoDB in memory, for stories: it answers the commands the table sends, without the sockets, the process and the SDK's
 * own work that cost most of a story's time. The store suite runs on it as on the real engine, and a property compares the
 * two, costs included.
 */

import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb'
import type { TableClient } from '#adapters/store/engine/wire.ts'
import { answerBatchGet, answerGet } from './answer-get.ts'
import { answerQuery } from './answer-query.ts'
import { answerBatchWrite, answerTransaction, answerWrite } from './answer-write.ts'
import { memoryRows } from './memory-rows.ts'

/** A client whose one table is new and empty, whatever it is called. */
export const memoryDynamoDb = (): TableClient => {
  const rows = memoryRows()
  const tokens = new Set<string>()

  const answer = (command: unknown): object => {
    if (command instanceof GetItemCommand) return answerGet(rows, command.input)
    if (command instanceof BatchGetItemCommand) return answerBatchGet(rows, command.input)
    if (command instanceof QueryCommand) return answerQuery(rows, command.input)
    if (command instanceof PutItemCommand) return answerWrite(rows, { Put: command.input }, command.input)
    if (command instanceof DeleteItemCommand) return answerWrite(rows, { Delete: command.input }, command.input)
    if (command instanceof TransactWriteItemsCommand) return answerTransaction(rows, tokens, command.input)
    if (command instanceof BatchWriteItemCommand) return answerBatchWrite(rows, command.input)
    throw new Error(`the table in memory does not know this command: ${command?.constructor.name}`)
  }

  const send = async (command: unknown): Promise<object> => {
    // What goes on at the same time may come in between, as on a wire.
    await null
    const reply = answer(command)
    await null
    return reply
  }
  // The SDK types `send` by command, in overloads that no function of ours can have.
  return { send } as unknown as TableClient
}
