/** Keeps the stage of the catalogue on the local disk between runs, and stores snapshots of it for the searches. */

import type { CatalogueStore } from '#ports/markets/catalogue.ts'
import { receiveSnapshot } from '../snapshot/receive-snapshot.ts'
import type { SnapshotStore } from '../snapshot/snapshot-store.ts'
import { openStage, type Stage } from './stage.ts'

export interface CatalogueStoreOptions {
  readonly store: Pick<SnapshotStore, 'get' | 'put' | 'version'>
  /** Folder with room for files. */
  readonly folder: string
}

interface Staged {
  readonly stage: Stage
  /** Version of the stored snapshot that the stage began with; null if there was none. */
  readonly version: string | null
}

export const catalogueStore = ({ store, folder }: CatalogueStoreOptions): CatalogueStore => {
  let staged: Staged | null = null

  const drop = (): void => {
    staged?.stage.close()
    staged = null
  }

  /** Opens the stored snapshot. If it is unreadable twice in a row, an empty stage takes its place: then everything is listed anew. */
  const received = async (version: string, signal: AbortSignal, again = true): Promise<Staged> => {
    const found = await store.get(null, signal)
    if (found === null) return { stage: openStage(folder), version }
    try {
      return { stage: openStage(folder, await receiveSnapshot(found, folder, signal)), version: found.version }
    } catch (error) {
      if (signal.aborted) throw error
      return again ? received(version, signal, false) : { stage: openStage(folder), version: found.version }
    }
  }

  return {
    isStored: async () => (await store.version()) !== null,

    open: async (signal) => {
      const version = await store.version()
      // Another process has stored a snapshot, or this one was stopped in the middle.
      if (staged?.version !== version) drop()
      staged ??= version === null ? { stage: openStage(folder), version } : await received(version, signal)
      return staged.stage.catalogue
    },

    publish: async ({ asOf, tidy }) => {
      if (staged === null) throw new Error('no catalogue is open')
      const { stage, version } = staged
      // A stage that is not stored completely must not be used again.
      staged = null
      try {
        if (tidy) stage.tidy()
        const { markets, bytes } = await stage.bytes(asOf)
        if ((await store.version()) !== version) {
          stage.close()
          return null
        }
        staged = { stage, version: await store.put(bytes) }
        return { markets, bytes: bytes.length }
      } catch (error) {
        stage.close()
        throw error
      }
    },
  }
}
