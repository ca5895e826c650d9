/** DynamoDB's numbers: decimals of up to 38 digits, kept as text. */

import { invalid } from './refusal.ts'

interface Decimal {
  readonly isNegative: boolean
  /** Without zeros at either end; empty for 0. */
  readonly digits: string
  /** The number is 0.digits × 10 ^ exponent. */
  readonly exponent: number
}

/** The only stored form of a number. Throws for text that is no number, or is too large, too near 0, or too exact. */
export const canonicalNumber = (text: string): string => {
  if (PLAIN.test(text)) return text
  const decimal = decimalOf(text)
  if (decimal === null) throw invalid(`The parameter cannot be converted to a numeric value: ${text}`)
  if (decimal.digits.length > MOST_DIGITS)
    throw invalid('Attempting to store more than 38 significant digits in a Number')
  if (decimal.digits !== '' && decimal.exponent > LARGEST)
    throw invalid('Number overflow. Attempting to store a number with magnitude larger than supported range')
  if (decimal.digits !== '' && decimal.exponent < SMALLEST)
    throw invalid('Number underflow. Attempting to store a number with magnitude smaller than supported range')
  return plainText(decimal)
}

/** Text that sorts as the number does among such texts. */
export const sortableNumber = (canonical: string): string => {
  const { isNegative, digits, exponent } = decimalOf(canonical) ?? ZERO
  if (digits === '') return '1'
  const place = String(exponent + PLACE_OF_ZERO)
  return isNegative ? `0${complement(place)}${complement(digits)}~` : `2${place}${digits}`
}

/** Below, at or above 0 as one number is less than, equal to or more than the other. */
export const compareNumbers = (one: string, other: string): number => {
  if (one === other) return 0
  if (one.length < EXACT && other.length < EXACT) return Number(one) - Number(other)
  return sortableNumber(one) < sortableNumber(other) ? -1 : 1
}

const PLAIN = /^(?:0|-?[1-9]\d{0,14})$/
const WRITTEN = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,6}))?$/
const MOST_DIGITS = 38
/** Magnitudes from 1e-130 to 9.99…e125. */
const LARGEST = 126
const SMALLEST = -129
/** So that every exponent has three digits. */
const PLACE_OF_ZERO = 500
/** Numbers with fewer characters are exact as numbers of JavaScript. */
const EXACT = 15
const ZERO: Decimal = { isNegative: false, digits: '', exponent: 0 }

const decimalOf = (text: string): Decimal | null => {
  const [, sign, whole = '', fraction = '', power = '0'] = WRITTEN.exec(text) ?? []
  if (sign === undefined || whole + fraction === '') return null
  const all = whole + fraction
  const significant = all.replace(/^0+/, '')
  const digits = significant.replace(/0+$/, '')
  if (digits === '') return ZERO
  return {
    isNegative: sign === '-',
    digits,
    exponent: whole.length - (all.length - significant.length) + Number(power),
  }
}

const plainText = ({ isNegative, digits, exponent }: Decimal): string => {
  if (digits === '') return '0'
  const sign = isNegative ? '-' : ''
  if (exponent <= 0) return `${sign}0.${'0'.repeat(-exponent)}${digits}`
  if (exponent >= digits.length) return `${sign}${digits}${'0'.repeat(exponent - digits.length)}`
  return `${sign}${digits.slice(0, exponent)}.${digits.slice(exponent)}`
}

const complement = (digits: string): string => digits.replace(/\d/g, (digit) => String(9 - Number(digit)))
