/** One request as it passes through the frame: each step adds what the next ones need. */

import type { MiddlewareObj, Request } from '@middy/core'
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import type { SentRequest } from '#contract/validation/sent-request.ts'
import type { ValidationItem } from '#contract/validation/validation-item.ts'
import type { Scope } from '#domain/accounts/api-key.ts'
import type { ApiKeyStore } from '#ports/accounts/api-key-store.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Ids } from '#ports/kernel/ids.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { IdempotencyRecord, IdempotencyStore } from '#ports/orders/idempotency-store.ts'
import type { HttpAnswer } from './answer.ts'
import type { KeyUses } from './key-uses.ts'
import type { RateLeft } from './rate-left.ts'
import type { RequestCounts } from './request-counts.ts'
import type { TokenBuckets } from './token-buckets.ts'

/** What every endpoint needs besides its own ports. */
export interface FrameDeps {
  readonly apiKeys: ApiKeyStore
  readonly idempotency: IdempotencyStore
  readonly keyUses: KeyUses
  readonly buckets: TokenBuckets
  readonly requestCounts: RequestCounts
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** The web origins that may call from a browser. */
  readonly corsOrigins: readonly string[]
}

export interface Caller {
  readonly userId: string
  readonly keyId: string
  readonly scope: Scope
}

/** What is known of an `Idempotency-Key`. An abandoned claim has no answer and is old: its object may exist. */
export type KeyState =
  | { readonly kind: 'free'; readonly found: IdempotencyRecord | null }
  | { readonly kind: 'other_body' }
  | { readonly kind: 'answered'; readonly reply: NonNullable<IdempotencyRecord['reply']> }
  | { readonly kind: 'in_flight' }
  | { readonly kind: 'abandoned'; readonly found: IdempotencyRecord }

/** The id that the gateway gave the request; that of the call where there is no gateway. */
export const requestIdOf = (event: Pick<HttpRequest['event'], 'requestContext'>, { awsRequestId }: Context): string =>
  event.requestContext?.requestId ?? awsRequestId

/** What the steps of a frame hand on. */
export interface Call extends Record<string, unknown> {
  deps?: FrameDeps
  requestId?: string
  caller?: Caller
  /** How many requests the caller may still send. */
  rateLeft?: RateLeft
  /** Done when the use of the key is noted; never fails. */
  noted?: Promise<void>
  /** Parsed path, query and body. */
  input?: { path: unknown; query: unknown; body: unknown }
  /** What was sent, before it is parsed. */
  sent?: SentRequest
  /** What is known of its `Idempotency-Key`; absent when none was sent. */
  keyState?: KeyState
  /** What is wrong with the key besides its form. */
  keyFaults?: readonly ValidationItem[]
  claim?: IdempotencyRecord
  /** The claim was that of a request that died: what it was to create may be there. */
  takenOver?: boolean
  /** The answer is not kept: a repeat is carried out again, and finds what is done. */
  isPassing?: boolean
  replayed?: boolean
}

export type HttpRequest = Request<APIGatewayProxyEventV2, HttpAnswer, Error, Context, Call>
export type HttpStep = MiddlewareObj<APIGatewayProxyEventV2, HttpAnswer, Error, Context, Call>

/** A part an earlier step has set; its absence is a mistake in the order of the steps. */
export const part = <Name extends keyof Call>(request: HttpRequest, name: Name): NonNullable<Call[Name]> => {
  const value = request.internal[name]
  if (value === undefined || value === null) throw new Error(`frame step order: ${String(name)} is not set yet`)
  return value as NonNullable<Call[Name]>
}
