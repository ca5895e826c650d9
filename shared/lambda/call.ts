/** One request on its way through the frame: each step adds data for later steps. */

import type { MiddlewareObj, Request } from '@middy/core'
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import type { SentRequest } from '#contract/validation/sent-request.ts'
import type { ValidationItem } from '#contract/validation/validation-item.ts'
import type { AccountKind } from '#domain/accounts/account-kind.ts'
import type { Scope } from '#domain/accounts/api-key.ts'
import type { ApiKeyStore } from '#ports/accounts/api-key-store.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Ids } from '#ports/kernel/ids.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { IdempotencyRecord, IdempotencyStore } from '#ports/orders/idempotency-store.ts'
import type { HttpAnswer } from './answers/answer.ts'
import type { KeyUses } from './limits/key-uses.ts'
import type { RateLeft } from './limits/rate-left.ts'
import type { RequestCounts } from './limits/request-counts.ts'
import type { TokenBuckets } from './limits/token-buckets.ts'

/** Dependencies of every endpoint besides its own ports. */
export interface FrameDeps {
  readonly apiKeys: ApiKeyStore
  readonly idempotency: IdempotencyStore
  readonly keyUses: KeyUses
  readonly buckets: TokenBuckets
  readonly requestCounts: RequestCounts
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** The kind of accounts that the service trades with. */
  readonly accounts: AccountKind
  /** Web origins that may call from a browser. */
  readonly corsOrigins: readonly string[]
}

export interface Caller {
  readonly userId: string
  readonly keyId: string
  readonly scope: Scope
}

/** State of an `Idempotency-Key`. An abandoned claim is old and has no answer, but its object may exist. */
export type KeyState =
  | { readonly kind: 'free'; readonly found: IdempotencyRecord | null }
  | { readonly kind: 'other_body' }
  | { readonly kind: 'answered'; readonly reply: NonNullable<IdempotencyRecord['reply']> }
  | { readonly kind: 'in_flight' }
  | { readonly kind: 'abandoned'; readonly found: IdempotencyRecord }

/** Id that the gateway gave the request, or without a gateway the id of the call. */
export const requestIdOf = (event: Pick<HttpRequest['event'], 'requestContext'>, { awsRequestId }: Context): string =>
  event.requestContext?.requestId ?? awsRequestId

/** Data that the steps of a frame pass on. */
export interface Call extends Record<string, unknown> {
  deps?: FrameDeps
  requestId?: string
  caller?: Caller
  /** Requests that the caller may still send. */
  rateLeft?: RateLeft
  /** Resolves when the use of the key is stored; never rejects. */
  noted?: Promise<void>
  /** Parsed path, query and body. */
  input?: { path: unknown; query: unknown; body: unknown }
  /** Request before it is parsed. */
  sent?: SentRequest
  /** State of the `Idempotency-Key`; absent if none was sent. */
  keyState?: KeyState
  /** Faults of the key besides its form. */
  keyFaults?: readonly ValidationItem[]
  claim?: IdempotencyRecord
  /** True if the claim belonged to a request that died: the object of that request may exist. */
  takenOver?: boolean
  /** True if the answer is not stored. A repeat is carried out again, and finds the finished work. */
  isPassing?: boolean
  replayed?: boolean
}

export type HttpRequest = Request<APIGatewayProxyEventV2, HttpAnswer, Error, Context, Call>
export type HttpStep = MiddlewareObj<APIGatewayProxyEventV2, HttpAnswer, Error, Context, Call>

/** Returns data of an earlier step. Missing data is a mistake in the order of the steps. */
export const part = <Name extends keyof Call>(request: HttpRequest, name: Name): NonNullable<Call[Name]> => {
  const value = request.internal[name]
  if (value === undefined || value === null) throw new Error(`frame step order: ${String(name)} is not set yet`)
  return value as NonNullable<Call[Name]>
}
