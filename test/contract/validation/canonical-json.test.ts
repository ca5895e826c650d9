/** Two ways of writing one JSON value have one canonical text, and two values never do. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '#contract/validation/canonical-json.ts'
import { parseJson } from '#contract/validation/parse-json.ts'

const canonical = (text: string): string => {
  const reading = parseJson(text)
  if (!reading.ok) throw new Error(reading.error)
  return canonicalJson(reading.value)
}

describe('the canonical text', () => {
  test.each([
    ['{"a":1,"b":[2,3]}', '{ "b": [2, 3], "a": 1 }'],
    ['7', '7.0'],
    ['7', '70e-1'],
    ['120', '1.2e2'],
    ['0.1', '1E-1'],
    ['0', '-0.000'],
    ['"é"', '"\\u00e9"'],
    ['{"a":{"y":1,"x":2}}', '{"a":{"x":2.00,"y":1}}'],
  ])('the canonical text of %s equals the text of %s', (one, other) => {
    expect(canonical(other)).toBe(canonical(one))
  })

  test.each([
    ['7', '"7"'],
    ['[1,2]', '[2,1]'],
    ['{"a":null}', '{}'],
    ['12345678901234567890', '12345678901234567891'],
    ['0.1', '0.1000000000000000055'],
    ['-1', '1'],
    ['true', '1'],
    ['{"a":"1,b"}', '{"a":1,"b":1}'],
  ])('the canonical text of %s differs from the text of %s', (one, other) => {
    expect(canonical(other)).not.toBe(canonical(one))
  })

  test('survives any other program that reads and writes JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(3), (value, indent) => {
        const text = JSON.stringify(value)
        expect(canonical(JSON.stringify(JSON.parse(text), null, indent))).toBe(canonical(text))
      }),
    )
  })
})
