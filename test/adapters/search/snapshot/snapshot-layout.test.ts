/** Positions of the parts of a snapshot, read from its first bytes. */

import { describe, expect, it } from 'vitest'
import { FORMAT } from '#adapters/search/snapshot/snapshot-format.ts'
import {
  layoutBytes,
  PREFIX_BYTES,
  placesIn,
  type Range,
  readLayout,
  toBytes,
} from '#adapters/search/snapshot/snapshot-layout.ts'

const packs = ['first pack', '', 'third'].map((text) => Buffer.from(text))
const index = ['the ', 'index'].map((text) => Buffer.from(text))
const FIRST = 5 * 2 ** 41
const markets = [
  { svcId: 2 ** 53 - 1, pack: 2, slot: 223 },
  { svcId: FIRST, pack: 0, slot: 1 },
  { svcId: FIRST + 1, pack: 2, slot: 0 },
  { svcId: FIRST + 2 ** 40, pack: 0, slot: 7 },
]
const bytes = toBytes({
  asOf: null,
  markets,
  packs: { sizes: () => packs.map(({ length }) => length), copyInto: (all) => void all.set(Buffer.concat(packs)) },
  index,
})
const at = (range: Range | null | undefined) =>
  range == null ? null : bytes.subarray(range.at, range.at + range.size).toString()

describe('the layout', () => {
  const layout = readLayout(bytes.subarray(0, layoutBytes(bytes.subarray(0, PREFIX_BYTES))))

  it('lists every part, and no pack under an unused number', () => {
    expect(layout.packs.map(at)).toEqual(['first pack', null, 'third'])
    expect(at(layout.index)).toBe('the index')
    expect(layout.index.at + layout.index.size).toBe(bytes.length)
    expect([layout.markets, layout.asOf]).toEqual([4, null])
  })

  it('locates a market, and distinguishes ids with the same first bits by their text', () => {
    const places = (svcId: number) => {
      const { at: from, size } = layout.bucket(svcId)
      return placesIn(bytes.subarray(from, from + size), svcId)
    }
    expect(places(FIRST)).toEqual([
      { pack: 0, slot: 1 },
      { pack: 2, slot: 0 },
    ])
    expect(places(FIRST + 2 ** 40)).toEqual([{ pack: 0, slot: 7 }])
    expect(places(2 ** 53 - 1)).toEqual([{ pack: 2, slot: 223 }])
    expect(places(7)).toEqual([])
  })
})

const withHead = (change: (json: string) => string): Buffer => {
  const length = bytes.readUInt32LE(8)
  const head = bytes.subarray(PREFIX_BYTES, PREFIX_BYTES + length).toString()
  return Buffer.concat([
    bytes.subarray(0, PREFIX_BYTES),
    Buffer.from(change(head)),
    bytes.subarray(PREFIX_BYTES + length),
  ])
}

it.each([
  [
    'of a later version',
    withHead((json) => json.replace(`"format":${FORMAT}`, `"format":${FORMAT + 1}`)),
    new RegExp(`format ${FORMAT + 1},`),
  ],
  [
    'of an earlier version than can be read',
    withHead((json) => json.replace(`"format":${FORMAT}`, '"format":2')),
    /format 2/,
  ],
  ['with a damaged head', withHead((json) => json.replace('"markets":4', '"markets":x')), /JSON/],
  ['that is another file', Buffer.from('a file that is no market snapshot'), /no market snapshot/],
  ['that is cut off', bytes.subarray(0, PREFIX_BYTES - 1), /no market snapshot/],
])('a snapshot %s is refused', (_, given, words) => {
  expect(() => readLayout(given)).toThrow(words)
})
