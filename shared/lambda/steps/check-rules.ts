/** Checks the rules between the fields of the body, once each field is valid in itself. */

import { brokenRules } from '#contract/validation/parse-request.ts'
import { answerOfInvalid, Refused } from '../answers/answer.ts'
import { type HttpStep, part } from '../call.ts'
import type { EndpointSpec } from '../declaration.ts'

export const checkRules = ({ rules, hideInput }: EndpointSpec): HttpStep => ({
  name: 'check-rules',
  before: (request) => {
    if (rules === undefined) return
    const detail = brokenRules(
      part(request, 'sent'),
      { rules: [rules], hideInput: hideInput ?? false },
      part(request, 'input').body,
    )
    if (detail.length > 0) throw new Refused(answerOfInvalid(detail))
  },
})
