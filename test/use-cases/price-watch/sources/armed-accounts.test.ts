/** Finds the accounts with armed stops, with few reads. */

import { describe, expect, it } from 'vitest'
import type { ComplexOrder } from '#domain/contingent/complex-order.ts'
import type { WatchedStop } from '#ports/price-watch/watch-store.ts'
import { cents, sampleConditional, T0 } from '#test/domain/contingent/complex-samples.ts'
import { armedAccounts } from '#use-cases/price-watch/sources/armed-accounts.ts'
import { newWatchState } from '#use-cases/price-watch/watch-state.ts'

const STOP = {
  direction: 'down',
  stopPrice: cents(30),
  trail: null,
  buyFlag: false,
  triggerPriceType: 'MARK',
  madeAt: T0,
  armedAt: T0,
  owner: null,
} as const

const desk = () => {
  const requested: (readonly string[])[] = []
  const stored = (complexOrderId: string): ComplexOrder =>
    sampleConditional({ complexOrderId, subaccountId: `sub ${complexOrderId.slice(0, 1)}` })
  const complexOrders = {
    getAll: async (ids: readonly string[]) => {
      requested.push(ids)
      return ids.map(stored)
    },
  }
  const memory = newWatchState()
  const find = (ids: readonly string[]) => {
    const stops = ids.map((complexOrderId): WatchedStop => ({ ...STOP, complexOrderId }))
    memory.stops.set(7, { stops, unshown: new Set(), isAny: true, emptySince: null, readAt: T0, armedAt: T0 })
    return armedAccounts({ complexOrders, memory })
  }
  return { asked: requested, find }
}

describe('the accounts of armed stops', () => {
  it('are read once for each stop, and forgotten with it', async () => {
    const { asked, find } = desk()
    const a = { subaccountId: 'sub a', exchange: 'EXCHANGE_A' }
    const b = { subaccountId: 'sub b', exchange: 'EXCHANGE_A' }
    expect(await find(['a1', 'b1'])).toEqual([a, b])
    expect(await find(['a1', 'b1'])).toEqual([a, b])
    expect(await find(['b1'])).toEqual([b])
    expect(asked).toEqual([['a1', 'b1']])
    await find(['a1', 'b1'])
    expect(asked[1]).toEqual(['a1'])
  })

  it('are read fifty at a time, five hundred in all', async () => {
    const { asked, find } = desk()
    const many = Array.from({ length: 700 }, (_, n) => `x${n}`)
    for (let looks = 0; looks < 20; looks += 1) await find(many)
    expect(asked).toHaveLength(10)
    expect(Math.max(...asked.map(({ length }) => length))).toBe(50)
  })
})
