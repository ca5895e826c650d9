/** The header that makes a request safe to repeat. */

import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { string } from '../validation/fields/string.ts'
import type { ValidationItem } from '../validation/validation-item.ts'

/** Its name as headers are read. */
export const IDEMPOTENCY_KEY = 'idempotency-key'

/** 1 to 255 printable ASCII characters. */
export const idempotencyKey = string({ min: 1, max: 255, pattern: '^[ -~]+$' })

export const idempotencyHeaders = object({ [IDEMPOTENCY_KEY]: optional(idempotencyKey) })

/** The fault of a key that came with another body before. */
export const idempotencyMismatch = (key: string): ValidationItem => ({
  type: 'idempotency_mismatch',
  loc: ['header', IDEMPOTENCY_KEY],
  msg: 'This Idempotency-Key was used with another body within the last 24 hours',
  input: key,
})
