/** EXCHANGE_A refuses about a third of the reads of strangers that its cache cannot answer (Kalshi live reference, section 2.1). */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { http } from '#adapters/exchanges/http/http.ts'
import { RateBudget } from '#adapters/exchanges/http/rate-budget.ts'
import { kalshiMarketData } from '#adapters/exchanges/kalshi/kalshi-market-data.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { POLITICS, START } from '#simulators/test/kalshi/simulated.ts'
import { ACCOUNT, anySignal, type Desk, openDesk } from '../desk.ts'

let desk: Desk

beforeEach(async () => {
  desk = await openDesk({ cache: true })
  await desk.simulated.control('switches', { unsigned_refusals: 1 })
})
afterEach(() => desk.simulated.close())

describe('reads at an exchange that refuses strangers', () => {
  it('the state of a market is readable with an account, and not without', async () => {
    const { exchange } = desk
    expect(await exchange.marketStates([POLITICS], anySignal(), ACCOUNT)).toEqual([
      { nativeId: POLITICS, state: 'open' },
    ])
    await expect(exchange.marketStates([POLITICS], anySignal())).rejects.toThrow(ExchangeUnavailable)
  })

  it('the last trade is readable with an account, and not without', async () => {
    const { exchange, simulated } = desk
    await simulated.control('book', { market: POLITICS, asks: [[0.45, 10]] })
    await simulated.control('trade', { market: POLITICS, price: 0.45, qty: 1, buy_flag: true })
    expect(await exchange.lastTrade(POLITICS, anySignal(), ACCOUNT)).toEqual({ price: 450_000, at: START })
    // Another second is another question, which the cache cannot answer.
    await simulated.pass(1_000)
    await expect(exchange.lastTrade(POLITICS, anySignal())).rejects.toThrow(ExchangeUnavailable)
  })

  it('a stranger asks again soon: the refusal is chance, and no sign of haste', async () => {
    const waits: number[] = []
    const source = kalshiMarketData({
      urls: { api: desk.simulated.simulator.url },
      clock: () => desk.simulated.time.now,
      http: http(),
      budget: new RateBudget(() => waits.length * 1_000),
      sleep: async (ms) => void waits.push(ms),
      onSkip: () => undefined,
    })
    await expect(source.lastTrade(POLITICS, anySignal())).rejects.toThrow(ExchangeUnavailable)
    expect(Math.max(...waits)).toBeLessThanOrEqual(250)
  })
})

it('every read of a stranger is answered in the end if a third of them is refused', async () => {
  const { simulated } = desk
  await simulated.control('switches', { unsigned_refusals: 0.3 })
  let waited = 0
  const source = kalshiMarketData({
    urls: { api: simulated.simulator.url },
    clock: () => simulated.time.now,
    http: http(),
    budget: new RateBudget(() => simulated.time.now + waited),
    sleep: async (ms) => {
      waited += ms
    },
    onSkip: () => undefined,
  })
  for (let read = 0; read < 200; read += 1) {
    await simulated.pass(1_000)
    expect(await source.lastTrade(POLITICS, anySignal())).toBeNull()
  }
})
