/** The body of an answer without what is its own each time: that of a refusal names its request, as its header does. */

import { expect } from 'vitest'
import type { Answer } from './world.ts'

export const saidIn = ({ status, body, headers }: Answer): Answer['body'] => {
  if (status < 400) return body
  const { request_id, ...said } = body
  expect(request_id).toBe(headers['x-request-id'])
  return said
}
