import { describe, expect, it } from 'vitest'
import { WORK_PARTITIONS, workPartition } from '#adapters/store/engine/work-partitions.ts'
import { WORK_PRIORITIES } from '#domain/work/priority.ts'

describe('the partitions of due work', () => {
  it('are the sixteen of earlier versions, each in one lane', () => {
    expect(WORK_PARTITIONS.flat().toSorted()).toEqual([...'0123456789abcdef'])
  })

  it('are all read, whoever owns the work and whatever lane it is in', () => {
    for (const [place, lane] of WORK_PRIORITIES.entries())
      for (let n = 0; n < 500; n++)
        expect(WORK_PARTITIONS[place]).toContain(workPartition(lane, `user ${n % 90}`, `id ${n}`))
  })

  it('hold the urgent work of one user in three of them at most', () => {
    const ids = Array.from({ length: 200 }, (_, n) => `order ${n}`)
    const used = new Set(ids.map((id) => workPartition('now', 'loud', id)))
    expect(used.size).toBe(3)
  })

  it('hold about as much each', () => {
    const found = new Map<string, number>()
    for (let n = 0; n < 40_000; n++) {
      const partition = workPartition('now', `user ${n % 2_000}`, `order ${n}`)
      found.set(partition, (found.get(partition) ?? 0) + 1)
    }
    expect(found.size).toBe(6)
    expect(Math.max(...found.values())).toBeLessThan((40_000 / 6) * 2)
  })
})
