/** No text a caller can send is taken for anything but words. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '#test/support/run/any-text.ts'
import { rounds } from '#test/support/run/plays.ts'
import { plainMarket, snapshotDesk } from '../snapshot-desk.ts'

const { finder } = snapshotDesk()
const ALL = { limit: 100, offset: 0 }

const WORDS = ['rain', 'paris', 'and', 'or', 'not', 'near', 'name']
const catalogue = Array.from({ length: 2 ** WORDS.length }, (_, n) =>
  plainMarket(`M${n}`, { name: WORDS.filter((_, bit) => n & (1 << bit)).join(' '), description: '' }),
)

describe('a search text', () => {
  it('with the operators of the engine in it means the words it holds', async () => {
    const find = await finder([plainMarket('A', { name: 'Near rain and snow or not: name rain' }), plainMarket('B')])
    const same = ['rain AND snow', 'rain OR snow', 'rain NOT snow', 'snow NEAR(rain', 'name:rain', '"rain', 'rain"']
    const more = ['^rain', 'rain*', '(rain', 'rain)', '{name}:rain', '-rain', '+rain', "rain'", '"rain" + "snow"']
    const last = ['rain\0', 'rain\0snow', 'rain;', '--rain', 'rain/*', '\u202Erain', 'rain" OR "x', '""""rain""""']
    for (const text of [...same, ...more, ...last]) expect(find({ text }), text).toEqual([['A'], 1])
    expect(find({ text: 'rain OR paris' })).toEqual([[], 0])
    expect(find({ text: '*' })).toEqual([[], 0])
    expect(find({ text: 'description : x' })).toEqual([[], 0])
  })

  it('a text of any characters finds at most the existing markets, and never fails', async () => {
    const find = await finder(catalogue)
    const anything = fc.oneof(
      anyText(60),
      fc.string({ unit: fc.constantFrom(...'"\'*:^(){}+-\\\0\n .,;%_/rainAND'), maxLength: 60 }),
      fc
        .array(fc.constantFrom('"', 'rain', ' OR ', 'NEAR(', ')', '*', '\0', '\uD800', '🌧', 'é'), { maxLength: 40 })
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(anything, (text) => {
        const [ids, total] = find({ text }, ALL)
        expect(total).toBeLessThanOrEqual(catalogue.length)
        expect(ids.length).toBe(Math.min(total, ALL.limit))
      }),
      { numRuns: rounds(500) },
    )
  })

  it('a text of known words finds exactly the markets with all words, the last one as a prefix', async () => {
    const find = await finder(catalogue)
    const text = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 })
    const signs = fc.constantFrom(' ', '  ', ' "', '" ', ' * ', ' ( ', '\n', '\0 ')
    fc.assert(
      fc.property(text, signs, (words, sign) => {
        const last = words.at(-1) ?? ''
        const expected = catalogue.filter(({ name }) => {
          const has = name.split(' ')
          return (
            words.every((word) => has.includes(word)) ||
            (words.slice(0, -1).every((word) => has.includes(word)) && has.some((word) => word.startsWith(last)))
          )
        })
        expect(find({ text: words.join(sign) }, ALL)[1]).toBe(expected.length)
      }),
      { numRuns: rounds(200) },
    )
  })

  it('as long as the interface allows is answered', async () => {
    const find = await finder(catalogue)
    expect(find({ text: 'r'.repeat(1_000) })[1]).toBe(0)
    expect(find({ text: 'rain '.repeat(200) })[1]).toBe(64)
    expect(find({ text: Array.from({ length: 333 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join(' ') })[1]).toBe(0)
    expect(find({ text: '"'.repeat(1_000) })[1]).toBe(0)
  })
})
