/** Packs of a snapshot that the sync works on: a file on disk to which every changed pack is appended. */

import { closeSync, fstatSync, ftruncateSync, readSync, writeSync } from 'node:fs'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { keepNewest } from '#domain/kernel/keep-newest.ts'
import type { Range } from './snapshot-layout.ts'

export interface Packs {
  /** Lines of a pack. */
  read(pack: number): readonly string[]
  write(pack: number, lines: readonly string[]): void
  /** Frees the number of a pack. */
  drop(pack: number): void
  /** A number that is not in use. */
  next(): number
  /** Stored size of each pack by number; 0 for a number that is not in use. */
  sizes(): readonly number[]
  /** Writes all packs into these bytes, one after another, in the order of their numbers. */
  copyInto(bytes: Uint8Array): void
  close(): void
}

/** `file` is open for reading and writing, and stays open until `close`. `places` has the range of each pack in the file. */
export const openPacks = (file: number, given: ReadonlyArray<Range | null>): Packs => {
  const places: (Range | null)[] = [...given]
  let end = fstatSync(file).size
  /** Lines of the packs that were read or written last. */
  const recent = new Map<number, readonly string[]>()

  const remember = (pack: number, lines: readonly string[]): void => keepNewest(recent, pack, lines, KEPT)

  /** Starts the file anew with all packs by number. Otherwise a process that runs for weeks fills the disk. */
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
      // Reserved at once, so that the next call returns another number.
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

/** Returns one line of a decompressed pack. Converting all its lines to texts would take longer than the decompression. */
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

/** Lines of a pack, from its bytes. Throws if they are damaged: each pack carries a checksum. */
const unpack = (bytes: Uint8Array): readonly string[] => zstdDecompressSync(bytes).toString().split('\n')

/** Range of an open file. Throws if the file ends before it. */
export const readRange = (file: number, range: Range | null | undefined): Buffer => {
  if (range == null) throw new Error('the market snapshot names a pack that it does not have')
  const bytes = Buffer.alloc(range.size)
  readInto(file, range, bytes)
  return bytes
}

const readInto = (file: number, { at, size }: Range, bytes: Uint8Array): void => {
  if (readSync(file, bytes, 0, size, at) !== size) throw new Error('the market snapshot is cut off')
}

/** Packs kept as lines, of 0.3 MB each. */
const KEPT = 64

/** Largest size of the file in relation to its packs. */
const MOST_WASTE = 3

const PACKING = { params: { [constants.ZSTD_c_compressionLevel]: 9, [constants.ZSTD_c_checksumFlag]: 1 } }
