/** A price, quantity or amount: read from its decimal text into whole millionths, so that no float decides. */

import type { Fault } from '../fault.ts'
import { type FieldSchema, field } from '../field.ts'
import { type Bounds, boundsJsonSchema, outOfBounds } from './bounds.ts'
import { isFloatText, numberText } from './json-number.ts'
import { trimText } from './trim-text.ts'

/** Bounds are in units (`lt: 1` is one dollar), the output is in 1e-6 units: 0.42 and "0.42" both read as 420000. */
export const decimal = (bounds: Bounds = {}): FieldSchema<number, number> =>
  field('decimal', { type: 'number', ...boundsJsonSchema(bounds) }, (value) => {
    const text = readText(value)
    if (typeof text !== 'string') return text
    // The nearest double is enough here: what it rounds onto a bound has too many decimals and is refused below.
    const nearest = Number(text)
    return outOfBounds(nearest, bounds) ?? outOfBounds(nearest, LARGEST) ?? millionths(text) ?? tooManyDecimals
  })

const DECIMALS = 6
/** Limit above which whole millionths are not exact. */
const LARGEST = { ge: -9_007_199_254, le: 9_007_199_254 }

const tooManyDecimals: Fault = {
  type: 'decimal_max_places',
  msg: `Decimal input should have no more than ${DECIMALS} decimal places`,
  ctx: { decimal_places: DECIMALS },
}
const notFinite: Fault = { type: 'finite_number', msg: 'Input should be a finite number' }
const notNumber: Fault = { type: 'float_type', msg: 'Input should be a valid number' }
const notNumeric: Fault = {
  type: 'float_parsing',
  msg: 'Input should be a valid number, unable to parse string as a number',
}

/** The value as a finite decimal text that `Number` can read. */
const readText = (value: unknown): string | Fault => {
  if (typeof value !== 'string') {
    const text = numberText(value)
    if (text === null) return notNumber
    if (Number.isFinite(Number(text))) return text
    return isFloatText(text) ? notFinite : notNumber
  }
  const trimmed = trimText(value)
  // 1_000 is a number as in Python, unless there is space around it.
  if (/^_|__|_$/.test(trimmed) || (trimmed.includes('_') && trimmed !== value)) return notNumeric
  const text = trimmed.replaceAll('_', '')
  if (/^[+-]?(?:inf|infinity|nan)$/i.test(text)) return notFinite
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return notNumeric
  return Number.isFinite(Number(text)) ? text : notFinite
}

/** The exact number of millionths; null when there are more decimals than that. */
const millionths = (text: string): number | null => {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.')
  const significant = (whole + fraction).replace(/^0+/, '')
  const digits = withoutTrailingZeros(significant)
  if (digits === '') return 0
  const zeros = Number(exponent) - fraction.length + (significant.length - digits.length) + DECIMALS
  if (zeros < 0) return null
  const count = Number(digits + '0'.repeat(zeros))
  return mantissa.startsWith('-') ? -count : count
}

/** A loop, because /0+$/ takes quadratic time on long runs of zeros. */
const withoutTrailingZeros = (digits: string): string => {
  let end = digits.length
  while (end > 0 && digits[end - 1] === '0') end--
  return digits.slice(0, end)
}
