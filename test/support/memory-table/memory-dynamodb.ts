/**
 * DynamoDB in memory, for stories: it answers the commands the table sends, without sockets, processes and the SDK's own
 * work, which cost most of a story's time. The store suite runs on it as on the real engine, and a property holds the two
 * against each other. It measures no capacity: what a request costs is asked of the real engine.
 */

import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  type TransactWriteItemsCommandInput,
} from '@aws-sdk/client-dynamodb'
import type { TableClient } from '#adapters/store/engine/wire.ts'
import { answerQuery } from './answer-query.ts'
import { checkItem, hasFittingKeys } from './check-item.ts'
import { allHold, type Placeholders, termsOf } from './expression.ts'
import { invalid } from './invalid.ts'
import type { Item } from './item-size.ts'
import { type MemoryRows, memoryRows } from './memory-rows.ts'

/** A client whose one table is new and empty, whatever it is called. */
export const memoryDynamoDb = (): TableClient => {
  const rows = memoryRows()
  const tokens = new Set<string>()

  const answer = (command: unknown): object => {
    if (command instanceof GetItemCommand) return answerGet(rows, command.input.Key ?? {})
    if (command instanceof QueryCommand) return answerQuery(rows, command.input)
    if (command instanceof PutItemCommand) return writeOne(rows, { Put: command.input })
    if (command instanceof DeleteItemCommand) return writeOne(rows, { Delete: command.input })
    if (command instanceof TransactWriteItemsCommand) return writeTogether(rows, tokens, command.input)
    const [[name, asked] = ['', undefined]] =
      command instanceof BatchGetItemCommand || command instanceof BatchWriteItemCommand
        ? Object.entries<unknown>(command.input.RequestItems ?? {})
        : []
    if (command instanceof BatchGetItemCommand) {
      const keys = command.input.RequestItems?.[name]?.Keys ?? []
      if (keys.length > 100) throw invalid('more than 100 keys')
      return { Responses: { [name]: keys.map((key) => rows.get(key)).filter((item) => item !== undefined) } }
    }
    if (command instanceof BatchWriteItemCommand && asked !== undefined) {
      const items = (command.input.RequestItems?.[name] ?? []).map(({ PutRequest }) => PutRequest?.Item ?? {})
      if (items.length > 25) throw invalid('more than 25 rows')
      refuseTwice(items)
      for (const item of items) checkItem(item)
      if (!items.every(hasFittingKeys)) throw invalid(WRONG_TYPE)
      for (const item of items) rows.put(item)
      return {}
    }
    throw new Error(`the table in memory does not know this command: ${command?.constructor.name}`)
  }

  const send = async (command: { readonly input: object }): Promise<object> => {
    if ('ReturnConsumedCapacity' in command.input) throw new Error('the table in memory measures no capacity')
    // What goes on at the same time may come in between, as on a wire.
    await null
    const reply = answer(command)
    await null
    return reply
  }
  // The SDK types `send` by command, in overloads that no function of ours can have.
  return { send } as unknown as TableClient
}

type Write = NonNullable<TransactWriteItemsCommandInput['TransactItems']>[number]

const answerGet = (rows: MemoryRows, key: Item): object => {
  const item = rows.get(key)
  return item === undefined ? {} : { Item: item }
}

const writeOne = (rows: MemoryRows, write: Write): object => {
  const { item, key, holds } = changeOf(write)
  if (item !== null) checkItem(item)
  if (item !== null && !hasFittingKeys(item)) throw invalid(WRONG_TYPE)
  const there = rows.get(key)
  if (!holds(there)) {
    const shown = there === undefined ? {} : { Item: there }
    throw new ConditionalCheckFailedException({ message: 'The conditional request failed', $metadata: {}, ...shown })
  }
  if (item === null) rows.remove(key)
  else rows.put(item)
  return {}
}

const writeTogether = (
  rows: MemoryRows,
  tokens: Set<string>,
  { TransactItems = [], ClientRequestToken = '' }: TransactWriteItemsCommandInput,
): object => {
  if (tokens.has(ClientRequestToken)) return {}
  if (TransactItems.length > 100) throw invalid('more than 100 changes')
  const changes = TransactItems.map(changeOf)
  refuseTwice(changes.map(({ key }) => key))
  for (const { item } of changes) if (item !== null) checkItem(item)
  const reasons = changes.map(({ item, key, holds }) => {
    const there = rows.get(key)
    if (item !== null && !hasFittingKeys(item)) return { Code: 'ValidationError' }
    if (holds(there)) return { Code: 'None' }
    return { Code: 'ConditionalCheckFailed', ...(there === undefined ? {} : { Item: there }) }
  })
  if (reasons.some(({ Code }) => Code !== 'None')) {
    throw new TransactionCanceledException({
      message: 'Transaction cancelled',
      $metadata: {},
      CancellationReasons: reasons,
    })
  }
  for (const { item, key } of changes) {
    if (item === null) rows.remove(key)
    else rows.put(item)
  }
  tokens.add(ClientRequestToken)
  return {}
}

interface Conditional extends Placeholders {
  readonly ConditionExpression?: string | undefined
}

const changeOf = ({ Put, Delete }: Write) => {
  const { ConditionExpression, ...placeholders }: Conditional = Put ?? Delete ?? {}
  const { ExpressionAttributeNames } = placeholders
  if (ExpressionAttributeNames !== undefined && Object.keys(ExpressionAttributeNames).length === 0) {
    throw invalid('no ExpressionAttributeNames')
  }
  const terms = termsOf(ConditionExpression, placeholders)
  return {
    item: Put?.Item ?? null,
    key: Put?.Item ?? Delete?.Key ?? {},
    holds: (there: Item | undefined): boolean => allHold(terms, there),
  }
}

const WRONG_TYPE = 'a key of an index is of the wrong type'

const refuseTwice = (keys: readonly Item[]): void => {
  const names = new Set(keys.map(({ pk, sk }) => `${pk?.S} ${sk?.S}`))
  if (names.size < keys.length) throw invalid('multiple operations on one item')
}
