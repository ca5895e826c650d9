/** Reads what was sent, as far as no schema is needed: a body too large is refused here. */

import { readSent } from '#contract/validation/sent-request.ts'
import { problem } from '#domain/kernel/problem.ts'
import { answerOfProblem, Refused } from '../answer.ts'
import { type HttpStep, part } from '../call.ts'

/** Larger bodies are refused. */
const MAX_BODY_BYTES = 64 * 1024

export const readRequest = (): HttpStep => ({
  name: 'read-request',
  before: (request) => {
    const { event } = request
    const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8')
    if (body.length > MAX_BODY_BYTES) throw new Refused(answerOfProblem(TOO_LARGE))
    const receivedAt = part(request, 'deps').clock()
    request.internal.sent = readSent({
      path: event.pathParameters,
      query: event.rawQueryString,
      headers: event.headers,
      body,
      receivedAt,
    })
  },
})

const TOO_LARGE = problem(413, 'body_too_large', 'The body is larger than 64 KiB.')
