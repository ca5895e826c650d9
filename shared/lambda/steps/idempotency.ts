/** Reads the state of an `Idempotency-Key`: free, answered, in flight, or abandoned by a request that died. */

import { createHash } from 'node:crypto'
import { is } from 'valibot'
import { IDEMPOTENCY_KEY, idempotencyKey } from '#contract/kernel/idempotency-header.ts'
import { canonicalJson } from '#contract/validation/canonical-json.ts'
import { DAY, SECOND } from '#domain/kernel/time.ts'
import type { IdempotencyRecord } from '#ports/orders/idempotency-store.ts'
import { type HttpRequest, type KeyState, part } from '../call.ts'

/** Age after which a claim without an answer is abandoned: its request died, and another may take the claim over. */
const CLAIM_LIVES = 60 * SECOND

/** Valid key of the request, or null. */
export const sentKey = (request: HttpRequest): string | null => {
  const key = part(request, 'sent').headers[IDEMPOTENCY_KEY]
  return is(idempotencyKey, key) ? key : null
}

export const keyState = async (request: HttpRequest, key: string): Promise<KeyState> => {
  const { idempotency, clock } = part(request, 'deps')
  const now = clock()
  const found = await idempotency.get(recordId(request, key))
  if (found === null || found.expiresAt <= now) return { kind: 'free', found }
  if (!bodyHashes(request).includes(found.bodyHash)) return { kind: 'other_body' }
  if (found.reply !== null) return { kind: 'answered', reply: found.reply }
  return now - found.claimedAt < CLAIM_LIVES ? { kind: 'in_flight' } : { kind: 'abandoned', found }
}

/** Makes a claim for the object to be created. A claim that is taken over keeps its object, so that the object is created once. */
export const newClaim = (request: HttpRequest, key: string, from: IdempotencyRecord | null): IdempotencyRecord => {
  const { clock, ids } = part(request, 'deps')
  const [bodyHash] = bodyHashes(request)
  const now = clock()
  return {
    id: recordId(request, key),
    bodyHash,
    objectId: from?.objectId ?? ids.uuid(),
    claimedAt: now,
    reply: null,
    expiresAt: now + DAY,
  }
}

const recordId = (request: HttpRequest, key: string): string => {
  const { requestContext, rawPath } = request.event
  return idempotencyId(part(request, 'caller').userId, { method: requestContext.http.method, path: rawPath }, key)
}

/** Id of the record of a request under a key. */
export const idempotencyId = (
  userId: string,
  { method, path }: { readonly method: string; readonly path: string },
  key: string,
): string => hash(JSON.stringify([userId, method, path, key]))

/** Hashes of the body as a value, and of its text, which earlier versions stored. */
const bodyHashes = (request: HttpRequest): readonly [string, string] => {
  const { body } = part(request, 'sent')
  const text = hash(request.event.body ?? '')
  return [body.kind === 'value' ? hash(canonicalJson(body.value)) : text, text]
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
