import { describe, expect, it } from 'vitest'
import { RateBudget } from '#adapters/exchanges/http/rate-budget.ts'
import { createTokenBuckets } from '#simulators/kalshi/http/token-buckets.ts'

/** Limit of EXCHANGE_A's lowest tier: twenty reads a second. */
const READS = { perSecond: 200, capacity: 200 }
const SIZE = { perSecond: 100, capacity: 100 }

const budgetAt = () => {
  const time = { now: 0 }
  return { time, budget: new RateBudget(() => time.now) }
}

describe('a rate budget', () => {
  it('lets a full bucket go at once, then at the rate it refills', () => {
    const { budget } = budgetAt()
    const waits = Array.from({ length: 12 }, () => budget.take('a', SIZE, 10, 10_000).waitMs)
    expect(waits).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100, 200])
  })

  it('refills with time and never above its size', () => {
    const { budget, time } = budgetAt()
    for (let nth = 0; nth < 10; nth += 1) budget.take('a', SIZE, 10, 0)
    expect(budget.take('a', SIZE, 10, 0)).toEqual({ go: false, waitMs: 100 })
    time.now = 3_600_000
    const went = Array.from({ length: 11 }, () => budget.take('a', SIZE, 10, 0).go)
    expect(went).toEqual([...Array.from({ length: 10 }, () => true), false])
  })

  it('takes nothing when the wait would be too long', () => {
    const { budget } = budgetAt()
    budget.take('a', SIZE, 100, 0)
    expect(budget.take('a', SIZE, 50, 400)).toEqual({ go: false, waitMs: 500 })
    expect(budget.take('a', SIZE, 2, 400)).toEqual({ go: true, waitMs: 20 })
  })

  it('sets aside what a later call takes, and counts it once', () => {
    const { budget, time } = budgetAt()
    const turns = Array.from({ length: 11 }, () => budget.setAside('a', SIZE, 10, 0).go)
    expect(turns.filter(Boolean)).toHaveLength(10)
    time.now = 20
    const sends = Array.from({ length: 11 }, () => budget.take('a', SIZE, 10, 0).go)
    expect(sends.filter(Boolean)).toHaveLength(10)
  })

  it('reports how long a bucket needs to regain a reservation at its present rate', () => {
    const { budget, time } = budgetAt()
    expect(budget.setAside('a', SIZE, 10, 0)).toEqual({ go: true, waitMs: 0, refillMs: 100 })
    expect(budget.setAside('a', SIZE, 200, 0)).toEqual({ go: false, waitMs: 1_100, refillMs: 0 })
    budget.giveWay('a', SIZE)
    time.now = 1_000
    expect(budget.setAside('a', SIZE, 10, 0)).toMatchObject({ go: true, refillMs: 193 })
  })

  it('forgets tokens reserved for a call that never came, or that came after a refusal', () => {
    const { budget, time } = budgetAt()
    for (let nth = 0; nth < 10; nth += 1) budget.setAside('a', SIZE, 10, 0)
    budget.drain('a', SIZE)
    expect(budget.take('a', SIZE, 10, 0).go).toBe(false)
    for (let nth = 0; nth < 10; nth += 1) budget.setAside('b', SIZE, 10, 0)
    time.now = 6_000
    const sends = Array.from({ length: 20 }, () => budget.take('b', SIZE, 10, 0).go)
    expect(sends.filter(Boolean)).toHaveLength(10)
  })

  it('keeps the requested reserve for more urgent calls', () => {
    const { budget } = budgetAt()
    const orders = Array.from({ length: 9 }, () => budget.take('a', SIZE, 10, 0, 20).go)
    expect(orders.filter(Boolean)).toHaveLength(8)
    expect(budget.take('a', SIZE, 2, 0)).toEqual({ go: true, waitMs: 0 })
  })

  it('believes the exchange when it says that less is left, and not when it says more', () => {
    const { budget } = budgetAt()
    budget.record('a', SIZE, 5)
    expect(budget.take('a', SIZE, 10, 1_000)).toEqual({ go: true, waitMs: 50 })
    budget.record('a', SIZE, 90)
    expect(budget.take('a', SIZE, 5, 1_000)).toEqual({ go: true, waitMs: 100 })
    budget.record('b', SIZE, -20)
    expect(budget.take('b', SIZE, 10, 1_000)).toEqual({ go: true, waitMs: 300 })
  })

  it('counts each bucket for itself, and starts again from nothing when the exchange says no', () => {
    const { budget } = budgetAt()
    budget.drain('a', SIZE)
    expect(budget.take('a', SIZE, 10, 0)).toEqual({ go: false, waitMs: 100 })
    expect(budget.take('b', SIZE, 10, 0)).toEqual({ go: true, waitMs: 0 })
  })

  it('leaves half to others when the exchange refuses, and takes it back little by little', () => {
    const { budget, time } = budgetAt()
    budget.giveWay('a', SIZE)
    expect(budget.take('a', SIZE, 10, 1_000)).toEqual({ go: true, waitMs: 200 })
    // A call sent at the same time is refused too, and carries no new information.
    budget.giveWay('a', SIZE)
    time.now = 25_000
    const went = Array.from({ length: 11 }, () => budget.take('a', SIZE, 10, 0).go)
    expect(went.filter(Boolean)).toHaveLength(10)
    expect(budget.take('a', SIZE, 10, 1_000)).toEqual({ go: true, waitMs: 100 })
  })

  it.each([2, 4, 8])(
    'lets %i processes of one account share what its tier allows, by its refusals alone',
    (processes) => {
      const time = { now: 0 }
      const exchange = createTokenBuckets(() => time.now, 1)
      const each = Array.from({ length: processes }, () => ({
        budget: new RateBudget(() => time.now),
        counts: { taken: 0, refused: 0 },
      }))
      const play = (seconds: number): void => {
        for (const { counts } of each) counts.taken = counts.refused = 0
        for (let ms = 0; ms < seconds * 1_000; ms += 10) {
          time.now += 10
          for (const { budget, counts } of each) {
            // All of them always have something to read.
            if (!budget.take('ann:read', READS, 10, 0).go) continue
            if (exchange.takeRead('ann', 'basic', 10)) counts.taken += 1
            else {
              counts.refused += 1
              budget.giveWay('ann:read', READS)
            }
          }
        }
      }
      play(60)
      play(120)
      const taken = each.map(({ counts }) => counts.taken)
      const all = taken.reduce((sum, one) => sum + one, 0)
      const refused = each.reduce((sum, { counts }) => sum + counts.refused, 0)
      expect(all / (120 * 20)).toBeGreaterThan(0.8)
      expect(refused / all).toBeLessThan(1 / 8)
      expect(Math.min(...taken) / Math.max(...taken)).toBeGreaterThan(0.4)
    },
  )
})
