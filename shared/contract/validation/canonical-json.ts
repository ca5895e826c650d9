/** One text for all ways of writing the same JSON value: names in order, no space, numbers by what they are worth. */

import { isJsonObject, numberText } from './fields/json-number.ts'

/** `{"b": 7.0, "a": 1e1}` and `{"a":10,"b":7}` alike. Exact: numbers that no double can distinguish stay distinct. */
export const canonicalJson = (value: unknown): string => {
  const number = numberText(value)
  if (number !== null) return canonicalNumber(number)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const fields = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`)
  return `{${fields.join(',')}}`
}

/** The digits without zeros around them, and the power of ten of the last: `120`, `1.2e2` and `120.0` are `12e1`. */
const canonicalNumber = (literal: string): string => {
  const [, sign, whole, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? []
  // NaN and Infinity.
  if (whole === undefined) return literal
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  let end = digits.length
  while (digits[end - 1] === '0') end--
  if (end === 0) return '0'
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - end)
  return `${sign}${digits.slice(0, end)}e${power}`
}
