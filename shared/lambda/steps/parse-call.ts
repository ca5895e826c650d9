/** Reads path, query and body against the endpoint's schemas; everything that is wrong comes back in one 422. */

import { parseRequest } from '#contract/validation/parse-request.ts'
import { problem } from '#domain/kernel/problem.ts'
import { answerOfInvalid, answerOfProblem, Refused } from '../answer.ts'
import { type HttpStep, part } from '../call.ts'
import type { EndpointSpec } from '../declaration.ts'

/** Larger bodies are refused. */
const MAX_BODY_BYTES = 64 * 1024

export const parseCall = (spec: EndpointSpec): HttpStep => ({
  name: 'parse-call',
  before: (request) => {
    const { event } = request
    const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8')
    if (body.length > MAX_BODY_BYTES) throw new Refused(answerOfProblem(TOO_LARGE))
    const receivedAt = part(request, 'deps').clock()
    const raw = { path: event.pathParameters, query: event.rawQueryString, headers: event.headers, body, receivedAt }
    const reading = parseRequest(raw, {
      ...spec.request,
      ...(spec.rules === undefined ? {} : { rules: [spec.rules] }),
      hideInput: spec.hideInput ?? false,
    })
    if (!reading.ok) throw new Refused(answerOfInvalid(reading.detail))
    request.internal.input = reading.value
    request.internal.ignored = reading.ignoredFields
  },
})

const TOO_LARGE = problem(413, 'body_too_large', 'The body is larger than 64 KiB.')
