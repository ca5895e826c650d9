import { describe, expect, it } from 'vitest'
import { reportedLimit } from '#adapters/exchanges/http/reported-limit.ts'

const NOW = Date.parse('2026-11-21T10:00:00Z')
const limitOf = (headers: Readonly<Record<string, string>>) => reportedLimit((name) => headers[name], NOW)

describe('the rate limit in an answer', () => {
  it('is nothing without a header', () => {
    expect(limitOf({})).toEqual({ retryAfterMs: null, tokensLeft: null, namesBucket: false })
  })

  it.each([
    ['7', 7_000],
    ['0.5', 500],
    ['Sat, 21 Nov 2026 10:00:05 GMT', 5_000],
    ['Sat, 21 Nov 2026 09:00:00 GMT', null],
    ['soon', null],
    ['1e9', null],
  ])('is a wait in seconds or until a date: %s', (text, retryAfterMs) => {
    expect(limitOf({ 'retry-after': text })).toMatchObject({ retryAfterMs })
  })

  it('is the end of the wait of an overdrawn bucket, in unix seconds, and the longer of two', () => {
    const reset = { 'poly-ratelimit-reset': String(NOW / 1_000 + 3) }
    expect(limitOf({ ...reset, 'poly-ratelimit-remaining': '-2' })).toEqual({
      retryAfterMs: 3_000,
      tokensLeft: -2,
      namesBucket: true,
    })
    expect(limitOf({ ...reset, 'poly-ratelimit-remaining': '0', 'retry-after': '1' })).toMatchObject({
      retryAfterMs: 3_000,
    })
    expect(limitOf({ ...reset, 'poly-ratelimit-remaining': '12' })).toEqual({
      retryAfterMs: null,
      tokensLeft: 12,
      namesBucket: true,
    })
  })

  it('is an empty bucket where the exchange only warns', () => {
    expect(limitOf({ 'poly-ratelimit-warning': 'true', 'poly-ratelimit-remaining': '5' })).toMatchObject({
      tokensLeft: 0,
    })
    expect(limitOf({ 'poly-ratelimit-warning': 'true' })).toMatchObject({ tokensLeft: 0, namesBucket: true })
  })

  it('is the tier of the account, where it is named', () => {
    expect(limitOf({ 'poly-ratelimit-tier': ' Silver ', 'poly-ratelimit-remaining': '250' })).toEqual({
      retryAfterMs: null,
      tokensLeft: 250,
      namesBucket: true,
      tier: 'silver',
    })
  })
})
