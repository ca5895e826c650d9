/**
 * Bytes of a snapshot, in this order: prefix, head (JSON), start of each bucket of the directory, size of each pack, directory, packs, index (a
 * compressed SQLite file). All numbers are little-endian and have four bytes, except in the directory.
 *
 * The directory names the pack of each market, so that one market is found with three small reads. Markets are in buckets by the first bits of
 * their svc_id. The svc_id is a hash, so all buckets have about the same size.
 */

import { integer, minValue, nullable, number, object, parse, pipe } from 'valibot'
import { FORMAT } from './snapshot-format.ts'

/** Parts of a snapshot, as bytes from the beginning of the file. */
export interface Layout {
  readonly markets: number
  /** Time up to which all listed markets are included; null before the first whole listing. */
  readonly asOf: number | null
  /** Range of the entries of a bucket. */
  bucket(svcId: number): Range
  /** Range of each pack; null for a number that is not in use. */
  readonly packs: ReadonlyArray<Range | null>
  readonly directory: Range
  readonly index: Range
}

export interface Range {
  readonly at: number
  readonly size: number
}

export interface Parts {
  readonly asOf: number | null
  readonly markets: readonly PackedMarket[]
  readonly packs: {
    /** Size of each pack by number; 0 for a number that is not in use. */
    sizes(): readonly number[]
    /** Writes all packs into these bytes, one after another, in the order of their numbers. */
    copyInto(bytes: Uint8Array): void
  }
  /** Index in pieces. */
  readonly index: readonly Uint8Array[]
}

/** Market and its place in a pack. */
export interface PackedMarket {
  readonly svcId: number
  readonly pack: number
  readonly slot: number
}

/** Bytes that contain the length of the layout. */
export const PREFIX_BYTES = 16

const MAGIC = Buffer.from('PMTCATAL')
const BUCKETS = 4_096
/** An svc_id has 53 bits: the first 12 name the bucket, and the next ones are compared. */
const BUCKET_WIDTH = 2 ** 41

/** Entry of the directory: some bits of an svc_id, the number of the pack, and a byte for the place in it. */
const KEY_BYTES = 3
const PLACE_BYTES = 3
const ENTRY_BYTES = KEY_BYTES + PLACE_BYTES

/** Snapshot as one file. Packs and index are copied once, because together they are most of the memory of a sync. */
export const toBytes = ({ asOf, markets, packs, index }: Parts): Buffer => {
  const starts = startsOf(markets)
  const sizes = packs.sizes()
  const indexBytes = sum(index.map(({ length }) => length))
  const head = { format: FORMAT, markets: markets.length, asOf, packs: sizes.length, indexBytes }
  const json = Buffer.from(JSON.stringify(head))
  const prefix = Buffer.alloc(PREFIX_BYTES)
  MAGIC.copy(prefix)
  prefix.writeUInt32LE(json.length, 8)
  prefix.writeUInt32LE(PREFIX_BYTES + json.length + 4 * (BUCKETS + 1 + sizes.length), 12)
  const numbers = [starts, sizes].map((each) => Buffer.from(Uint32Array.from(each).buffer))
  const begin = [prefix, json, ...numbers, directoryOf(markets, starts)]
  const packBytes = sum(sizes)
  const bytes = Buffer.alloc(sum(begin.map(({ length }) => length)) + packBytes + indexBytes)
  let at = 0
  const append = (part: Uint8Array): void => {
    bytes.set(part, at)
    at += part.length
  }
  begin.forEach(append)
  packs.copyInto(bytes.subarray(at, at + packBytes))
  at += packBytes
  index.forEach(append)
  return bytes
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

const bucketOf = (svcId: number): number => Math.floor(svcId / BUCKET_WIDTH)
const keyOf = (svcId: number): number => Math.floor((svcId % BUCKET_WIDTH) / (BUCKET_WIDTH / 2 ** (8 * KEY_BYTES)))

/** First entry of each bucket, followed by the number of entries. */
const startsOf = (markets: readonly PackedMarket[]): number[] => {
  const counts = new Array<number>(BUCKETS + 1).fill(0)
  for (const { svcId } of markets) counts[bucketOf(svcId)] = (counts[bucketOf(svcId)] ?? 0) + 1
  let next = 0
  return counts.map((count) => {
    next += count
    return next - count
  })
}

const directoryOf = (markets: readonly PackedMarket[], starts: readonly number[]): Buffer => {
  const next = [...starts]
  const directory = Buffer.alloc(markets.length * ENTRY_BYTES)
  for (const { svcId, pack, slot } of markets) {
    const bucket = bucketOf(svcId)
    const at = (next[bucket] ?? 0) * ENTRY_BYTES
    next[bucket] = (next[bucket] ?? 0) + 1
    directory.writeUIntLE(keyOf(svcId), at, KEY_BYTES)
    directory.writeUIntLE(pack * 256 + slot, at + KEY_BYTES, PLACE_BYTES)
  }
  return directory
}

/** Length of the layout in bytes. Throws if this is no snapshot. */
export const layoutBytes = (prefix: Uint8Array): number => {
  const bytes = Buffer.from(prefix.buffer, prefix.byteOffset, prefix.byteLength)
  if (bytes.length < PREFIX_BYTES || !bytes.subarray(0, 8).equals(MAGIC)) throw new Error('this is no market snapshot')
  return bytes.readUInt32LE(12)
}

/** Reads the layout from that many bytes. Throws if they belong to no readable snapshot. */
export const readLayout = (given: Uint8Array): Layout => {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const length = layoutBytes(bytes)
  const json = bytes.subarray(PREFIX_BYTES, PREFIX_BYTES + bytes.readUInt32LE(8)).toString()
  const { format, markets, asOf, packs, indexBytes } = parse(Head, JSON.parse(json))
  if (format !== FORMAT) throw new Error(`a market snapshot of format ${format}, and this version reads ${FORMAT}`)
  const numbers = PREFIX_BYTES + bytes.readUInt32LE(8)
  const start = (bucket: number): number => bytes.readUInt32LE(numbers + 4 * bucket)
  const directory = { at: length, size: markets * ENTRY_BYTES }
  let next = directory.at + directory.size
  const places = Array.from({ length: packs }, (_, pack) => {
    const size = bytes.readUInt32LE(numbers + 4 * (BUCKETS + 1 + pack))
    next += size
    return size === 0 ? null : { at: next - size, size }
  })
  return {
    markets,
    asOf,
    bucket: (svcId) => {
      const [from, to] = [start(bucketOf(svcId)), start(bucketOf(svcId) + 1)]
      return { at: directory.at + from * ENTRY_BYTES, size: (to - from) * ENTRY_BYTES }
    },
    packs: places,
    directory,
    index: { at: next, size: indexBytes },
  }
}

/** Possible places of a market, by the entries of its bucket. The text at the place decides. */
export const placesIn = (entries: Uint8Array, svcId: number): readonly Omit<PackedMarket, 'svcId'>[] => {
  const bytes = Buffer.from(entries.buffer, entries.byteOffset, entries.byteLength)
  const places: Omit<PackedMarket, 'svcId'>[] = []
  for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    if (bytes.readUIntLE(at, KEY_BYTES) !== keyOf(svcId)) continue
    const place = bytes.readUIntLE(at + KEY_BYTES, PLACE_BYTES)
    places.push({ pack: Math.floor(place / 256), slot: place % 256 })
  }
  return places
}

const whole = pipe(number(), integer(), minValue(0))
const Head = object({ format: whole, markets: whole, asOf: nullable(whole), packs: whole, indexBytes: whole })
