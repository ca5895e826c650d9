/** How DynamoDB compares two values. */

import { isDeepStrictEqual } from 'node:util'
import type { Value } from './item-size.ts'
import { compareNumbers } from './numbers.ts'

/** The types that have an order. */
export const ORDERED: ReadonlySet<string> = new Set(['S', 'N', 'B'])

/** Below, at or above 0 as `a` comes before, is equal to or comes after `b`; null when the two cannot be ordered. */
export const compareValues = (a: Value, b: Value): number | null => {
  if (a.S !== undefined && b.S !== undefined) return compareTexts(a.S, b.S)
  if (a.N !== undefined && b.N !== undefined) return compareNumbers(a.N, b.N)
  if (typeof a.B === 'string' && typeof b.B === 'string') return Buffer.compare(bytesOf(a.B), bytesOf(b.B))
  return isEqualValue(a, b) ? 0 : null
}

export const isEqualValue = (a: Value, b: Value): boolean => {
  if (a.S !== undefined || b.S !== undefined) return a.S === b.S
  if (a.N !== undefined || b.N !== undefined) return a.N === b.N
  return isDeepStrictEqual(a, b)
}

/** The type of a value, as the wire names it. */
export const typeOf = (value: Value): string => Object.keys(value)[0] ?? ''

export const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64')

/** By UTF-8 bytes, which is the order of JavaScript but for characters beyond its 16 bits. */
const compareTexts = (a: string, b: string): number => {
  if (a === b) return 0
  if (BEYOND_16_BITS.test(a) || BEYOND_16_BITS.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return a < b ? -1 : 1
}

const BEYOND_16_BITS = /[\ud800-\udfff]/
