import { describe, expect, it } from 'vitest'
import { rateBudget } from '#adapters/exchanges/rate-budget.ts'

const SIZE = { perSecond: 100, capacity: 100 }

const budgetAt = () => {
  const time = { now: 0 }
  return { time, budget: rateBudget(() => time.now) }
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

  it('keeps what is asked to be kept for what is more urgent', () => {
    const { budget } = budgetAt()
    const orders = Array.from({ length: 9 }, () => budget.take('a', SIZE, 10, 0, 20).go)
    expect(orders.filter(Boolean)).toHaveLength(8)
    expect(budget.take('a', SIZE, 2, 0)).toEqual({ go: true, waitMs: 0 })
  })

  it('believes the exchange when it says that less is left, and not when it says more', () => {
    const { budget } = budgetAt()
    budget.note('a', SIZE, 5)
    expect(budget.take('a', SIZE, 10, 1_000)).toEqual({ go: true, waitMs: 50 })
    budget.note('a', SIZE, 90)
    expect(budget.take('a', SIZE, 5, 1_000)).toEqual({ go: true, waitMs: 100 })
    budget.note('b', SIZE, -20)
    expect(budget.take('b', SIZE, 10, 1_000)).toEqual({ go: true, waitMs: 300 })
  })

  it('counts each bucket for itself, and starts again from nothing when the exchange says no', () => {
    const { budget } = budgetAt()
    budget.drain('a', SIZE)
    expect(budget.take('a', SIZE, 10, 0)).toEqual({ go: false, waitMs: 100 })
    expect(budget.take('b', SIZE, 10, 0)).toEqual({ go: true, waitMs: 0 })
  })
})
