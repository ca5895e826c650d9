/** Honours `Idempotency-Key`: carries out the same request once, and answers each repeat. */

import { idempotencyMismatch } from '#contract/kernel/idempotency-header.ts'
import { problem, retryAfter } from '#domain/kernel/problem.ts'
import { logged } from '#ports/kernel/log.ts'
import { answerOfInvalid, answerOfProblem, type HttpAnswer, Refused } from '../answers/answer.ts'
import { type HttpRequest, type HttpStep, type KeyState, part } from '../call.ts'
import { keyState, newClaim, sentKey } from './idempotency.ts'
import { replay } from './recall-answer.ts'

export const claimKey = (secretFields: readonly string[]): HttpStep => ({
  name: 'claim-key',
  before: async (request) => {
    const key = sentKey(request)
    if (key === null) return
    let state = part(request, 'keyState')
    while (!(await claimed(request, key, state))) state = await keyState(request, key)
  },
  after: async (request) => {
    if (request.response !== null && request.response !== undefined) {
      await keepAnswer(request, request.response, secretFields)
    }
  },
  onError: async (request) => {
    // After a failure the effect is unknown: the claim stays, and with it the id of the object.
    if (request.error instanceof Refused) await freeKey(request)
  },
})

/** Claims the key for this request, or refuses the request. False if another request has claimed the key since `state` was read. */
const claimed = async (request: HttpRequest, key: string, state: KeyState): Promise<boolean> => {
  if (state.kind === 'answered') throw replay(request, state.reply)
  if (state.kind === 'in_flight') throw new Refused(answerOfProblem(IN_FLIGHT))
  if (state.kind === 'other_body') throw new Refused(answerOfInvalid([idempotencyMismatch(key)]))
  const isAbandoned = state.kind === 'abandoned'
  const claim = newClaim(request, key, isAbandoned ? state.found : null)
  if (!(await part(request, 'deps').idempotency.claim(claim, state.found))) return false
  request.internal.claim = claim
  request.internal.takenOver = isAbandoned
  return true
}

/**
 * Frees the key after a refusal, which had no effect. A claim that was taken over is made old instead: the effect of its first request may appear
 * later. So the object keeps its id, and the next request may take over at once.
 */
const freeKey = async (request: HttpRequest): Promise<void> => {
  const { claim, takenOver } = request.internal
  if (claim === undefined) return
  const { idempotency, log } = part(request, 'deps')
  const freed = takenOver === true ? idempotency.claim({ ...claim, claimedAt: 0 }, claim) : idempotency.release(claim)
  // If this fails, the refusal is answered all the same, and a later request takes the claim over once it is old.
  await freed.catch(logged(log, 'warn', 'idempotency key not released'))
}

/** Stores the answer for a repeated request. */
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
  // A repeat finds the finished work, and does not have to wait until the claim is old.
  if (!isKept) await idempotency.claim({ ...claim, claimedAt: 0 }, claim)
  else await idempotency.complete({ ...claim, reply })
  delete request.internal.claim
}

/** Largest stored answer, in bytes. A row of the table holds 400 KB; a hundred markets with long descriptions are larger. */
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
