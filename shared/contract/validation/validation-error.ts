/** The 422 reply, `HTTPValidationError`, as the interface shows it. */

import * as v from 'valibot'

/** One thing that is wrong with a request, and where. */
export const validationError = v.object({
  type: v.string(),
  loc: v.array(v.union([v.string(), v.pipe(v.number(), v.integer())])),
  msg: v.string(),
  input: v.optional(v.unknown()),
  ctx: v.optional(v.record(v.string(), v.unknown())),
})

export const httpValidationError = v.object({ detail: v.array(validationError) })
