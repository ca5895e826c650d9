/** Refusal of a request for an object that the caller does not have, the same at every endpoint. */

import type { Refusal } from './declaration.ts'

export const NOT_FOUND: Refusal = {
  status: 404,
  code: 'not_found',
  when: 'something that the request names does not exist, or not for this caller',
}
