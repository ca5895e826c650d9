/** The 422 reply, `HTTPValidationError`, as the interface shows it. */

import * as v from 'valibot'

/** The name of a part of the request or of a field, or a position in a list. */
export const placePart = v.union([v.string(), v.pipe(v.number(), v.integer())])

/** One thing that is wrong with a request, and where. */
export const validationError = v.object({
  type: v.string(),
  loc: v.array(placePart),
  msg: v.string(),
  input: v.optional(v.unknown()),
  ctx: v.optional(v.record(v.string(), v.unknown())),
})

export const httpValidationError = v.object({
  detail: v.array(validationError),
  code: v.literal('invalid_request'),
  request_id: v.string(),
  doc_url: v.string(),
  hint: v.optional(v.string()),
})
