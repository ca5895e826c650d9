/** A text with bounds on its length, counted in characters, not in UTF-16 halves. */

import { type FieldSchema, field } from './field.ts'

export interface StringBounds {
  readonly min?: number
  readonly max?: number
}

export const string = ({ min, max }: StringBounds = {}): FieldSchema<string, string> =>
  field<string, string>(
    'string',
    { type: 'string', ...(min !== undefined && { minLength: min }), ...(max !== undefined && { maxLength: max }) },
    (value) => {
      if (typeof value !== 'string') return { type: 'string_type', msg: 'Input should be a valid string' }
      const length = countCharacters(value)
      if (max !== undefined && length > max) {
        return {
          type: 'string_too_long',
          msg: `String should have at most ${characters(max)}`,
          ctx: { max_length: max },
        }
      }
      if (min !== undefined && length < min) {
        return {
          type: 'string_too_short',
          msg: `String should have at least ${characters(min)}`,
          ctx: { min_length: min },
        }
      }
      return value
    },
  )

const characters = (count: number): string => `${count} character${count === 1 ? '' : 's'}`

const countCharacters = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}
