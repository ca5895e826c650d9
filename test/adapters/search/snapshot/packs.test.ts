/** The packs of a catalogue that one process keeps for weeks: its file stays about as large as what it holds. */

import { closeSync, fstatSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openPacks } from '#adapters/search/snapshot/packs.ts'

it('the file of packs discards replaced versions, and keeps every current pack', () => {
  const folder = mkdtempSync(join(tmpdir(), 'packs-'))
  const file = openSync(join(folder, 'packs'), 'w+')
  const look = openSync(join(folder, 'packs'), 'r')
  rmSync(folder, { recursive: true })
  const packs = openPacks(file, [])
  const numbers = Array.from({ length: 100 }, () => packs.next())
  const lines = (pack: number, round: number): string[] => [`pack ${pack}`, `round ${round}`]
  const held = () => packs.sizes().reduce((sum, size) => sum + size, 0)
  for (let round = 1; round <= 50; round += 1) {
    for (const pack of numbers) packs.write(pack, lines(pack, round))
    packs.copyInto(new Uint8Array(held()))
    expect(fstatSync(look).size).toBeLessThanOrEqual(4 * held())
  }
  // More packs than are kept unpacked in memory.
  for (const pack of numbers) expect(packs.read(pack)).toEqual(lines(pack, 50))
  packs.close()
  closeSync(look)
})
