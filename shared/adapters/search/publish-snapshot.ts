/** Makes a snapshot of the catalogue when something changed, and puts it where the searches pick it up. */

import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type { MarketIndexWriter } from '#ports/market-index.ts'
import { openStage, type Stage } from './build-snapshot.ts'
import type { SnapshotStore } from './snapshot-store.ts'

export interface PublisherOptions {
  readonly store: Pick<SnapshotStore, 'put' | 'version'>
  /** Where there is room for files. */
  readonly folder: string
}

export const snapshotPublisher = ({ store, folder }: PublisherOptions): MarketIndexWriter => {
  /** What the last snapshot was made of: to read the whole catalogue each time would cost more than all the rest. */
  let staged: { readonly stage: Stage; version: string } | null = null
  // A new process cannot know whether the one before it came to its end.
  let outdated = true

  const drop = (): void => {
    staged?.stage.close()
    staged = null
  }

  return {
    note: async (markets) => {
      if (markets.length === 0) return
      outdated = true
      try {
        await staged?.stage.put(markets)
      } catch (error) {
        drop()
        throw error
      }
    },

    publish: async (all) => {
      if (!outdated) return null
      // Another process has been at work, and what it changed is not known here.
      if (staged !== null && (await store.version()) !== staged.version) drop()
      const stage = staged?.stage ?? openStage()
      try {
        if (staged === null) await stage.put(all())
        const made = await put(stage)
        staged = { stage, version: made.version }
        outdated = false
        return made
      } catch (error) {
        stage.close()
        staged = null
        throw error
      }
    },
  }

  async function put(stage: Stage) {
    const own = mkdtempSync(join(folder, 'making-'))
    try {
      const file = join(own, 'markets.db')
      const markets = stage.write(file)
      const packed = `${file}.zst`
      await pipeline(createReadStream(file), createZstdCompress(COMPRESSION), createWriteStream(packed))
      const bytes = readFileSync(packed)
      return { markets, bytes: bytes.length, version: await store.put(bytes) }
    } finally {
      rmSync(own, { recursive: true, force: true })
    }
  }
}

/** The checksum over every byte is what whoever loads it relies on. */
const COMPRESSION = {
  params: { [constants.ZSTD_c_compressionLevel]: 9, [constants.ZSTD_c_checksumFlag]: 1 },
}
