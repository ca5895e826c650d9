import { type FieldSchema, field } from '../field.ts'
import { numberText } from './json-number.ts'

/** A yes or no: true, 1, 1.0, "true", "on", "y", … as Pydantic reads them. */
export const boolean = (): FieldSchema<boolean, boolean> =>
  field<boolean, boolean>('boolean', { type: 'boolean' }, (value) => {
    if (typeof value === 'boolean') return value
    const text = typeof value === 'string' ? value.toLowerCase() : wholeText(value)
    if (text === null) return { type: 'bool_type', msg: 'Input should be a valid boolean' }
    if (YES.includes(text)) return true
    if (NO.includes(text)) return false
    return { type: 'bool_parsing', msg: 'Input should be a valid boolean, unable to interpret input' }
  })

const YES = ['1', 'on', 't', 'true', 'y', 'yes']
const NO = ['0', 'off', 'f', 'false', 'n', 'no']
const I64 = 2 ** 63

/** The digits of a whole number that fits 64 bits; any other number is of the wrong type for Pydantic. */
const wholeText = (value: unknown): string | null => {
  const text = numberText(value)
  if (text === null) return null
  const number = Number(text)
  return Number.isInteger(number) && number >= -I64 && number < I64 ? String(number) : null
}
