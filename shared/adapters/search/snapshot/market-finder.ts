/** Finds single markets in the stored snapshot without loading it: three small ranges of it say where a market is, and what. */

import { zstdDecompressSync } from 'node:zlib'
import type { Millis } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { marketIn } from './market-line.ts'
import { lineOfPack } from './packs.ts'
import { type Layout, layoutBytes, placesIn, type Range, readLayout } from './snapshot-layout.ts'

/** Reads ranges of the stored snapshot. */
export interface SnapshotRanges {
  /** Null when another version stands there now, or none. `version` null: whatever stands there. */
  read(range: Range, version: string | null, signal: AbortSignal): Promise<StoredRange | null>
}

export interface StoredRange {
  readonly version: string
  readonly bytes: Uint8Array
}

export type FindMarket = (svcId: number) => Promise<Market | null>

/** The layout of a catalogue of 300,000 markets has 40 KB. */
const FIRST_LOOK = 65_536
/** So long a market that was not there is not looked for in a newer snapshot. */
const MISSING_FOR_MS = 30_000
const PATIENCE_MS = 4_000

interface Known {
  readonly layout: Layout
  readonly version: string
  readonly lookedAt: Millis
}

export const marketFinder = (ranges: SnapshotRanges, clock: Clock): FindMarket => {
  let known: Known | null = null

  const look = async (signal: AbortSignal): Promise<Known | null> => {
    const first = await ranges.read({ at: 0, size: FIRST_LOOK }, null, signal)
    if (first === null) return null
    const length = layoutBytes(first.bytes)
    const whole =
      length <= first.bytes.length ? first : await ranges.read({ at: 0, size: length }, first.version, signal)
    return whole === null ? null : { layout: readLayout(whole.bytes), version: first.version, lookedAt: clock() }
  }

  /** Undefined when another snapshot has taken its place meanwhile. */
  const find = async (svcId: number, { layout, version }: Known, signal: AbortSignal) => {
    const bucket = layout.bucket(svcId)
    if (bucket.size === 0) return null
    const entries = await ranges.read(bucket, version, signal)
    if (entries === null) return undefined
    for (const { pack, slot } of placesIn(entries.bytes, svcId)) {
      const range = layout.packs[pack]
      const packed = range == null ? null : await ranges.read(range, version, signal)
      if (packed === null) return undefined
      const line = lineOfPack(zstdDecompressSync(packed.bytes), slot)
      const market = line === '' ? null : marketIn(line)
      // Two markets may share the bits the directory keeps.
      if (market?.svcId === svcId) return market
    }
    return null
  }

  return async (svcId) => {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    for (let tries = 0; tries < 3; tries++) {
      known ??= await look(signal)
      // Others who look at the same time may forget it meanwhile.
      const seen = known
      if (seen === null) return null
      const found = await find(svcId, seen, signal)
      if (found) return found
      if (found === null && clock() - seen.lookedAt < MISSING_FOR_MS) return null
      if (known === seen) known = null
    }
    return null
  }
}
