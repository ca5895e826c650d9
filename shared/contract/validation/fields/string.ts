import { type FieldSchema, field } from '../field.ts'

export interface StringBounds {
  readonly min?: number
  readonly max?: number
  /** A regular expression that Rust, Python and JavaScript read alike. */
  readonly pattern?: string
}

/** A text with bounds on its length, counted in characters, not in UTF-16 halves. `pattern` may match anywhere in it. */
export const string = ({ min, max, pattern }: StringBounds = {}): FieldSchema<string, string> => {
  const shape = pattern === undefined ? null : new RegExp(pattern, 'u')
  return field<string, string>(
    'string',
    {
      type: 'string',
      ...(min !== undefined && { minLength: min }),
      ...(max !== undefined && { maxLength: max }),
      ...(pattern !== undefined && { pattern }),
    },
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
      if (shape !== null && !shape.test(value)) {
        return { type: 'string_pattern_mismatch', msg: `String should match pattern '${pattern}'`, ctx: { pattern } }
      }
      return value
    },
  )
}

const characters = (count: number): string => `${count} character${count === 1 ? '' : 's'}`

const countCharacters = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}
