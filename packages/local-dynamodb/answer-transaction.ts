/** Answers transactions of writes as DynamoDB does: all changes or none, and once however often they are asked for. */

import { createHash } from 'node:crypto'
import {
  type Change,
  capacities,
  changeOf,
  lookAt,
  make,
  refuseSamePlaces,
  type TransactionPart,
} from './answer-write.ts'
import { isMeasured, type Measurable } from './capacity.ts'
import { readInput, type Shape } from './read-input.ts'
import { invalid, refusal } from './refusal.ts'
import type { Tables } from './tables.ts'

interface Transaction extends Measurable {
  readonly TransactItems?: readonly TransactionPart[]
  readonly ClientRequestToken?: string
}

const TRANSACTION: Shape = {
  TransactItems: 'list',
  ClientRequestToken: 'text',
  ReturnConsumedCapacity: 'text',
  ReturnItemCollectionMetrics: 'text',
}

const MOST_CHANGES = 100
const MOST_BYTES = 4 * 1_024 * 1_024

/** The tokens of transactions that were made: one that comes again is answered, and not made again. */
export interface Tokens {
  /** The request under the token in the last minutes; null for a new token. */
  readonly requested: (token: string, now: number) => string | null
  readonly keep: (token: string, requests: string, now: number) => void
}

/** DynamoDB remembers for ten minutes. A client asks again within seconds, so the oldest may go where there are many. */
const REMEMBERED_MS = 600_000
const MOST_TOKENS = 20_000

export const rememberTokens = (): Tokens => {
  const known = new Map<string, { readonly requested: string; readonly at: number }>()
  return {
    requested: (token, now) => {
      const found = known.get(token)
      return found === undefined || found.at + REMEMBERED_MS < now ? null : found.requested
    },
    keep: (token, requestedAt, at) => {
      known.delete(token)
      known.set(token, { requested: requestedAt, at })
      const [oldest] = known.keys()
      if (known.size > MOST_TOKENS && oldest !== undefined) known.delete(oldest)
    },
  }
}

export const answerTransaction = (tables: Tables, tokens: Tokens, input: Transaction, now: number): object => {
  readInput(input, TRANSACTION)
  const isReported = isMeasured(input)
  const { TransactItems = [], ClientRequestToken: token } = input
  if (TransactItems.length < 1 || TransactItems.length > MOST_CHANGES)
    throw invalid(
      `1 validation error detected: Value at 'transactItems' failed to satisfy constraint: Member must have length less than or equal to ${MOST_CHANGES}, Member must have length greater than or equal to 1`,
    )
  const changes = TransactItems.map((part) => changeOf(tables, part))
  refuseSamePlaces(changes, 'Transaction request cannot include multiple operations on one item')
  if (changes.reduce((sum, { after }) => sum + (after?.size ?? 0), 0) > MOST_BYTES)
    throw invalid('Transaction request exceeds the maximum aggregate size of 4 MB')
  const asked = token === undefined ? '' : digestOf(TransactItems)
  const before = token === undefined ? null : tokens.requested(token, now)
  if (before === asked) return {}
  if (before !== null)
    throw refusal(
      'IdempotentParameterMismatchException',
      'Request parameters do not match with previous request with same client token',
    )
  const made = tables.together(() => makeAll(changes))
  if (token !== undefined) tokens.keep(token, asked, now)
  return isReported ? { ConsumedCapacity: capacities(changes, made, input, 2) } : {}
}

const makeAll = (changes: readonly Change[]) => {
  const found = changes.map((change) => ({ change, ...lookAt(change) }))
  const reasons = found.map(({ change, there, item }) => {
    if (change.misfit !== null) return { Code: 'ValidationError', Message: change.misfit }
    if (change.holds(item)) return { Code: 'None' }
    return {
      Code: 'ConditionalCheckFailed',
      Message: 'The conditional request failed',
      ...(change.shows && there !== null ? { Item: there } : {}),
    }
  })
  const codes = reasons.map(({ Code }) => Code)
  if (codes.some((code) => code !== 'None'))
    throw refusal(
      'TransactionCanceledException',
      `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`,
      { CancellationReasons: reasons },
    )
  return found.map(({ change, there, item }) => make(change, there, item))
}

const digestOf = (parts: readonly TransactionPart[]): string =>
  createHash('sha1').update(JSON.stringify(parts)).digest('base64')
