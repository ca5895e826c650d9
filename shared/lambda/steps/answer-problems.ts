/** First and last step: sets the id of the request and the headers, and turns any error into an answer without secrets. */

import { refusalOfOther } from '#domain/accounts/subaccount-kind.ts'
import { notFound, retryAfter } from '#domain/kernel/problem.ts'
import { OtherAccounts } from '#ports/accounts/other-accounts.ts'
import { ServiceUnavailable } from '#ports/kernel/service-unavailable.ts'
import { nameOfThing, type StoredThing, UnreadableRow } from '#ports/kernel/unreadable-row.ts'
import { addressOf } from '../address-of.ts'
import { answerOf, answerOfProblem, type HttpAnswer, Refused, withReferences } from '../answers/answer.ts'
import { type FrameDeps, type HttpRequest, type HttpStep, part, requestIdOf } from '../call.ts'
import { rateHeaders } from '../limits/rate-left.ts'
import { FUNCTION_LOG } from '../log/log-messages.ts'

/** `means` is the meaning of a failure for users, for the log. */
export const answerProblems = (means: string, deps: () => FrameDeps): HttpStep => ({
  name: 'answer-problems',
  before: (request) => begin(request, deps),
  after: (request) => void addHeaders(request),
  onError: (request) => void answerError(request, means),
})

/** Answers a request whose steps have not ended. */
export const answerFailure =
  (means: string, deps: () => FrameDeps) =>
  (error: Error, event: HttpRequest['event'], context: HttpRequest['context']): HttpAnswer => {
    const request: HttpRequest = { event, context, error, response: null, internal: {} }
    begin(request, deps)
    return answerError(request, means)
  }

const begin = (request: HttpRequest, deps: () => FrameDeps): void => {
  request.event.headers = inLowerCase(request.event.headers)
  request.internal.deps = deps()
  request.internal.requestId = requestIdOf(request.event, request.context)
}

const answerError = (request: HttpRequest, means: string): HttpAnswer => {
  const { deps: known, requestId } = request.internal
  if (request.error instanceof Refused) {
    request.response = request.error.answer
  } else if (request.error instanceof OtherAccounts && known !== undefined) {
    request.response = refusalFor(request.error, request.internal.caller?.userId, known)
  } else {
    // The stack is ours. The message quotes a caller's value only if our own code put it there.
    known?.log.error(FUNCTION_LOG.requestFailed, { means, error: request.error?.stack ?? String(request.error) })
    request.response = request.error instanceof ServiceUnavailable ? UNANSWERED : broken(request.error, requestId)
  }
  request.response = withReferences(request.response, part(request, 'requestId'), addressOf(request.event.headers))
  return addHeaders(request)
}

/** An object of another user does not exist for the caller, whatever its kind. */
const refusalFor = (
  { thing, userId }: OtherAccounts,
  caller: string | undefined,
  { accounts }: Pick<FrameDeps, 'accounts'>,
): HttpAnswer =>
  answerOfProblem(userId === null || userId === caller ? refusalOfOther(accounts) : notFound(thing), () => null)

const broken = (error: unknown, requestId: string | undefined): HttpAnswer => {
  const thing = error instanceof UnreadableRow ? error.thing : null
  const body =
    thing === null
      ? { detail: `Something went wrong on our side. Quote request ${requestId}.`, code: 'internal_error' }
      : { detail: unreadable(thing, requestId), code: 'unreadable_record' }
  return answerOf({ status: 500, body })
}

const unreadable = (thing: StoredThing, requestId: string | undefined): string =>
  `The request depends on ${nameOfThing(thing)}, whose stored record cannot be read. Tell the operator, and quote request ${requestId}.`

/** A write may have been stored although its answer was lost. */
const UNANSWERED = answerOf({
  status: 503,
  ...retryAfter(1),
  body: {
    detail: 'A part of the service does not answer at this moment. Whether the request was carried out is not known.',
    code: 'service_unavailable',
  },
})

/** API Gateway passes header names in lower case; SAM's local gateway passes them as the client wrote them. */
const inLowerCase = (headers: HttpRequest['event']['headers']): HttpRequest['event']['headers'] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const addHeaders = (request: HttpRequest): HttpAnswer => {
  const origins = request.internal.deps?.corsOrigins ?? []
  const { rateLeft } = request.internal
  const { origin = '' } = request.event.headers
  const answer = {
    ...request.response,
    headers: {
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...request.response?.headers,
      'x-request-id': part(request, 'requestId'),
      ...(rateLeft === undefined ? {} : rateHeaders(rateLeft)),
      ...(request.internal.replayed === true ? { 'idempotent-replayed': 'true' } : {}),
      ...(origins.length === 0 ? {} : { vary: 'origin' }),
      ...(origins.includes(origin) ? { 'access-control-allow-origin': origin } : {}),
    },
  }
  request.response = answer
  return answer
}
