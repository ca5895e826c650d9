import { describe, expect, it } from 'vitest'
import {
  foldWorkPartition,
  MOST_SPREAD,
  workPartition,
  workPartitions,
} from '#adapters/store/engine/work-partitions.ts'
import { WORK_LANES } from '#domain/work/lane.ts'

const SPREADS = [1, 4, MOST_SPREAD]

describe('the partitions of due work', () => {
  it('are the sixteen of earlier versions where nothing is said, each in one lane', () => {
    expect(workPartitions(1).flat().toSorted()).toEqual([...'0123456789abcdef'])
  })

  it.each(SPREADS)('are all read at a spread of %i, whoever owns the work and whatever lane it is in', (spread) => {
    const lanes = workPartitions(spread)
    expect(new Set(lanes.flat()).size).toBe(16 * spread)
    for (const [place, lane] of WORK_LANES.entries()) {
      for (let n = 0; n < 500; n++) {
        const partition = foldWorkPartition(workPartition(lane, `user ${n % 90}`, `id ${n}`), spread)
        expect(lanes[place]).toContain(partition)
        expect(foldWorkPartition(partition, spread)).toBe(partition)
      }
    }
  })

  it('of a smaller spread are among those of a larger one, so a deployment that grows finds what it stored before', () => {
    expect(workPartitions(16).flat()).toEqual(expect.arrayContaining(workPartitions(4).flat()))
  })

  it.each(SPREADS)('hold the urgent work of one user in three of them at most, at a spread of %i', (spread) => {
    const ids = Array.from({ length: 200 }, (_, n) => `order ${n}`)
    const used = new Set(ids.map((id) => foldWorkPartition(workPartition('now', 'loud', id), spread)))
    expect(used.size).toBe(3)
  })

  it.each(SPREADS)('hold about as much each, at a spread of %i', (spread) => {
    const found = new Map<string, number>()
    for (let n = 0; n < 40_000; n++) {
      const partition = foldWorkPartition(workPartition('now', `user ${n % 2_000}`, `order ${n}`), spread)
      found.set(partition, (found.get(partition) ?? 0) + 1)
    }
    expect(found.size).toBe(6 * spread)
    expect(Math.max(...found.values())).toBeLessThan((40_000 / (6 * spread)) * 2)
  })
})
