/** A number is read as everybody would read it, or refused in words. A number is never guessed. */

import { describe, expect, it } from 'vitest'
import { dollarsToCents, readCents } from '#client/console/format/price.ts'
import { readQuantity } from '#client/console/format/quantity.ts'
import { readNumber } from '#client/console/format/read-number.ts'

describe('a number that is typed', () => {
  it.each([
    ['10', 10],
    [' 0.5 ', 0.5],
    ['.5', 0.5],
    ['5.', 5],
    ['1,000', 1_000],
    ['10,000.5', 10_000.5],
    ['1,234,567', 1_234_567],
    ['-1,000', -1_000],
    ['1 000', 1_000],
    ['12\u202f345\u202f678.5', 12_345_678.5],
  ])('reads %s', (typed, value) => {
    expect(readNumber(typed)).toEqual({ value, fault: null })
  })

  it.each([
    ['0,5', 'Write 0.5 with a point.'],
    ['1,5', 'Write 1.5 with a point.'],
    ['12,34', 'Write 12.34 with a point.'],
    [',5', 'Write 0.5 with a point.'],
    ['0,500', 'Write 0.500 with a point.'],
    ['1000,000', 'Write 1000.000 with a point.'],
    ['1,00,000', '“1,00,000” is not a number.'],
    ['1.000,5', '“1.000,5” is not a number.'],
    ['1,000,', '“1,000,” is not a number.'],
    ['1 00', '“1 00” is not a number.'],
    ['1,000 000', '“1,000 000” is not a number.'],
    ['$20', '“$20” is not a number.'],
    ['abc', '“abc” is not a number.'],
    ['1e3', '“1e3” is not a number.'],
    ['0x10', '“0x10” is not a number.'],
    ['Infinity', '“Infinity” is not a number.'],
    ['.', '“.” is not a number.'],
  ])('refuses %s in words', (typed, fault) => {
    expect(readNumber(typed)).toEqual({ value: null, fault })
  })

  it.each(['$20', '$ 20', '20$', '20 $', ' $20.00 '])('reads %s in a field of dollars', (typed) => {
    expect(readNumber(typed, { unit: '$' })).toEqual({ value: 20, fault: null })
  })

  it.each(['$', '$$20', '20¢', '€20', '$-5', '2$0'])('refuses %s in a field of dollars, as it was typed', (typed) => {
    expect(readNumber(typed, { unit: '$' })).toEqual({ value: null, fault: `“${typed}” is not a number.` })
  })

  it.each(['58', '58¢', '58 ¢', '58c', '58C', '$0.58', '$.58', '0.58$'])('reads %s in a field of cents', (typed) => {
    expect(readCents(typed, 0.5)).toEqual({ value: 0.58, fault: null })
  })

  it('asks which unit is meant by a price below one where the market is far above a cent', () => {
    expect(readCents('0.58', 0.5)).toEqual({ value: null, fault: '0.58¢ or 58¢? Write it with ¢.' })
    expect(readCents('.4', 0.05).fault).toBe('0.4¢ or 40¢? Write it with ¢.')
    expect(readCents('0.58¢', 0.5).value).toBe(0.0058)
    expect(readCents('0.5', 0.02).value).toBe(0.005)
    expect(readCents('0.5').value).toBe(0.005)
    expect(readCents('$58', 0.5).fault).toBe('Enter prices in cents, above 0¢ and below 100¢.')
  })

  it('reads each price that it fills in itself', () => {
    for (const price of [0.0001, 0.005, 0.0099, 0.01, 0.455, 0.9999])
      expect(readCents(dollarsToCents(price), 0.5)).toEqual({ value: price, fault: null })
  })

  it('distinguishes an empty field from an unreadable one', () => {
    expect(readNumber('  ')).toEqual({ value: null, fault: null })
  })

  it('says at once what no order can have', () => {
    expect(readQuantity('0').fault).toBe('It must be above 0.')
    expect(readQuantity('1,000,000,001').fault).toBe('It must be at most 1,000,000,000.')
    expect(readCents('150').fault).toBe('Enter prices in cents, above 0¢ and below 100¢.')
    expect(readCents('45.5').value).toBe(0.455)
    expect(readNumber('2.5', { isWhole: true }).fault).toBe('Only a whole number.')
  })
})
