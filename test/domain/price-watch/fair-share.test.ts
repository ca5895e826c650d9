import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fairlyChosen } from '#domain/price-watch/fair-share.ts'

const of = (owner: string, count: number) => Array.from({ length: count }, (_, n) => ({ owner, n }))

describe('a fair share', () => {
  it('is everything for whoever is alone', () => {
    const mine = of('a', 20)
    expect(fairlyChosen(mine, [], 8)).toEqual(mine.slice(0, 8))
    expect(fairlyChosen(mine, of('a', 5), 8)).toEqual(mine.slice(0, 3))
    expect(fairlyChosen(mine, of('a', 8), 8)).toEqual([])
  })

  it('lets somebody with one go beside a heap that takes all there is', () => {
    const one = of('b', 1)
    expect(fairlyChosen([...of('a', 100), ...one], of('a', 8), 8)).toEqual(one)
  })

  it('gives what others leave to the next in order', () => {
    const [heap, few] = [of('a', 100), of('b', 2)]
    expect(fairlyChosen([...heap, ...few], [], 8)).toEqual([...heap.slice(0, 6), ...few])
  })

  it('keeps the order, gives everybody an equal part of what waits, and never more than twice the most', () => {
    const owner = fc.constantFrom('a', 'b', 'c', null)
    const owned = (most: number) => fc.array(fc.record({ owner }), { maxLength: most })
    fc.assert(
      fc.property(owned(60), owned(10), fc.integer({ min: 4, max: 20 }), (waiting, underWay, most) => {
        const chosen = fairlyChosen(waiting, underWay, most)
        const places = chosen.map((one) => waiting.indexOf(one))
        expect(places).toEqual(places.toSorted((a, b) => a - b))
        expect(new Set(places).size).toBe(chosen.length)
        expect(chosen.length + underWay.length).toBeLessThanOrEqual(Math.max(2 * most, underWay.length + most))
        const owners = new Set([...waiting, ...underWay].map((one) => one.owner))
        const share = Math.floor(most / owners.size)
        for (const one of owners) {
          const count = (list: readonly { readonly owner: string | null }[]) =>
            list.filter((o) => o.owner === one).length
          const has = count(chosen) + count(underWay)
          expect(has >= share || count(chosen) === count(waiting), `${one}`).toBe(true)
        }
      }),
    )
  })
})
