/** Finds single markets in the stored snapshot without loading it, from three small ranges of its bytes. */

import { zstdDecompressSync } from 'node:zlib'
import type { Millis } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { marketIn } from './market-line.ts'
import { lineOfPack } from './packs.ts'
import { type Layout, layoutBytes, placesIn, type Range, readLayout } from './snapshot-layout.ts'

/** Reads ranges of the stored snapshot. */
export interface SnapshotRanges {
  /** Null if the stored version is another one, or absent. `version` null reads any version. */
  read(range: Range, version: string | null, signal: AbortSignal): Promise<StoredRange | null>
}

export interface StoredRange {
  readonly version: string
  readonly bytes: Uint8Array
}

export type FindMarket = (svcId: number) => Promise<Market | null>

/** First bytes of a snapshot. The layout of a catalogue of 300,000 markets has 40 KB. */
const FIRST_READ = 65_536
/** Time in which a market that was missing is not searched for in a newer snapshot. */
const MISSING_FOR_MS = 30_000
const PATIENCE_MS = 4_000

interface Known {
  readonly layout: Layout
  readonly version: string
  readonly readAt: Millis
}

export const marketFinder = (ranges: SnapshotRanges, clock: Clock): FindMarket => {
  let known: Known | null = null
  return async (svcId) => {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    for (let tries = 0; tries < 3; tries++) {
      known ??= await readKnown(ranges, clock, signal)
      // Another search may drop `known` meanwhile.
      const seen = known
      if (seen === null) return null
      const found = await findIn(ranges, seen, svcId, signal)
      if (isFinal(found, clock() - seen.readAt)) return found
      if (known === seen) known = null
    }
    return null
  }
}

/** A market that is missing from an old layout may be in a newer snapshot. */
const isFinal = (found: Found, age: Millis): found is Market | null =>
  found === null ? age < MISSING_FOR_MS : found !== 'replaced'

const readKnown = async (ranges: SnapshotRanges, clock: Clock, signal: AbortSignal): Promise<Known | null> => {
  const first = await ranges.read({ at: 0, size: FIRST_READ }, null, signal)
  if (first === null) return null
  const length = layoutBytes(first.bytes)
  const whole = length <= first.bytes.length ? first : await ranges.read({ at: 0, size: length }, first.version, signal)
  return whole === null ? null : { layout: readLayout(whole.bytes), version: first.version, readAt: clock() }
}

/** `replaced` if another snapshot has been stored since the layout was read. */
type Found = Market | null | 'replaced'

const findIn = async (
  ranges: SnapshotRanges,
  { layout, version }: Known,
  svcId: number,
  signal: AbortSignal,
): Promise<Found> => {
  const bucket = layout.bucket(svcId)
  if (bucket.size === 0) return null
  const entries = await ranges.read(bucket, version, signal)
  if (entries === null) return 'replaced'
  for (const { pack, slot } of placesIn(entries.bytes, svcId)) {
    const range = layout.packs[pack]
    const packed = range == null ? null : await ranges.read(range, version, signal)
    if (packed === null) return 'replaced'
    const line = lineOfPack(zstdDecompressSync(packed.bytes), slot)
    const market = line === '' ? null : marketIn(line)
    // Two markets may share the bits that the directory keeps.
    if (market?.svcId === svcId) return market
  }
  return null
}
