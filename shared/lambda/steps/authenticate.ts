/** Identifies the caller by an API key, in `x-api-key` or as a bearer token, and checks its scope. */

import { type ApiKey, allows, type Scope } from '#domain/accounts/api-key.ts'
import { matches, parseApiKey } from '#domain/accounts/api-key-secret.ts'
import { problem, tooManyRequests } from '#domain/kernel/problem.ts'
import { logged } from '#ports/kernel/log.ts'
import { answerOfProblem, Refused } from '../answers/answer.ts'
import { type FrameDeps, type HttpRequest, type HttpStep, part } from '../call.ts'
import { nearestLimit } from '../limits/rate-left.ts'
import { SeenKeys } from '../limits/seen-keys.ts'
import { bucketOfAddress } from '../limits/token-buckets.ts'

interface Door {
  readonly scope: Scope | 'none'
  readonly showsMoreWithKey?: true
}

export const authenticate = ({ scope, showsMoreWithKey }: Door): HttpStep => {
  const seen = new SeenKeys()
  return {
    name: 'authenticate',
    before: async (request) => {
      if (showsMoreWithKey === true) return recognize(request)
      if (scope === 'none') return
      const key = await identify(request, seen)
      countRequest(request, key)
      if (!allows(key.scope, scope)) throw new Refused(answerOfProblem(scopeMissing(key.scope, scope)))
      setCaller(request, key)
    },
    // Lambda stops a function after its answer, so the answer waits for the stored use.
    after: (request) => request.internal.noted,
    onError: (request) => request.internal.noted,
  }
}

/** The valid key of the request. Wrong keys take from the bucket of their address; once it is empty, only keys seen before are looked up. */
const identify = async (request: HttpRequest, seen: SeenKeys): Promise<ApiKey> => {
  const deps = part(request, 'deps')
  const bucket = bucketOfAddress(addressOf(request))
  const sent = parseApiKey(sentKey(request.event.headers))
  if (sent === null || !seen.has(sent.keyId)) refuseBeyond(request, bucket, deps.buckets.wait(bucket, deps.clock()))
  const key = sent === null ? null : await find(deps, sent)
  if (key === null) {
    refuseWhenTooFast(request, bucket)
    throw new Refused(answerOfProblem(UNAUTHENTICATED))
  }
  seen.add(key.keyId)
  return key
}

/** Counts the request for its user, whose keys share all limits; refuses it beyond a limit. */
const countRequest = (request: HttpRequest, { keyId, userId }: ApiKey): void => {
  const deps = part(request, 'deps')
  request.internal.noted = recordUse(deps, keyId, addressOf(request))
  refuseWhenTooFast(request, userId)
  const { wait, reported } = deps.requestCounts.take(userId, deps.clock())
  const ofMinute = deps.requestCounts.left(userId, deps.clock())
  request.internal.rateLeft = nearestLimit(part(request, 'rateLeft'), ofMinute)
  if (wait > 0) throw new Refused(answerOfProblem(tooManyRequests(wait)))
  if (reported !== undefined) request.internal.noted = awaitCounts(deps, reported, request.internal.noted)
}

/** Sets the caller if the key is valid. Other callers are answered as strangers, and may try as many keys as elsewhere. */
const recognize = async (request: HttpRequest): Promise<void> => {
  const deps = part(request, 'deps')
  const { buckets, clock } = deps
  const bucket = bucketOfAddress(addressOf(request))
  const sent = parseApiKey(sentKey(request.event.headers))
  if (sent === null || buckets.wait(bucket, clock()) > 0) return
  const key = await find(deps, sent)
  if (key === null) return void buckets.take(bucket, clock())
  const wait = buckets.take(key.userId, clock())
  request.internal.rateLeft = buckets.left(key.userId, clock())
  if (wait > 0) return
  request.internal.noted = recordUse(deps, key.keyId, addressOf(request))
  setCaller(request, key)
}

const setCaller = (request: HttpRequest, { userId, keyId, scope }: ApiKey): void => {
  request.internal.caller = { userId, keyId, scope }
}

const addressOf = ({ event }: HttpRequest): string => event.requestContext.http.sourceIp

/** Stores the use of the key beside the request. A failure is logged and refuses no request. */
const recordUse = ({ keyUses, clock, log }: FrameDeps, keyId: string, from: string): Promise<void> =>
  keyUses.record({ keyId, at: clock(), from }).catch(logged(log, 'warn', 'key use not recorded', { keyId }))

/** Waits for the report of the counts. After a failure the next report includes these requests. */
const awaitCounts = async ({ log }: FrameDeps, reported: Promise<void>, recorded: Promise<void>): Promise<void> => {
  await reported.catch(logged(log, 'warn', 'requests not counted'))
  await recorded
}

const refuseWhenTooFast = (request: HttpRequest, bucket: string): void => {
  const { buckets, clock } = part(request, 'deps')
  refuseBeyond(request, bucket, buckets.take(bucket, clock()))
}

/** Refuses a request during its wait. The headers of the answer show the rest of the bucket. */
const refuseBeyond = (request: HttpRequest, bucket: string, wait: number): void => {
  const { buckets, clock } = part(request, 'deps')
  request.internal.rateLeft = buckets.left(bucket, clock())
  if (wait > 0) throw new Refused(answerOfProblem(tooManyRequests(wait)))
}

/** The key that a request carries, or an empty text. A header `x-api-key` without a value counts as absent. */
const sentKey = (headers: HttpRequest['event']['headers']): string => {
  const named = headers['x-api-key']?.trim() ?? ''
  if (named !== '') return named
  return /^bearer +(\S+)$/i.exec(headers['authorization']?.trim() ?? '')?.[1] ?? ''
}

const find = async (deps: FrameDeps, sent: NonNullable<ReturnType<typeof parseApiKey>>): Promise<ApiKey | null> => {
  const key = await deps.apiKeys.get(sent.keyId)
  return key !== null && key.revokedAt === null && matches(sent.secret, key.secretHash) ? key : null
}

const UNAUTHENTICATED = problem(
  401,
  'unauthenticated',
  'Send a valid API key in the header x-api-key, or as Authorization: Bearer <key>.',
  { headers: { 'www-authenticate': 'Bearer' } },
)

const scopeMissing = (held: Scope, needed: Scope) =>
  problem(403, 'scope_missing', `This needs a key with scope ${needed}; yours has scope ${held}.`)
