/** Reads a whole request, as the steps of an endpoint do one after the other. */

import { brokenRules, parseFields } from '#contract/validation/parse-request.ts'
import type { BodyPart, Part, RawRequest, RequestShape } from '#contract/validation/request-shape.ts'
import { readSent } from '#contract/validation/sent-request.ts'

/** Fields first, and rules only when every field passed. */
export const parseRequest = <
  Path extends Part = undefined,
  Query extends Part = undefined,
  Headers extends Part = undefined,
  Body extends BodyPart = undefined,
>(
  raw: RawRequest,
  shape: RequestShape<Path, Query, Headers, Body>,
) => {
  const sent = readSent(raw)
  const reading = parseFields(sent, shape)
  if (!reading.ok) return reading
  const detail = brokenRules(sent, shape, reading.value.body)
  return detail.length > 0 ? { ok: false as const, detail } : reading
}
