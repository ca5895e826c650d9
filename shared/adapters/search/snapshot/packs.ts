/** The packs of a snapshot while the sync works on it: in a file on disk, to whose end every changed pack is written. */

import { closeSync, fstatSync, ftruncateSync, readSync, writeSync } from 'node:fs'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { keepNewest } from '#domain/kernel/keep-newest.ts'
import type { Range } from './snapshot-layout.ts'

export interface Packs {
  /** The lines of a pack. */
  read(pack: number): readonly string[]
  write(pack: number, lines: readonly string[]): void
  /** Its number may be used again. */
  drop(pack: number): void
  /** A number that is not in use. */
  next(): number
  /** By pack number: its bytes as it is stored; 0 for a number that is not in use. */
  sizes(): readonly number[]
  /** Writes all packs into these bytes, one after the other by number. */
  copyInto(bytes: Uint8Array): void
  close(): void
}

/** `file` is open for reading and writing, and stays open until `close`. `places` says where in it the packs are. */
export const openPacks = (file: number, given: ReadonlyArray<Range | null>): Packs => {
  const places: (Range | null)[] = [...given]
  let end = fstatSync(file).size
  /** Those read or written last, as lines. */
  const recent = new Map<number, readonly string[]>()

  const remember = (pack: number, lines: readonly string[]): void => keepNewest(recent, pack, lines, KEPT)

  /** The file begins anew with these bytes, which are all packs by number. Otherwise a process that runs for weeks fills the disk. */
  const startAnew = (bytes: Uint8Array): void => {
    writeSync(file, bytes, 0, bytes.length, 0)
    ftruncateSync(file, bytes.length)
    end = 0
    for (const [pack, place] of places.entries()) {
      if (place === null) continue
      places[pack] = { at: end, size: place.size }
      end += place.size
    }
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
    sizes: () => places.map((place) => place?.size ?? 0),
    copyInto: (bytes) => {
      let at = 0
      for (const place of places) {
        if (place === null) continue
        readInto(file, place, bytes.subarray(at, at + place.size))
        at += place.size
      }
      if (end > MOST_WASTE * at) startAnew(bytes.subarray(0, at))
    },
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
  readInto(file, range, bytes)
  return bytes
}

const readInto = (file: number, { at, size }: Range, bytes: Uint8Array): void => {
  if (readSync(file, bytes, 0, size, at) !== size) throw new Error('the market snapshot is cut off')
}

/** Unpacked they take 0.3 MB each. */
const KEPT = 64

/** The file may be so much larger than the packs that it holds. */
const MOST_WASTE = 3

const PACKING = { params: { [constants.ZSTD_c_compressionLevel]: 9, [constants.ZSTD_c_checksumFlag]: 1 } }
