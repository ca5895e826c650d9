/** Parses path, query, headers and body with the schemas of the endpoint; one 422 reports all faults. */

import { idempotencyHeaders } from '#contract/kernel/idempotency-header.ts'
import { parseFields } from '#contract/validation/parse-request.ts'
import { answerOfInvalid, Refused } from '../answers/answer.ts'
import { type HttpStep, part } from '../call.ts'
import type { EndpointSpec } from '../declaration.ts'

export const parseCall = (spec: EndpointSpec): HttpStep => ({
  name: 'parse-call',
  before: (request) => {
    const shape = { ...spec.request, headers: idempotencyHeaders, hideInput: spec.hideInput ?? false }
    const reading = parseFields(part(request, 'sent'), shape, request.internal.keyFaults)
    if (!reading.ok) throw new Refused(answerOfInvalid(reading.detail))
    request.internal.input = reading.value
  },
})
