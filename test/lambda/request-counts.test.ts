/** Requests of a user in a minute, over all containers. */

import { beforeEach, describe, expect, it } from 'vitest'
import { requestCountStore } from '#adapters/store/accounts/request-counts.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import { REPORTED_EACH, requestCounts } from '#lambda/limits/request-counts.ts'
import type { RequestCountStore } from '#ports/accounts/request-count-store.ts'
import { memoryTable } from '../support/store.ts'

const MINUTE = 60_000
const T0 = 30_000_000 * MINUTE

let store: RequestCountStore
let units = 0

beforeEach(async () => {
  const { reach } = await memoryTable()
  units = 0
  const table = openTable({
    ...reach,
    onConsumed: ({ total }) => {
      units += total
    },
  })
  store = requestCountStore(table)
})

const container = (name: string, limit: number) => {
  const counts = requestCounts({ store, limit, container: name })
  return async (now: number, userId = 'u'): Promise<number> => {
    const { wait, reported: reports } = counts.take(userId, now)
    await reports
    return wait
  }
}

describe('requests of a user', () => {
  it('are refused beyond the limit until the next minute, by one container exactly', async () => {
    const take = container('a', 10)
    for (let n = 0; n < 10; n += 1) expect(await take(T0 + 15_000)).toBe(0)
    expect(await take(T0 + 15_000)).toBe(45)
    expect(await take(T0 + 15_000, 'another')).toBe(0)
    expect(await take(T0 + MINUTE)).toBe(0)
  })

  it('are seen by other containers, late by one report of each at most', async () => {
    const takes = Array.from({ length: 8 }, (_, n) => container(`c${n}`, 400))
    let passed = 0
    for (let n = 0; n < 300; n += 1) for (const take of takes) if ((await take(T0 + n)) === 0) passed += 1
    expect(passed).toBeGreaterThanOrEqual(400)
    expect(passed).toBeLessThanOrEqual(400 + 8 * REPORTED_EACH)
    expect(await store.count('u', T0)).toBeGreaterThanOrEqual(400 - 8 * REPORTED_EACH)
  })

  it('cost a write and a read for each 25', async () => {
    const take = container('a', 1_000)
    for (let n = 0; n < 100; n += 1) await take(T0)
    expect(units).toBeLessThanOrEqual(4 * 1.5)
  })

  it('count once when a report is repeated, and not at all in another minute', async () => {
    await store.report('u', T0, 'a', 25)
    await store.report('u', T0, 'a', 25)
    await store.report('u', T0, 'b', 50)
    expect(await store.count('u', T0 + 59_999)).toBe(75)
    expect(await store.count('u', T0 + 59_999, 'b')).toBe(25)
    expect(await store.count('u', T0 + MINUTE)).toBe(0)
  })
})
