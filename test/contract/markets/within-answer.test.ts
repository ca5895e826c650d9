/** An answer never passes what the gateway takes. */

import { expect, it } from 'vitest'
import { withinAnswer } from '#contract/markets/within-answer.ts'

const MOST = 5_000_000
const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

it('markets that fit are left as they are', () => {
  const markets = Array.from({ length: 1_000 }, (_, n) => ({ name: `M${n}`, description: 'x'.repeat(4_000) }))
  expect(withinAnswer(markets)).toEqual(markets)
})

it('the longest descriptions are cut until all fit, and short ones stay', () => {
  const long = Array.from({ length: 999 }, (_, n) => ({ name: `M${n}`, description: 'é🌧'.repeat(20_000) }))
  const markets = withinAnswer([{ name: 'short', description: 'brief' }, ...long])
  expect(markets).toHaveLength(1_000)
  expect(sizeOf(markets)).toBeLessThan(MOST)
  expect(markets[0]).toEqual({ name: 'short', description: 'brief' })
  for (const { description } of markets.slice(1)) {
    expect(description).toMatch(/…$/)
    expect(description.isWellFormed()).toBe(true)
  }
})

it('descriptions full of quotes are cut sooner: in the answer of a function each takes four bytes', () => {
  const quoting = Array.from({ length: 1_000 }, (_, n) => ({ name: `M${n}`, description: '"'.repeat(2_400) }))
  const markets = withinAnswer(quoting)
  expect(sizeOf({ body: JSON.stringify({ results: markets }) })).toBeLessThan(6 * 1_024 * 1_024)
})
