/** New orders leave tokens for cancels, so an account that sends as fast as it may can still cancel at once. */

import { describe, expect, it } from 'vitest'
import type { HttpRequest } from '#adapters/exchanges/http/http.ts'
import { rateBudget } from '#adapters/exchanges/http/rate-budget.ts'
import { kalshiExchange } from '#adapters/exchanges/kalshi/kalshi-exchange.ts'
import { NO_SIGHTINGS } from '#domain/orders/fills/sightings.ts'
import { START } from '#test/simulators/kalshi/simulated.ts'
import { ACCOUNT, anySignal, someOrder, toSend } from '../desk.ts'

/** An exchange that says nothing of its limits, so those of the lowest tier hold; time passes by waiting only. */
const start = () => {
  const time = { now: START }
  const sent: Array<{ readonly method: string; readonly at: number }> = []
  const http = async ({ method, url }: HttpRequest) => {
    if (!url.pathname.endsWith('/account/limits')) sent.push({ method, at: time.now - START })
    const rest = { retryAfterMs: null, tokensLeft: null, namesBucket: false, ageMs: 0 }
    return { kind: 'answered' as const, status: 503, text: '{}', ...rest }
  }
  const exchange = kalshiExchange({
    urls: { api: 'https://exchange.test/trade-api/v2' },
    clock: () => time.now,
    http,
    budget: rateBudget(() => time.now),
    sleep: async (ms) => {
      time.now += ms
    },
    onSkip: () => {},
  })
  const cancel = () =>
    exchange.cancel(ACCOUNT, { ...someOrder(), exchangeOrderId: 'one', sightings: NO_SIGHTINGS }, anySignal())
  const cancels = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) await cancel()
  }
  return { exchange, sent, cancels }
}

/** The lowest tier has a hundred tokens; an order takes ten and a cancel two. */
const ORDERS_AT_ONCE = 8
const CANCELS_AT_ONCE = 10

describe('an account that sends orders as fast as its rate limit allows', () => {
  it('has its next order wait, and still cancels ten at once', async () => {
    const { exchange, sent, cancels } = start()
    for (let nth = 1; nth <= ORDERS_AT_ONCE + 1; nth += 1)
      await exchange.submit(ACCOUNT, toSend(someOrder(), START, nth), anySignal())
    await cancels(CANCELS_AT_ONCE)
    const waits = sent.map(({ method, at }) => [method, at])
    expect(waits).toEqual([
      ...Array.from({ length: ORDERS_AT_ONCE }, () => ['POST', 0]),
      ['POST', 100],
      ...Array.from({ length: CANCELS_AT_ONCE }, () => ['DELETE', 100]),
    ])
  })

  it('has no order take its turn out of that room', async () => {
    const { exchange, sent, cancels } = start()
    const turns: boolean[] = []
    for (let nth = 0; nth <= ORDERS_AT_ONCE; nth += 1)
      turns.push((await exchange.takeTurn?.(ACCOUNT, someOrder(), 0, anySignal()))?.go === true)
    expect(turns).toEqual([...Array.from({ length: ORDERS_AT_ONCE }, () => true), false])
    await cancels(CANCELS_AT_ONCE)
    expect(sent.map(({ at }) => at)).toEqual(Array.from({ length: CANCELS_AT_ONCE }, () => 0))
  })
})
