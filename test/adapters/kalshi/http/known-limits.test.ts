/** An account is served at what its tier allows, which it is asked for when the lowest tier would make it wait. */

import { describe, expect, it } from 'vitest'
import type { HttpRequest } from '#adapters/exchanges/http/http.ts'
import { RateBudget } from '#adapters/exchanges/http/rate-budget.ts'
import { client } from '#adapters/exchanges/kalshi/http/client.ts'
import { anySignal } from '../desk.ts'

const ACCOUNT = { accountKey: 'ann', secrets: {} }
const ADVANCED = {
  usage_tier: 'advanced',
  read: { refill_rate: 300, bucket_capacity: 900 },
  write: { refill_rate: 300, bucket_capacity: 900 },
}

/** An exchange that reports these limits. Time passes by waiting only. */
const start = (limits: unknown, status = 200, said: Promise<void> | null = null) => {
  const time = { now: 0 }
  const paths: string[] = []
  const http = async ({ url }: HttpRequest) => {
    paths.push(url.pathname)
    const isLimits = url.pathname.endsWith('/account/limits')
    if (isLimits) await said
    const text = JSON.stringify(isLimits ? limits : {})
    const rest = { retryAfterMs: null, tokensLeft: null, namesBucket: false, ageMs: 0 }
    return { kind: 'answered' as const, status: isLimits ? status : 200, text, ...rest }
  }
  const sleep = async (ms: number) => {
    time.now += ms
  }
  const urls = { api: 'https://exchange.test/trade-api/v2', ws: 'wss://exchange.test' }
  const api = client(
    { urls, clock: () => time.now, http, budget: new RateBudget(() => time.now), sleep },
    () => () => ({}),
  )
  const write = () => api.write(ACCOUNT, { method: 'POST', path: '/orders', body: '{}', cost: 10 }, anySignal())
  const writes = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) expect(await write()).toMatchObject({ kind: 'answered' })
  }
  const turn = () => api.setAside(ACCOUNT, { cost: 10 }, 1_000, anySignal())
  return { time, writes, turn, asked: () => paths.filter((path) => path.endsWith('/account/limits')).length }
}

describe('the limits of an account', () => {
  it('are not asked for while the lowest tier is enough', async () => {
    const { writes, asked, time } = start(ADVANCED)
    await writes(10)
    expect([asked(), time.now]).toEqual([0, 0])
  })

  it('are asked for once when an account would have to wait, and are those of its tier', async () => {
    const { writes, asked, time } = start(ADVANCED)
    await writes(40)
    // Ten at once, and thirty more at thirty a second.
    expect(asked()).toBe(1)
    expect(time.now).toBeGreaterThan(900)
    expect(time.now).toBeLessThan(1_100)
  })

  it('hold up the turn of an order for a moment only where the exchange is slow to say them, and serve those behind it', async () => {
    const said = Promise.withResolvers<void>()
    const { writes, turn, asked } = start(ADVANCED, 200, said.promise)
    await writes(10)
    const began = performance.now()
    expect(await turn()).toMatchObject({ go: true, waitMs: 100 })
    expect(performance.now() - began).toBeLessThan(5_000)
    said.resolve()
    expect(await turn()).toMatchObject({ go: true, waitMs: 67 })
    expect(asked()).toBe(1)
  })

  it.each([
    ['it does not say', {}, 200],
    ['it does not answer', null, 503],
    ['it says nonsense', { read: ADVANCED.read, write: { refill_rate: 0, bucket_capacity: 0 } }, 200],
  ])('are those of the lowest tier where %s, and it is asked again an hour later', async (_, limits, status) => {
    const { writes, asked, time } = start(limits, status)
    await writes(20)
    expect(asked()).toBe(1)
    expect(time.now).toBeGreaterThan(900)
    time.now += 3_600_000
    await writes(20)
    expect(asked()).toBe(2)
  })
})
