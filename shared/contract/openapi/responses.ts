/** The refusals every endpoint may answer, described once. */

import { docUrl } from '../kernel/doc-url.ts'
import { SAMPLE } from '../kernel/examples/sample.ts'

type Json = Readonly<Record<string, unknown>>

const REQUEST_ID = { 'x-request-id': { $ref: '#/components/headers/RequestId' } }

interface CommonRefusal {
  readonly status: number
  readonly when: string
  readonly code: string
  readonly detail: string
}

/** Returns the answer for these refusals, with an example of the first. */
const refusals = (each: readonly CommonRefusal[], headers: Json = {}): Json => ({
  description: each.map(({ status, when, code }) => `\`${code}\`: ${when} (${status})`).join('; '),
  headers: { ...REQUEST_ID, ...headers },
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Problem' },
      ...(each[0] !== undefined && { example: problemOf(each[0]) }),
    },
  },
})

const problemOf = ({ code, detail }: CommonRefusal): Json => ({
  detail,
  code,
  request_id: SAMPLE.requestId,
  doc_url: docUrl(SAMPLE.address, code),
})

export const HEADERS: Json = {
  RequestId: {
    description: 'The id of the request. Quote it when you ask about the request.',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds to wait before the next try.', schema: { type: 'integer', minimum: 0 } },
}

/** Refusals that every endpoint with a key may answer. */
export const COMMON_REFUSALS: readonly CommonRefusal[] = [
  {
    status: 401,
    when: 'no valid API key was sent',
    code: 'unauthenticated',
    detail: 'Send a valid API key in the header x-api-key, or as Authorization: Bearer <key>.',
  },
  {
    status: 403,
    when: 'the key may not do this',
    code: 'scope_missing',
    detail: 'This needs a key with scope trade; yours has scope read.',
  },
  {
    status: 409,
    when: 'the subaccount belongs to another kind of accounts than the service trades with, and can only be read',
    code: 'account_kind',
    detail:
      'The subaccount is a paper account, and this service trades with production accounts. It can only be read here. Create a subaccount to trade.',
  },
  {
    status: 413,
    when: 'the body is larger than 64 KiB',
    code: 'body_too_large',
    detail: 'The body is larger than 64 KiB.',
  },
  {
    status: 415,
    when: 'the body is compressed',
    code: 'unsupported_encoding',
    detail: 'Send the body as it is: without compression, and without Content-Encoding.',
  },
  {
    status: 429,
    when: 'you send requests too fast',
    code: 'too_many_requests',
    detail: 'Too many requests. Try again in 1 s.',
  },
]

/** Failures that every endpoint may answer. */
export const COMMON_FAILURES: readonly CommonRefusal[] = [
  {
    status: 500,
    when: 'the fault is ours',
    code: 'internal_error',
    detail: `Something went wrong on our side. Quote request ${SAMPLE.requestId}.`,
  },
  {
    status: 500,
    when: 'the stored record of an order or a position that the request depends on cannot be read',
    code: 'unreadable_record',
    detail: `The request depends on the position in market 3405691582123456 on EXCHANGE_A, whose stored record cannot be read. Tell the operator, and quote request ${SAMPLE.requestId}.`,
  },
  {
    status: 503,
    when: 'a part of the service does not answer; whether the request was carried out is not known',
    code: 'service_unavailable',
    detail: 'A part of the service does not answer at this moment. Whether the request was carried out is not known.',
  },
]

export const RESPONSES: Json = {
  Refused: refusals([...COMMON_REFUSALS, ...COMMON_FAILURES], {
    'retry-after': { $ref: '#/components/headers/RetryAfter' },
  }),
  Failed: refusals(COMMON_FAILURES),
  Invalid: {
    description: 'The request is invalid. The answer lists every fault.',
    headers: REQUEST_ID,
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/HTTPValidationError' },
        example: {
          detail: [
            {
              type: 'greater_than_equal',
              loc: ['query', 'limit'],
              msg: 'Input should be greater than or equal to 1',
              input: '0',
              ctx: { ge: 1 },
            },
          ],
          code: 'invalid_request',
          request_id: SAMPLE.requestId,
          doc_url: docUrl(SAMPLE.address, 'invalid_request'),
        },
      },
    },
  },
  NotModified: { description: '`If-None-Match` has the `ETag` of the answer: it is the same still.' },
  Throttled: {
    description: 'The gateway accepts no more requests at the moment. It sends this answer itself.',
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/GatewayRefusal' },
        example: { message: 'Too Many Requests' },
      },
    },
  },
}

/** The name and the meaning of each status with which an endpoint refuses for a reason of its own. */
const STATUSES: Readonly<Record<number, readonly [name: string, description: string]>> = {
  401: ['Unauthenticated', 'The secret in the body is not valid.'],
  403: ['Forbidden', 'The key may not do this to this object.'],
  404: ['NotFound', '`not_found`: something that the request names does not exist, or not for this caller.'],
  409: ['Conflict', 'The state of an object does not allow it now. The description of the operation lists the codes.'],
  410: ['Gone', '`cursor_expired`: changes after the cursor are no longer kept.'],
  429: ['TooMany', 'It would exceed a quota (GET /v1/quotas), or requests come too fast.'],
  503: ['Unavailable', 'An exchange or a part of the service does not answer.'],
}

/** Returns the name of the answer that all endpoints share for this status. */
export const nameOfRefusal = (status: number): string => statusOf(status)[0]

/** Returns one answer for each status with which these endpoints refuse. */
export const statusResponses = (
  endpoints: ReadonlyArray<{ readonly refusals?: ReadonlyArray<{ readonly status: number }> }>,
): Json =>
  Object.fromEntries(
    endpoints
      .flatMap(({ refusals: own = [] }) => own.map(({ status }) => statusOf(status)))
      .map(([name, description]) => [
        name,
        { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } } },
      ]),
  )

const statusOf = (status: number): readonly [name: string, description: string] => {
  const known = STATUSES[status]
  if (known === undefined)
    throw new Error(`describe refusals of status ${status} in shared/contract/openapi/responses.ts`)
  return known
}
