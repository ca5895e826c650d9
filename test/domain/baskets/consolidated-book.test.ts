/** The one book of a custom asset. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { consolidatedBook } from '#domain/baskets/consolidated-book.ts'
import { ONE } from '#domain/kernel/numbers.ts'
import type { Depth } from '#domain/markets/depth.ts'
import { anyMembers, levels, type Side } from './basket-samples.ts'

const book = (bids: Side, asks: Side): Depth => ({ bids: levels(bids), asks: levels(asks) })
const shown = ({ bids, asks }: Depth) => ({
  bids: bids.map(({ price, qty }) => [price / 10_000, qty / ONE]),
  asks: asks.map(({ price, qty }) => [price / 10_000, qty / ONE]),
})

const A = book(
  [
    [40, 10],
    [38, 5],
  ],
  [
    [42, 6],
    [44, 10],
  ],
)
const B = book(
  [[41, 4]],
  [
    [42, 4],
    [43, 2],
    [50, 9],
  ],
)

describe('the book of members that are one bet', () => {
  it('holds the levels of all at their own prices, sizes at equal prices added', () => {
    expect(shown(consolidatedBook('BEST_PRICE', [A, B]))).toEqual({
      bids: [
        [41, 4],
        [40, 10],
        [38, 5],
      ],
      asks: [
        [42, 10],
        [43, 2],
        [44, 10],
        [50, 9],
      ],
    })
  })
})

describe('the book of members that are traded evenly', () => {
  it('is the mean of their prices at each depth, as deep as the shallowest', () => {
    // Asks at depth 0–4: 42 and 42; 4–6: 42 and 43; 6–15: 44 and 50, of which A has ten.
    // Bids at depth 0–4: 40 and 41.
    expect(shown(consolidatedBook('EQUAL', [A, B]))).toEqual({
      bids: [[40.5, 8]],
      asks: [
        [42, 8],
        [42.5, 4],
        [47, 18],
      ],
    })
  })

  it('rounds against the trader', () => {
    const three = [book([[40, 1]], [[40, 1]]), book([[40, 1]], [[40, 1]]), book([[41, 1]], [[41, 1]])]
    expect(consolidatedBook('EQUAL', three)).toEqual({
      bids: [{ price: 403_333, qty: 3 * ONE }],
      asks: [{ price: 403_334, qty: 3 * ONE }],
    })
  })

  it('has no side that one member lacks', () => {
    expect(shown(consolidatedBook('EQUAL', [A, book([], [[42, 1]])]))).toEqual({ bids: [], asks: [[42, 2]] })
  })

  it('is the book of the member if there is only one', () => {
    expect(consolidatedBook('EQUAL', [A])).toEqual(A)
  })

  it('is empty without members', () => {
    expect(consolidatedBook('EQUAL', [])).toEqual({ bids: [], asks: [] })
    expect(consolidatedBook('BEST_PRICE', [])).toEqual({ bids: [], asks: [] })
  })

  it('costs the sum of its members, up to rounding', () => {
    fc.assert(
      fc.property(anyMembers, (members) => {
        const { asks } = consolidatedBook('EQUAL', members)
        const depth = asks.reduce((sum, level) => sum + level.qty, 0) / Math.max(1, members.length)
        const shallowest = Math.min(...members.map((one) => one.asks.reduce((sum, level) => sum + level.qty, 0)))
        expect(depth).toBe(members.length === 0 ? 0 : shallowest)
        const cost = asks.reduce((sum, level) => sum + level.price * level.qty, 0)
        const alone = members.reduce((sum, one) => {
          let left = depth
          return one.asks.reduce((all, level) => {
            const taken = Math.min(left, level.qty)
            left -= taken
            return all + taken * level.price
          }, sum)
        }, 0)
        expect(cost).toBeGreaterThanOrEqual(alone)
        expect(cost - alone).toBeLessThanOrEqual(depth * members.length)
        const prices = asks.map(({ price }) => price)
        expect(prices).toEqual([...new Set(prices)].sort((a, b) => a - b))
      }),
    )
  })
})
