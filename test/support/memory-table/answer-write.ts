/** Answers writes as DynamoDB does: each change under its condition, those of a transaction all or none. */

import {
  type BatchWriteItemCommandInput,
  ConditionalCheckFailedException,
  TransactionCanceledException,
  type TransactWriteItem,
  type TransactWriteItemsCommandInput,
} from '@aws-sdk/client-dynamodb'
import { consumed, isMeasured, type Measurable, type Units, writeUnits } from './capacity.ts'
import { checkItem, hasFittingKeys } from './check-item.ts'
import { allHold, type Placeholders, termsOf } from './expression.ts'
import { invalid } from './invalid.ts'
import type { Item } from './item-size.ts'
import type { MemoryRows } from './memory-rows.ts'

const MOST_CHANGES = 100
const MOST_PUTS = 25
const WRONG_TYPE = 'a key of an index is of the wrong type'

/** One put or delete. */
export const answerWrite = (rows: MemoryRows, write: TransactWriteItem, input: Measurable): object => {
  const change = changeOf(write)
  if (change.item !== null) checkItem(change.item)
  if (change.item !== null && !hasFittingKeys(change.item)) throw invalid(WRONG_TYPE)
  const there = rows.get(change.key)
  if (!change.holds(there)) {
    const shown = there === undefined ? {} : { Item: there }
    throw new ConditionalCheckFailedException({ message: 'The conditional request failed', $metadata: {}, ...shown })
  }
  const units = make(rows, change)
  return isMeasured(input) ? { ConsumedCapacity: consumed([units()]) } : {}
}

/** `tokens` are those of the transactions made so far: one that comes again is answered, and not made again. */
export const answerTransaction = (
  rows: MemoryRows,
  tokens: Set<string>,
  input: TransactWriteItemsCommandInput,
): object => {
  const { TransactItems = [], ClientRequestToken = '' } = input
  if (tokens.has(ClientRequestToken)) return {}
  if (TransactItems.length > MOST_CHANGES) throw invalid(`more than ${MOST_CHANGES} changes`)
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
    const message = 'Transaction cancelled'
    throw new TransactionCanceledException({ message, $metadata: {}, CancellationReasons: reasons })
  }
  const units = changes.map((change) => make(rows, change))
  tokens.add(ClientRequestToken)
  return isMeasured(input)
    ? {
        ConsumedCapacity: [
          consumed(
            units.map((of) => of()),
            2,
          ),
        ],
      }
    : {}
}

/** Puts only: the table deletes no other way than one by one. */
export const answerBatchWrite = (rows: MemoryRows, input: BatchWriteItemCommandInput): object => {
  const items = Object.values(input.RequestItems ?? {})
    .flat()
    .map(({ PutRequest }) => PutRequest?.Item ?? {})
  if (items.length > MOST_PUTS) throw invalid(`more than ${MOST_PUTS} rows`)
  refuseTwice(items)
  for (const item of items) checkItem(item)
  if (!items.every(hasFittingKeys)) throw invalid(WRONG_TYPE)
  const units = items.map((item) => make(rows, { item, key: item }))
  return isMeasured(input) ? { ConsumedCapacity: [consumed(units.map((of) => of()))] } : {}
}

interface ConditionalInput extends Placeholders {
  readonly ConditionExpression?: string | undefined
}

/** `item` is null for a removal. */
const changeOf = ({ Put, Delete }: TransactWriteItem) => {
  const { ConditionExpression, ...placeholders }: ConditionalInput = Put ?? Delete ?? {}
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

/** Makes the change; the answer tells its cost to who asks. */
const make = (rows: MemoryRows, { item, key }: { readonly item: Item | null; readonly key: Item }): (() => Units) => {
  const before = rows.get(key)
  if (item === null) rows.remove(key)
  else rows.put(item)
  return () => writeUnits(before, item ?? undefined)
}

const refuseTwice = (keys: readonly Item[]): void => {
  const names = new Set(keys.map(({ pk, sk }) => `${pk?.S} ${sk?.S}`))
  if (names.size < keys.length) throw invalid('multiple operations on one item')
}
