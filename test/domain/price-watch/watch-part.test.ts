import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInPart } from '#domain/price-watch/watch-part.ts'

const runs = fc.integer({ min: 1, max: 300 })
const market = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })

describe('the parts of the watch', () => {
  it('take each market once', () => {
    fc.assert(
      fc.property(runs, market, (of, svcId) => {
        const parts = Array.from({ length: of }, (_, index) => ({ index, of })).filter((part) => isInPart(part, svcId))
        expect(parts).toHaveLength(1)
      }),
    )
  })

  it('are about equally large', () => {
    const markets = Array.from({ length: 40_000 }, (_, n) => 1_000_000 + n * 37)
    for (const count of [2, 3, 40]) {
      const sizes = Array.from(
        { length: count },
        (_, index) => markets.filter((id) => isInPart({ index, of: count }, id)).length,
      )
      expect(Math.max(...sizes)).toBeLessThan((markets.length / count) * 1.2)
      expect(Math.min(...sizes)).toBeGreaterThan((markets.length / count) * 0.8)
    }
  })
})
