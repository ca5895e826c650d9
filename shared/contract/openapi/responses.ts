/** The refusals every endpoint may answer, described once. */

type Json = Readonly<Record<string, unknown>>

const REQUEST_ID = { 'x-request-id': { $ref: '#/components/headers/RequestId' } }

const refusal = (when: string, code: string, detail: string, headers: Json = {}): Json =>
  refusals([{ when, code, detail }], headers)

const refusals = (
  each: ReadonlyArray<{ readonly when: string; readonly code: string; readonly detail: string }>,
  headers: Json = {},
): Json => ({
  description: each.map(({ when, code }) => `\`${code}\`: ${when}`).join('; '),
  headers: { ...REQUEST_ID, ...headers },
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Problem' },
      examples: Object.fromEntries(
        each.map(({ when, code, detail }) => [code, { summary: when, value: { detail, code } }]),
      ),
    },
  },
})

export const HEADERS: Json = {
  RequestId: {
    description: 'The id of the request. Quote it when you ask about the request.',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds to wait before the next try.', schema: { type: 'integer', minimum: 0 } },
  IdempotentReplayed: {
    description: '`true` when this is the stored answer to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
}

export const RESPONSES: Json = {
  Unauthenticated: refusal(
    'no valid API key was sent',
    'unauthenticated',
    'Send a valid API key in the header x-api-key, or as Authorization: Bearer <key>.',
  ),
  ScopeMissing: refusal(
    'the key may not do this',
    'scope_missing',
    'This needs a key with scope trade; yours has scope read.',
  ),
  BodyTooLarge: refusal('the body is larger than 64 KiB', 'body_too_large', 'The body is larger than 64 KiB.'),
  BodyCompressed: refusal(
    'the body is compressed',
    'unsupported_encoding',
    'Send the body as it is: without compression, and without Content-Encoding.',
  ),
  TooManyRequests: refusal('you send requests too fast', 'too_many_requests', 'Too many requests. Try again in 1 s.', {
    'retry-after': { $ref: '#/components/headers/RetryAfter' },
  }),
  InternalError: refusals([
    {
      when: 'the fault is ours',
      code: 'internal_error',
      detail: 'Something went wrong on our side. Quote request 0c4f1f6e-6f0f-4c55-9d53-3d2a9c1c7f10.',
    },
    {
      when: 'the stored record of an order or a position that the request depends on cannot be read',
      code: 'unreadable_record',
      detail:
        'The request depends on the position in market 3405691582123456 on EXCHANGE_A, whose stored record cannot be read. Tell the operator, and quote request 0c4f1f6e-6f0f-4c55-9d53-3d2a9c1c7f10.',
    },
  ]),
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
        },
      },
    },
  },
  Throttled: {
    description: 'The gateway accepts no more requests at the moment. It sends this answer itself.',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: { message: { type: 'string', description: "The gateway's message" } },
          required: ['message'],
        },
        example: { message: 'Too Many Requests' },
      },
    },
  },
}
