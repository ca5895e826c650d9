/** Honours `Idempotency-Key`: the same request twice is carried out once and answered twice. */

import { idempotencyMismatch } from '#contract/kernel/idempotency-header.ts'
import { problem, retryAfter } from '#domain/kernel/problem.ts'
import { logged } from '#ports/kernel/log.ts'
import { answerOfInvalid, answerOfProblem, type HttpAnswer, Refused } from '../answer.ts'
import { type HttpRequest, type HttpStep, part } from '../call.ts'
import { keyState, newClaim, sentKey } from './idempotency.ts'
import { replay } from './recall-answer.ts'

export const claimKey = (secretFields: readonly string[]): HttpStep => ({
  name: 'claim-key',
  before: async (request) => {
    const key = sentKey(request)
    if (key === null) return
    const { idempotency } = part(request, 'deps')
    for (let state = part(request, 'keyState'); ; state = await keyState(request, key)) {
      if (state.kind === 'answered') throw replay(request, state.reply)
      if (state.kind === 'in_flight') throw new Refused(answerOfProblem(IN_FLIGHT))
      if (state.kind === 'other_body') throw new Refused(answerOfInvalid([idempotencyMismatch(key)]))
      const abandoned = state.kind === 'abandoned'
      const claim = newClaim(request, key, abandoned ? state.found : null)
      if (!(await idempotency.claim(claim, state.found))) continue
      request.internal.claim = claim
      request.internal.takenOver = abandoned
      return
    }
  },
  after: async (request) => {
    if (request.response !== null && request.response !== undefined) {
      await keepAnswer(request, request.response, secretFields)
    }
  },
  onError: async (request) => {
    const { claim, takenOver } = request.internal
    // After a failure nobody knows what was done: the claim stays, and with it the object's id.
    if (claim === undefined || !(request.error instanceof Refused)) return
    const { idempotency, log } = part(request, 'deps')
    // A refusal did nothing, so the key is free again. The request that had the claim before may have done something that shows later:
    // then the object keeps its id, and the next to come may take over at once.
    const freed = takenOver === true ? idempotency.claim({ ...claim, claimedAt: 0 }, claim) : idempotency.release(claim)
    // If that fails the refusal is answered all the same, and the claim is taken over when it is old enough.
    await freed.catch(logged(log, 'warn', 'could not free an idempotency key'))
  },
})

/** Keeps the answer for a repeated request. */
export const keepAnswer = async (
  request: HttpRequest,
  answer: HttpAnswer,
  secretFields: readonly string[],
): Promise<void> => {
  const { claim } = request.internal
  if (claim === undefined) return
  const reply = { status: answer.statusCode ?? 200, body: withoutSecrets(answer, secretFields) }
  const { idempotency } = part(request, 'deps')
  const isKept = request.internal.isPassing !== true && Buffer.byteLength(reply.body) <= MOST_KEPT
  // A repeated request finds what is done, and need not wait until the claim is old.
  if (!isKept) await idempotency.claim({ ...claim, claimedAt: 0 }, claim)
  else await idempotency.complete({ ...claim, reply })
  delete request.internal.claim
}

/** A row of the table holds 400 KB. A hundred markets with long descriptions are more. */
const MOST_KEPT = 350_000

const withoutSecrets = ({ body: text = '' }: HttpAnswer, secretFields: readonly string[]): string => {
  if (secretFields.length === 0) return text
  return JSON.stringify(JSON.parse(text), (name, value: unknown) => (secretFields.includes(name) ? null : value))
}

const IN_FLIGHT = problem(
  409,
  'idempotency_in_flight',
  'A request with this Idempotency-Key is still being carried out. Ask again in a moment.',
  retryAfter(1),
)
