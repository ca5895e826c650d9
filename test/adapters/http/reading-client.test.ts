/** Reads of an exchange: what they are repeated over, how often and after how long. */

import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { Answered, CallResult } from '#adapters/exchanges/http/json-call.ts'
import { readingClient } from '#adapters/exchanges/http/reading-client.ts'
import { ExchangeRefuses, ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'

const ACCOUNT = { accountKey: 'ann', secrets: {} }
const STRANGERS = { tries: 6, waitMs: 250 }
const CALL = { path: '/markets' }
const List = v.object({ items: v.array(v.number()) })
const GOOD = { items: [1] }

const answered = (status: number, ...given: readonly unknown[]): Answered => {
  const [body] = given.length === 0 ? [{ error: 'no' }] : given
  return { kind: 'answered', status, body, retryAfterMs: null, namesBucket: false, ageMs: 15_000 }
}

/** An exchange that answers this in turn, the last one for ever. */
const start = (results: readonly CallResult[], strangers?: typeof STRANGERS) => {
  const slept: number[] = []
  let requested = 0
  const api = readingClient({
    exchange: 'EXCHANGE_A',
    clock: () => 100_000,
    sleep: async (ms) => void slept.push(ms),
    once: async (_account, _call: typeof CALL) => {
      requested += 1
      return results[Math.min(requested, results.length) - 1] ?? answered(500)
    },
    errorIn: () => ({ words: 'no', page: null }),
    refusesAll: (status) => status === 451,
    passing: [429],
    ...(strangers === undefined ? {} : { strangers }),
  })
  return { api, slept, asked: () => requested }
}
const signal = new AbortController().signal

describe('a read', () => {
  it('reports the time at which the exchange made the answer', async () => {
    const { api } = start([answered(200, GOOD)])
    expect(await api.readDated(ACCOUNT, CALL, List, signal)).toEqual({ body: GOOD, asOf: 85_000 })
    expect(await api.find(ACCOUNT, CALL, List, signal)).toEqual(GOOD)
  })

  it.each([
    [answered(429)],
    [answered(503)],
    [{ kind: 'no_answer', reason: 'lost' }],
    [{ kind: 'too_fast', waitMs: 5 }],
  ] satisfies [CallResult][])('is repeated twice over %j', async (trouble) => {
    const { api, slept, asked } = start([trouble])
    await expect(api.read(ACCOUNT, CALL, List, signal)).rejects.toThrow(ExchangeUnavailable)
    expect([asked(), slept]).toEqual([3, [1_000, 2_000]])
  })

  it('is not repeated over a refusal, nor over an answer that makes no sense', async () => {
    for (const [result, words] of [
      [answered(400), 'status 400 (no)'],
      [answered(425), 'status 425 (no)'],
      [answered(200, { items: ['x'] }), 'makes no sense at items.0'],
    ] as const) {
      const { api, asked } = start([result])
      await expect(api.read(ACCOUNT, CALL, List, signal)).rejects.toThrow(words)
      expect(asked()).toBe(1)
    }
    await expect(start([answered(451)]).api.read(ACCOUNT, CALL, List, signal)).rejects.toThrow(ExchangeRefuses)
  })

  it('is repeated over a page or nothing in place of data, and says so', async () => {
    const noJson = answered(200, undefined)
    for (const [result, words] of [
      [{ ...noJson, page: 'Just a moment...' }, 'status 200 with the page "Just a moment..." in place of data'],
      [noJson, 'status 200 without data'],
    ] as const) {
      const { api, asked } = start([result])
      await expect(api.read(ACCOUNT, CALL, List, signal)).rejects.toThrow(words)
      expect(asked()).toBe(3)
    }
  })

  it('a read of one thing finds none at a 404; a list treats a 404 as a failure', async () => {
    const { api } = start([answered(404)])
    expect(await api.find(ACCOUNT, CALL, List, signal)).toBeNull()
    await expect(api.read(ACCOUNT, CALL, List, signal)).rejects.toThrow('does not know /markets')
  })

  it('is not repeated once it was stopped', async () => {
    const { api, asked } = start([answered(503)])
    await expect(api.read(ACCOUNT, CALL, List, AbortSignal.abort())).rejects.toThrow(ExchangeUnavailable)
    expect(asked()).toBe(1)
  })
})

describe('a read of a stranger that is refused for its rate', () => {
  it('is repeated sooner and more often where the exchange refuses by chance', async () => {
    const { api, slept, asked } = start([answered(429)], STRANGERS)
    await expect(api.read(null, CALL, List, signal)).rejects.toThrow('status 429')
    expect([asked(), slept]).toEqual([6, [250, 250, 250, 250, 250]])
  })

  it('is repeated like any other where the exchange does not', async () => {
    const { api, slept } = start([answered(429)])
    await expect(api.read(null, CALL, List, signal)).rejects.toThrow('status 429')
    expect(slept).toEqual([1_000, 2_000])
  })

  it('is repeated like any other once something else goes wrong', async () => {
    const { api, slept, asked } = start([answered(429), answered(503)], STRANGERS)
    await expect(api.read(null, CALL, List, signal)).rejects.toThrow('status 503')
    expect([asked(), slept]).toEqual([3, [250, 2_000]])
  })

  it('is not so for an account', async () => {
    const { api, asked } = start([answered(429)], STRANGERS)
    await expect(api.read(ACCOUNT, CALL, List, signal)).rejects.toThrow('status 429')
    expect(asked()).toBe(3)
  })
})
