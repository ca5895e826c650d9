/** The body of an answer without its references: the id of the request, which is in a header too, and the page about its code. */

import { expect } from 'vitest'
import type { Answer } from './world.ts'

export const saidIn = ({ status, body, headers }: Answer): Answer['body'] => {
  if (status < 400) return body
  const { request_id, doc_url, ...said } = body
  expect(request_id).toBe(headers['x-request-id'])
  expect(doc_url).toMatch(new RegExp(`/v1/docs[?]page=errors#${body.code}$`))
  return said
}
