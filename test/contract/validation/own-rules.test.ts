/** Values that are read differently from Pydantic on purpose, and the time allowed for it. */

import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { datetime } from '#contract/validation/fields/datetime.ts'
import { decimal } from '#contract/validation/fields/decimal.ts'
import { integer } from '#contract/validation/fields/integer.ts'
import { object } from '#contract/validation/fields/object.ts'
import { string } from '#contract/validation/fields/string.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { parseJson } from '#contract/validation/parse-json.ts'
import type { RawRequest } from '#contract/validation/request-shape.ts'
import type { Schema } from '#contract/validation/schema.ts'
import { validationItem } from '#contract/validation/validation-item.ts'
import { parseRequest } from './parse-request.ts'

const post = (body: RawRequest['body']): RawRequest => ({
  headers: { 'content-type': 'application/json' },
  body,
  receivedAt: 1_000,
})

/** The parsed value, or the types of the faults. */
const answer = (schema: Schema, text: string): unknown => {
  const json = parseJson(text)
  const { issues, output } = v.safeParse(schema, json.ok ? json.value : undefined)
  return issues ? issues.map((issue) => validationItem([], issue).type) : output
}

describe('numbers', () => {
  test.each([
    [integer(), 'int_type'],
    [decimal(), 'float_type'],
  ])('true and false are no numbers', (schema, type) => {
    expect(answer(schema, 'true')).toEqual([type])
    expect(answer(schema, 'false')).toEqual([type])
  })

  test.each([
    ['0.1', 100_000],
    ['0.29', 290_000],
    ['1.005', 1_005_000],
    ['0.000001', 1],
    ['-0.000001', -1],
    ['4.2e-1', 420_000],
    ['0.42000000000', 420_000],
    ['123456.654321', 123_456_654_321],
    ['9007199254', 9_007_199_254_000_000],
    ['"0.07"', 70_000],
    ['-0', 0],
    ['0e999999999', 0],
  ])('%s is read exactly, in millionths', (text, millionths) => {
    expect(answer(decimal(), text)).toBe(millionths)
  })

  test.each([
    '0.0000001',
    '1e-7',
    '0.30000000000000004',
    '0.1000000000000000055',
    '"0.1234567"',
    '1.0000000000000000001',
  ])('%s has too many decimals, whatever its nearest double is', (text) => {
    expect(answer(decimal(), text)).toEqual(['decimal_max_places'])
  })

  test('a decimal has more than six places in these words', () => {
    expect(parseRequest(post('{"qty":0.1234567}'), { body: object({ qty: decimal({ gt: 0 }) }) })).toEqual({
      ok: false,
      detail: [
        {
          type: 'decimal_max_places',
          loc: ['body', 'qty'],
          msg: 'Decimal input should have no more than 6 decimal places',
          input: 0.1234567,
          ctx: { decimal_places: 6 },
        },
      ],
    })
  })

  test('an amount beyond exact millionths is refused even without a bound', () => {
    expect(answer(decimal(), '9007199254.000001')).toEqual(['less_than_equal'])
    expect(answer(decimal(), '-9007199255')).toEqual(['greater_than_equal'])
  })

  test('an integer beyond 2^53 reads as 2^53, which no id of ours is', () => {
    expect(answer(integer(), '9007199254740993')).toBe(2 ** 53)
    expect(answer(integer(), '"-99999999999999999999"')).toBe(-(2 ** 53))
    expect(answer(integer({ le: 9_007_199_254_740_991 }), '9007199254740992')).toEqual(['less_than_equal'])
  })

  test.each(['NaN', 'Infinity', '-Infinity', '1e400', '-1e400'])('%s is refused and echoed as null', (text) => {
    const reading = parseRequest(post(`{"qty":${text}}`), { body: object({ qty: decimal() }) })
    const reply: unknown = JSON.parse(JSON.stringify(reading))
    expect(reply).toEqual({
      ok: false,
      detail: [{ type: 'finite_number', loc: ['body', 'qty'], msg: 'Input should be a finite number', input: null }],
    })
  })

  test('a number is echoed as it was written', () => {
    const reading = parseRequest(post('{"a":1.50,"b":12345678901234567890}'), { body: object({ c: string() }) })
    expect(JSON.stringify(reading)).toContain('"input":{"a":1.50,"b":12345678901234567890}')
  })
})

describe('date-times', () => {
  test.each([
    ['"2025-01-01T00:00:00.1239Z"', Date.UTC(2025, 0, 1, 0, 0, 0, 123)],
    ['"2025-01-01T01:00:00+01:00"', Date.UTC(2025, 0, 1)],
    ['"2025-01-01"', Date.UTC(2025, 0, 1)],
    ['1735689600', Date.UTC(2025, 0, 1)],
    ['1735689600000', Date.UTC(2025, 0, 1)],
  ])('%s is read as epoch milliseconds', (text, at) => {
    expect(answer(datetime(), text)).toBe(at)
  })

  test.each(['-1.5', '-0.5', '"-1.5"'])('a negative fraction of a second counts backwards: %s', (text) => {
    expect(answer(datetime(), text)).toBe(Number(JSON.parse(text)) * 1_000)
  })

  test('an offset cannot lead out of the years 1 to 9999', () => {
    expect(answer(datetime(), '"0001-01-01T00:00:00+01:00"')).toEqual(['datetime_parsing'])
    expect(answer(datetime(), '"9999-12-31T23:59:59-01:00"')).toEqual(['datetime_parsing'])
  })
})

describe('text that could make a reader slow', () => {
  const long = 200_000
  /** Processor time of this thread, or of the process before Node 23.9. */
  const cpuUsage = process.threadCpuUsage ?? process.cpuUsage
  test.each([
    ['digits', `"${'1'.repeat(long)}x"`],
    ['zeros', `"0.${'0'.repeat(long)}1${'0'.repeat(long)}"`],
    ['white space', `"1${' '.repeat(long)}1"`],
    ['underscores', `"${'1_'.repeat(long)}"`],
    ['points', `"${'.'.repeat(long)}"`],
    ['dashes', `"${'-'.repeat(long)}"`],
    ['braces', `"${'{'.repeat(long)}"`],
    ['fraction', `"2025-01-01T00:00:00.${'1'.repeat(long)}x"`],
    ['exponent', `"1e${'9'.repeat(long)}"`],
    ['a number literal', `${'1'.repeat(long)}e`],
    ['escapes', `"${'\\u0041'.repeat(long / 4)}`],
    ['white space in JSON', `${' '.repeat(long)}{${' '.repeat(long)}`],
  ])('%s are read in linear time', (_, text) => {
    const started = cpuUsage()
    for (const schema of [integer(), decimal(), uuid(), datetime(), string({ max: 10 })]) answer(schema, text)
    expect(cpuUsage(started).user).toBeLessThan(1_000_000)
  })
})
