/** The body of an answer without its request id, which a refusal has in its body and its header. */

import { expect } from 'vitest'
import type { Answer } from './world.ts'

export const saidIn = ({ status, body, headers }: Answer): Answer['body'] => {
  if (status < 400) return body
  const { request_id, ...said } = body
  expect(request_id).toBe(headers['x-request-id'])
  return said
}
