/** Limits of a number and the fault for breaking one. */

import type { JsonSchema } from '@valibot/to-json-schema'
import type { Fault } from '../fault.ts'

export interface Bounds {
  /** Greater than. */
  readonly gt?: number
  /** Greater than or equal to. */
  readonly ge?: number
  /** Less than. */
  readonly lt?: number
  /** Less than or equal to. */
  readonly le?: number
}

/** The fault of a value outside its bounds, checked in Pydantic's order; null when it is inside. */
export const outOfBounds = (value: number | bigint, { gt, ge, lt, le }: Bounds): Fault | null => {
  if (le !== undefined && value > le) return fault('less_than_equal', 'less than or equal to', { le })
  if (lt !== undefined && value >= lt) return fault('less_than', 'less than', { lt })
  if (ge !== undefined && value < ge) return fault('greater_than_equal', 'greater than or equal to', { ge })
  if (gt !== undefined && value <= gt) return fault('greater_than', 'greater than', { gt })
  return null
}

const fault = (type: string, words: string, ctx: Record<string, number>): Fault => ({
  type,
  msg: `Input should be ${words} ${Object.values(ctx)[0]}`,
  ctx,
})

/** The same bounds as JSON Schema keywords. */
export const boundsJsonSchema = ({ gt, ge, lt, le }: Bounds): JsonSchema => ({
  ...(gt !== undefined && { exclusiveMinimum: gt }),
  ...(ge !== undefined && { minimum: ge }),
  ...(lt !== undefined && { exclusiveMaximum: lt }),
  ...(le !== undefined && { maximum: le }),
})
