/** Makes a snapshot of the catalogue and puts it where the searches pick it up. */

import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type { MarketIndexWriter } from '#ports/market-index.ts'
import { buildSnapshot } from './build-snapshot.ts'
import type { SnapshotStore } from './snapshot-store.ts'

export interface PublisherOptions {
  readonly store: Pick<SnapshotStore, 'put'>
  /** Where there is room for files. */
  readonly folder: string
}

export const snapshotPublisher = ({ store, folder }: PublisherOptions): MarketIndexWriter => ({
  publish: async (markets) => {
    const own = mkdtempSync(join(folder, 'making-'))
    try {
      const file = join(own, 'markets.db')
      const count = await buildSnapshot(file, markets)
      const packed = `${file}.zst`
      await pipeline(createReadStream(file), createZstdCompress(COMPRESSION), createWriteStream(packed))
      const bytes = readFileSync(packed)
      await store.put(bytes)
      return { markets: count, bytes: bytes.length }
    } finally {
      rmSync(own, { recursive: true, force: true })
    }
  },
})

/** The checksum over every byte is what whoever loads it relies on. */
const COMPRESSION = {
  params: { [constants.ZSTD_c_compressionLevel]: 9, [constants.ZSTD_c_checksumFlag]: 1 },
}
