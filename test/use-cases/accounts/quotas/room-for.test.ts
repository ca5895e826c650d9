/** Room within a quota: counted seldom where there is much, each time where there is little, and never passed by one container. */

import { describe, expect, it } from 'vitest'
import { DEFAULT_QUOTAS } from '#domain/accounts/quotas.ts'
import { type RoomFor, roomKeeper } from '#use-cases/accounts/quotas/room-for.ts'

const desk = (limit: number) => {
  const time = { now: 1_000_000 }
  let placed = 0
  let counts = 0
  const count = async () => {
    counts += 1
    return placed
  }
  const roomFor: RoomFor = roomKeeper({
    limits: { ...DEFAULT_QUOTAS, open_orders: limit, open_complex_orders: limit },
    count: { open_orders: count, open_complex_orders: count, unsent_orders_per_account: count },
    clock: () => time.now,
  })
  return {
    time,
    counted: () => counts,
    placed: () => placed,
    end: (many: number) => {
      placed -= many
    },
    place: async (expected = 1, user = 'u'): Promise<boolean> => {
      if ((await roomFor(user, 'open_orders', expected)) !== null) return false
      placed += expected
      return true
    },
  }
}

describe('room within a quota', () => {
  it('is never passed by one container, whatever it asks for at a time', async () => {
    const { place, placed } = desk(100)
    for (let n = 0; n < 500; n += 1) await place(1 + (n % 3))
    expect(placed()).toBe(100)
  })

  it('is counted once for a twentieth of the quota', async () => {
    const { place, counted } = desk(2_000)
    for (let n = 0; n < 100; n += 1) expect(await place()).toBe(true)
    expect(counted()).toBe(1)
    await place()
    expect(counted()).toBe(2)
  })

  it('is counted again after a minute, because other processes place orders too', async () => {
    const { place, counted, time } = desk(2_000)
    await place()
    time.now += 61_000
    await place()
    expect(counted()).toBe(2)
  })

  it('is refused for a second without a count if there is none, and is back after an order has ended', async () => {
    const { place, counted, end, time } = desk(2)
    expect([await place(), await place(), await place()]).toEqual([true, true, false])
    const before = counted()
    expect(await place()).toBe(false)
    expect(counted()).toBe(before)
    end(1)
    time.now += 1_001
    expect(await place()).toBe(true)
  })

  it('refuses requests for more than there is, and lets smaller ones pass', async () => {
    const { place } = desk(5)
    expect(await place(3)).toBe(true)
    expect(await place(3)).toBe(false)
    expect(await place(2)).toBe(true)
  })

  it('is not counted for a request that needs none', async () => {
    const { place, counted } = desk(1)
    expect(await place(0)).toBe(true)
    expect(counted()).toBe(0)
  })
})
