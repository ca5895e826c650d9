/** Who calls: an API key in `x-api-key` or as a bearer token, and whether it may do this. */

import { type ApiKey, allows, type Scope } from '#domain/accounts/api-key.ts'
import { matches, parseApiKey } from '#domain/accounts/api-key-secret.ts'
import { keepNewest } from '#domain/kernel/keep-newest.ts'
import { problem, tooManyRequests } from '#domain/kernel/problem.ts'
import { logged } from '#ports/kernel/log.ts'
import { answerOfProblem, Refused } from '../answer.ts'
import { type FrameDeps, type HttpRequest, type HttpStep, part } from '../call.ts'
import { nearestLimit } from '../rate-left.ts'

/** Keys that a container remembers to have seen; the oldest are forgotten first. */
const SEEN = 10_000

interface Door {
  readonly scope: Scope | 'none'
  readonly showsMoreWithKey?: true
}

export const authenticate = ({ scope, showsMoreWithKey }: Door, seen = new Map<string, true>()): HttpStep => ({
  name: 'authenticate',
  before: async (request) => {
    if (showsMoreWithKey === true) return recognize(request)
    if (scope === 'none') return
    const deps = part(request, 'deps')
    const from = request.event.requestContext.http.sourceIp
    const address = `from ${from}`
    const sent = parseApiKey(sentKey(request.event.headers))
    // Who guesses is slowed down by the address: beyond its share the table is only asked for keys that were right before.
    if (sent === null || !seen.has(sent.keyId)) refuseBeyond(request, address, deps.buckets.wait(address, deps.clock()))
    const key = sent === null ? null : await find(deps, sent)
    if (key === null) {
      refuseWhenTooFast(request, address)
      throw new Refused(answerOfProblem(UNAUTHENTICATED))
    }
    keepNewest(seen, key.keyId, true, SEEN)
    request.internal.noted = noteUse(deps, key.keyId, from)
    // One user has one share, however many keys.
    refuseWhenTooFast(request, key.userId)
    const { wait, told } = deps.requestCounts.take(key.userId, deps.clock())
    const ofMinute = deps.requestCounts.left(key.userId, deps.clock())
    request.internal.rateLeft = nearestLimit(part(request, 'rateLeft'), ofMinute)
    if (wait > 0) throw new Refused(answerOfProblem(tooManyRequests(wait)))
    if (told !== undefined) request.internal.noted = tellCounts(deps, told, request.internal.noted)
    if (!allows(key.scope, scope)) throw new Refused(answerOfProblem(scopeMissing(key.scope, scope)))
    request.internal.caller = { userId: key.userId, keyId: key.keyId, scope: key.scope }
  },
  // Lambda stops a function that has answered.
  after: (request) => request.internal.noted,
  onError: (request) => request.internal.noted,
})

/** Sets the caller where the key is right. Anybody else is answered as a stranger, who may try as many keys as elsewhere. */
const recognize = async (request: HttpRequest): Promise<void> => {
  const deps = part(request, 'deps')
  const { buckets, clock } = deps
  const address = request.event.requestContext.http.sourceIp
  const from = `from ${address}`
  const sent = parseApiKey(sentKey(request.event.headers))
  if (sent === null || buckets.wait(from, clock()) > 0) return
  const key = await find(deps, sent)
  if (key === null) return void buckets.take(from, clock())
  const wait = buckets.take(key.userId, clock())
  request.internal.rateLeft = buckets.left(key.userId, clock())
  if (wait > 0) return
  request.internal.noted = noteUse(deps, key.keyId, address)
  request.internal.caller = { userId: key.userId, keyId: key.keyId, scope: key.scope }
}

/** It goes on beside the request, which never fails by it. */
const noteUse = ({ keyUses, clock, log }: FrameDeps, keyId: string, from: string): Promise<void> =>
  keyUses
    .note({ keyId, at: clock(), from })
    .catch(logged(log, 'warn', 'the use of a key could not be noted', { keyId }))

/** Neither does this. Where it fails, the requests are told with the next ones. */
const tellCounts = async ({ log }: FrameDeps, told: Promise<void>, noted: Promise<void>): Promise<void> => {
  await told.catch(logged(log, 'warn', 'requests could not be counted'))
  await noted
}

const refuseWhenTooFast = (request: HttpRequest, who: string): void => {
  const { buckets, clock } = part(request, 'deps')
  refuseBeyond(request, who, buckets.take(who, clock()))
}

/** The answer says how much is left in the bucket that was looked into. */
const refuseBeyond = (request: HttpRequest, who: string, wait: number): void => {
  const { buckets, clock } = part(request, 'deps')
  request.internal.rateLeft = buckets.left(who, clock())
  if (wait > 0) throw new Refused(answerOfProblem(tooManyRequests(wait)))
}

/** The key that a request carries; empty where it carries none. A header `x-api-key` without a value is none. */
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
