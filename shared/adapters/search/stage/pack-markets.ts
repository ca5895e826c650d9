/** Writes the lines of markets into packs: changed lines in their old place, new ones with related markets. */

import type { DatabaseSync } from 'node:sqlite'
import { array, literal, nullable, object, parse, string, union } from 'valibot'
import type { Market } from '#domain/markets/market.ts'
import { textIn } from '../snapshot/market-line.ts'
import type { Packs } from '../snapshot/packs.ts'
import { PACK_SIZE } from '../snapshot/snapshot-format.ts'
import { prepareWrite } from './prepare-write.ts'

/** Market whose line is not in its pack yet; a new one has no pack. */
export interface Unpacked {
  readonly id: number
  readonly pack: number | null
  readonly slot: number | null
  readonly line: string
  readonly market: Market
}

export const packMarkets = (database: DatabaseSync, packs: Packs, unpacked: readonly Unpacked[]): void => {
  const old = Map.groupBy(
    unpacked.filter(({ pack }) => pack !== null),
    ({ pack }) => pack ?? 0,
  )
  for (const [pack, changed] of old) {
    const lines = [...packs.read(pack)]
    for (const { slot, line } of changed) lines[slot ?? 0] = line
    packs.write(pack, lines)
  }
  const added = unpacked
    .filter(({ pack }) => pack === null)
    .map((one) => ({ ...one, place: placeOf(one.market) }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
  const fill = packFiller(database, packs, false)
  for (const { id, line } of added) fill.add(id, line)
  fill.end()
}

/** Fills one pack after another with lines, in their order of arrival. */
export const packFiller = (database: DatabaseSync, packs: Packs, tidy: boolean) => {
  const addPack = prepareWrite(database, 'INSERT OR REPLACE INTO pack VALUES (?, ?)')
  const place = prepareWrite(database, 'UPDATE market SET pack = ?, slot = ? WHERE id = ?')
  let ids: number[] = []
  let lines: string[] = []
  const end = (): void => {
    if (lines.length === 0) return
    const pack = packs.next()
    packs.write(pack, lines)
    addPack.run(pack, tidy ? 1 : 0)
    for (const [slot, id] of ids.entries()) place.run(pack, slot, id)
    ids = []
    lines = []
  }
  return {
    add: (id: number, line: string): void => {
      ids.push(id)
      lines.push(line)
      if (lines.length === PACK_SIZE) end()
    },
    end,
  }
}

/** Related markets are stored together: they compress to a tenth. */
const placeOf = ({ exchange, tags, ticker, slug, nativeId }: Placed): string =>
  [exchange, tags.join(), ticker ?? slug ?? nativeId].join('\n')

/** Place of a line. Reading the whole market would take most of the time of tidying. */
export const placeIn = (line: string): string => {
  const { ticker, ...market } = parse(PLACED, JSON.parse(textIn(line)))
  return placeOf({ ...market, ticker: ticker === true ? market.nativeId : ticker })
}

type Placed = Pick<Market, 'tags' | 'ticker' | 'slug' | 'nativeId'> & { readonly exchange: string }

/** Fields as `textOf` writes them: a ticker that equals the native id is `true`. */
const PLACED = object({
  exchange: string(),
  tags: array(string()),
  ticker: nullable(union([string(), literal(true)])),
  slug: nullable(string()),
  nativeId: string(),
})
