/** The packs of a snapshot while the sync works on it: in a file on disk, to whose end every changed pack is written. */

import { closeSync, fstatSync, readSync, writeSync } from 'node:fs'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Range } from './snapshot-layout.ts'

export interface Packs {
  /** The lines of a pack. */
  read(pack: number): readonly string[]
  write(pack: number, lines: readonly string[]): void
  /** Its number may be used again. */
  drop(pack: number): void
  /** A number that is not in use. */
  next(): number
  /** All packs as they are stored, by number. */
  bytes(): ReadonlyArray<Uint8Array | null>
  close(): void
}

/** `file` is open for reading and writing, and stays open until `close`. `places` says where in it the packs are. */
export const openPacks = (file: number, given: ReadonlyArray<Range | null>): Packs => {
  const places: (Range | null)[] = [...given]
  let end = fstatSync(file).size
  /** Those read or written last, as lines. */
  const recent = new Map<number, readonly string[]>()

  const remember = (pack: number, lines: readonly string[]): void => {
    recent.delete(pack)
    recent.set(pack, lines)
    const [oldest] = recent.keys()
    if (recent.size > KEPT && oldest !== undefined) recent.delete(oldest)
  }

  return {
    read: (pack) => {
      const known = recent.get(pack)
      if (known !== undefined) return known
      const lines = unpack(readRange(file, places[pack]))
      remember(pack, lines)
      return lines
    },
    write: (pack, lines) => {
      const bytes = zstdCompressSync(lines.join('\n'), PACKING)
      writeSync(file, bytes, 0, bytes.length, end)
      places[pack] = { at: end, size: bytes.length }
      end += bytes.length
      remember(pack, lines)
    },
    drop: (pack) => {
      places[pack] = null
      recent.delete(pack)
    },
    next: () => {
      const free = places.indexOf(null)
      const pack = free < 0 ? places.length : free
      // Taken at once, so that the next one asked for is another.
      places[pack] = { at: 0, size: 0 }
      return pack
    },
    bytes: () => places.map((place) => (place === null ? null : readRange(file, place))),
    close: () => closeSync(file),
  }
}

/** One line of a pack that is decompressed already: to make texts of all its lines would take longer than to decompress them. */
export const lineOfPack = (lines: Buffer, slot: number): string => {
  let start = 0
  for (let line = 0; line < slot; line += 1) {
    const end = lines.indexOf(LINE_END, start)
    if (end < 0) return ''
    start = end + 1
  }
  const end = lines.indexOf(LINE_END, start)
  return lines.toString('utf8', start, end < 0 ? lines.length : end)
}

const LINE_END = 10

/** The lines of a pack, from its bytes. Throws when they are damaged: each pack carries a checksum. */
const unpack = (bytes: Uint8Array): readonly string[] => zstdDecompressSync(bytes).toString().split('\n')

/** A range of an open file. Throws when the file ends before it. */
export const readRange = (file: number, range: Range | null | undefined): Buffer => {
  if (range == null) throw new Error('the market snapshot names a pack that it does not have')
  const bytes = Buffer.alloc(range.size)
  if (readSync(file, bytes, 0, range.size, range.at) !== range.size) throw new Error('the market snapshot is cut off')
  return bytes
}

const KEPT = 256

const PACKING = { params: { [constants.ZSTD_c_compressionLevel]: 9, [constants.ZSTD_c_checksumFlag]: 1 } }
