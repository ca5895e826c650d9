/** Honours `Idempotency-Key`: the same request twice is carried out once and answered twice. */

import { createHash } from 'node:crypto'
import { problem } from '#domain/kernel/problem.ts'
import { DAY, SECOND } from '#domain/kernel/time.ts'
import type { IdempotencyRecord } from '#ports/store.ts'
import { answerOfInvalid, answerOfProblem, type HttpAnswer, Refused } from '../answer.ts'
import { type HttpRequest, type HttpStep, part } from '../call.ts'

/** A claim without an answer belongs to a request that died; after this long another may take it over. */
const CLAIM_LIVES = 60 * SECOND

export const claimIdempotency = (secretFields: readonly string[]): HttpStep => ({
  name: 'claim-idempotency',
  before: async (request) => {
    const key = request.event.headers['idempotency-key']
    if (key === undefined) return
    if (!/^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)) throw new Refused(answerOfInvalid([badKey(key)]))
    const { idempotency } = part(request, 'deps')
    const wanted = newClaim(request, key)
    for (;;) {
      const found = await idempotency.get(wanted.id)
      const live = found !== null && found.expiresAt > wanted.claimedAt ? found : null
      if (live !== null) {
        if (live.bodyHash !== wanted.bodyHash) throw new Refused(answerOfInvalid([mismatch(key)]))
        if (live.reply !== null) throw replay(request, live.reply)
        if (wanted.claimedAt - live.claimedAt < CLAIM_LIVES) throw new Refused(answerOfProblem(IN_FLIGHT))
      }
      // Taken over from a request that died: the object keeps its id, so it is created once.
      const claim = live === null ? wanted : { ...wanted, objectId: live.objectId }
      if (!(await idempotency.claim(claim, found))) continue
      request.internal.claim = claim
      return
    }
  },
  after: async (request) => {
    const { claim } = request.internal
    if (claim === undefined) return
    const status = request.response?.statusCode ?? 500
    const { idempotency } = part(request, 'deps')
    if (status < 200 || status > 299) return idempotency.release(claim)
    await idempotency.complete({ ...claim, reply: { status, body: withoutSecrets(request.response, secretFields) } })
  },
  onError: async (request) => {
    const { claim } = request.internal
    // A refusal did nothing, so the key is free again. After a failure nobody knows: the claim stays, and with it the object id.
    if (claim !== undefined && request.error instanceof Refused) await part(request, 'deps').idempotency.release(claim)
  },
})

const newClaim = (request: HttpRequest, key: string): IdempotencyRecord => {
  const { clock, ids } = part(request, 'deps')
  const { http } = request.event.requestContext
  const now = clock()
  return {
    id: hash(JSON.stringify([part(request, 'caller').userId, http.method, request.event.rawPath, key])),
    bodyHash: hash(request.event.body ?? ''),
    objectId: ids.uuid(),
    claimedAt: now,
    reply: null,
    expiresAt: now + DAY,
  }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

const replay = (request: HttpRequest, reply: { readonly status: number; readonly body: string }): Refused => {
  request.internal.replayed = true
  return new Refused({ statusCode: reply.status, headers: { 'content-type': 'application/json' }, body: reply.body })
}

const withoutSecrets = (answer: HttpAnswer | null | undefined, secretFields: readonly string[]): string => {
  const text = answer?.body ?? ''
  if (secretFields.length === 0) return text
  return JSON.stringify(JSON.parse(text), (name, value: unknown) => (secretFields.includes(name) ? null : value))
}

const badKey = (key: string) => ({
  type: 'string_pattern_mismatch',
  loc: ['header', 'idempotency-key'],
  msg: 'Idempotency-Key should be 1 to 255 printable characters',
  input: key,
})

const mismatch = (key: string) => ({
  type: 'idempotency_mismatch',
  loc: ['header', 'idempotency-key'],
  msg: 'This Idempotency-Key was used with another body within the last 24 hours',
  input: key,
})

const IN_FLIGHT = problem(
  409,
  'idempotency_in_flight',
  'A request with this Idempotency-Key is still being carried out. Ask again in a moment.',
  { headers: { 'retry-after': '1' } },
)
