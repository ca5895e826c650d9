/** Reads the request as far as no schema is needed. Refuses a body that is compressed or too large. */

import { readSent } from '#contract/validation/sent-request.ts'
import { problem } from '#domain/kernel/problem.ts'
import { answerOfProblem, Refused } from '../answers/answer.ts'
import { type HttpStep, part } from '../call.ts'

/** Largest body accepted. */
const MAX_BODY_BYTES = 64 * 1024

/** `anyType` reads every body as JSON, whatever its `content-type` says. */
export const readRequest = ({ anyType }: { readonly anyType?: true } = {}): HttpStep => ({
  name: 'read-request',
  before: (request) => {
    const { event } = request
    if (isEncoded(event.headers['content-encoding'])) throw new Refused(answerOfProblem(ENCODED))
    const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8')
    if (body.length > MAX_BODY_BYTES) throw new Refused(answerOfProblem(TOO_LARGE))
    const receivedAt = part(request, 'deps').clock()
    request.internal.sent = readSent({
      path: event.pathParameters,
      query: event.rawQueryString,
      headers: anyType === true ? { ...event.headers, 'content-type': 'application/json' } : event.headers,
      body,
      receivedAt,
    })
  },
})

const isEncoded = (encoding = ''): boolean => !['', 'identity'].includes(encoding.trim().toLowerCase())

const ENCODED = problem(
  415,
  'unsupported_encoding',
  'Send the body as it is: without compression, and without Content-Encoding.',
  { headers: { 'accept-encoding': 'identity' } },
)

const TOO_LARGE = problem(413, 'body_too_large', 'The body is larger than 64 KiB.')
