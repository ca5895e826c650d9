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
import type { Item } from './item-size.ts'
import { memoryRows } from './memory-rows.ts'

export interface MemoryDynamoDb {
  /** Speaks to the one table there is, whatever that is called. */
  readonly client: TableClient
  /** The rows of the table now. */
  readonly items: () => readonly Item[]
}

/** With a new table that holds these rows. */
export const memoryDynamoDb = (items: readonly Item[] = []): MemoryDynamoDb => {
  const rows = memoryRows()
  for (const item of items) rows.put(item)
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
  return { client: { send } as unknown as TableClient, items: rows.all }
}
