/** Answers a repeated request with its first answer, whatever has changed since. */

import { idempotencyMismatch } from '#contract/kernel/idempotency-header.ts'
import type { IdempotencyRecord } from '#ports/orders/idempotency-store.ts'
import { Refused } from '../answers/answer.ts'
import type { HttpRequest, HttpStep } from '../call.ts'
import { keyState, sentKey } from './idempotency.ts'

/** Runs before all checks of fields, rules and state. */
export const recallAnswer = (): HttpStep => ({
  name: 'recall-answer',
  before: async (request) => {
    const key = sentKey(request)
    if (key === null) return
    const state = await keyState(request, key)
    if (state.kind === 'answered') throw replay(request, state.reply)
    if (state.kind === 'other_body') request.internal.keyFaults = [idempotencyMismatch(key)]
    request.internal.keyState = state
  },
})

/** Ends the request with a stored answer. */
export const replay = (request: HttpRequest, reply: NonNullable<IdempotencyRecord['reply']>): Refused => {
  request.internal.replayed = true
  return new Refused({ statusCode: reply.status, headers: { 'content-type': 'application/json' }, body: reply.body })
}
