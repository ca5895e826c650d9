/** How old an answer may be that a cache on the way has kept. */

import { describe, expect, it } from 'vitest'
import { answerAge } from '#adapters/exchanges/http/answer-age.ts'

const ageOf = (headers: Readonly<Record<string, string>>): number => answerAge((name) => headers[name])

describe('the age of an answer', () => {
  it.each<[string, Record<string, string>, number]>([
    ['is what the cache says', { age: '7', 'cache-control': 'public, max-age=15' }, 7_000],
    [
      'is the longest that a shared cache may keep it where the cache is silent',
      { 'cache-control': 'public, max-age=15' },
      15_000,
    ],
    [
      'follows the rule for shared caches where there is one',
      { 'cache-control': 'public, max-age=60, s-maxage=5' },
      5_000,
    ],
    ['is nothing where only the caller may keep it', { 'cache-control': 'private, max-age=15' }, 0],
    ['is nothing where nobody speaks of caches', {}, 0],
    ['is nothing where the header makes no sense', { age: 'old' }, 0],
  ])('%s', (_, headers, expected) => {
    expect(ageOf(headers)).toBe(expected)
  })
})
