/** Keeps the stage of the catalogue on the local disk from run to run, and puts a snapshot of it where the searches pick it up. */

import type { CatalogueStore } from '#ports/markets/catalogue.ts'
import { receiveSnapshot } from '../snapshot/receive-snapshot.ts'
import type { SnapshotStore } from '../snapshot/snapshot-store.ts'
import { openStage, type Stage } from './stage.ts'

export interface CatalogueStoreOptions {
  readonly store: Pick<SnapshotStore, 'get' | 'put' | 'version'>
  /** Where there is room for files. */
  readonly folder: string
}

interface Staged {
  readonly stage: Stage
  /** That of the stored snapshot it began as; null when there was none. */
  readonly version: string | null
}

export const catalogueStore = ({ store, folder }: CatalogueStoreOptions): CatalogueStore => {
  let staged: Staged | null = null

  const drop = (): void => {
    staged?.stage.close()
    staged = null
  }

  /** What cannot be read twice in a row is no reason to stay without a catalogue: then everything is listed anew. */
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
      // Another process has been at work, or this one was stopped in the middle of something.
      if (staged?.version !== version) drop()
      staged ??= version === null ? { stage: openStage(folder), version } : await received(version, signal)
      return staged.stage.catalogue
    },

    publish: async ({ asOf, tidy }) => {
      if (staged === null) throw new Error('no catalogue is open')
      const { stage, version } = staged
      // Until all of it is stored, it is not what this process may go on with.
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
