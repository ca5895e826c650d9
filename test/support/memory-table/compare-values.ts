/** How DynamoDB orders two values. */

import { isDeepStrictEqual } from 'node:util'
import type { AttributeValue } from '@aws-sdk/client-dynamodb'

/** Below, at or above 0 as `a` comes before, is equal to or comes after `b`; null when the two cannot be ordered. */
export const compareValues = (a: AttributeValue, b: AttributeValue): number | null => {
  if (a.S !== undefined && b.S !== undefined) return compareTexts(a.S, b.S)
  if (a.N !== undefined && b.N !== undefined) return Number(a.N) - Number(b.N)
  return isDeepStrictEqual(a, b) ? 0 : null
}

/** By UTF-8 bytes, which for the characters of our keys is the order of JavaScript. */
export const compareTexts = (a: string, b: string): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}
