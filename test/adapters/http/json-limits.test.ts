/** The shape of an exchange's answer is bounded, whatever its size. */

import { describe, expect, it } from 'vitest'
import { brokenLimit } from '#adapters/exchanges/http/json-limits.ts'

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const listOf = (items: number) => `{"all":[${Array.from({ length: items }, () => 0).join()}]}`

describe('an answer breaks no limit', () => {
  it.each([
    ['64 levels', nested(64)],
    ['100,000 items', listOf(100_000)],
    ['brackets and commas in a text', JSON.stringify({ said: `\\"${'[{,'.repeat(200_000)}` })],
    ['a text that ends with a backslash', JSON.stringify(['\\', nested(10_000), '\\\\'])],
    ['a page, which is no JSON', `<html>${'{'.repeat(10_000)}`],
    ['nothing', ''],
    ['a text that does not end', `["${'['.repeat(10_000)}`],
  ])('an answer with %s breaks no limit', (_, text) => {
    expect(brokenLimit(text)).toBeNull()
  })
})

describe('an answer breaks a limit', () => {
  it.each([
    ['65 levels', nested(65), 'an answer nested deeper than 64 levels'],
    ['10,000 levels', nested(10_000), 'an answer nested deeper than 64 levels'],
    ['10,000 levels of objects that never end', '{"a":'.repeat(10_000), 'an answer nested deeper than 64 levels'],
    ['100,001 items', listOf(100_001), 'an answer with a list of more than 100000 items'],
  ])('an answer with %s breaks a limit', (_, text, words) => {
    expect(brokenLimit(text)).toBe(words)
  })
})
