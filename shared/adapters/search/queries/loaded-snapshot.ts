/** Searches the newest snapshot: loads it onto the local disk, checks for a newer one now and then, and keeps the last good one. */

import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Millis } from '#domain/kernel/time.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import { IndexUnavailable, type MarketIndex } from '#ports/markets/market-index.ts'
import { SEARCH_LOG } from '../log-messages.ts'
import { receiveSnapshot } from '../snapshot/receive-snapshot.ts'
import type { SnapshotStore, StoredSnapshot } from '../snapshot/snapshot-store.ts'
import { openSnapshot, type Snapshot } from './open-snapshot.ts'

export interface LoadedSnapshotOptions {
  readonly store: Pick<SnapshotStore, 'get'>
  /** Folder with room for files. */
  readonly folder: string
  readonly clock: Clock
  readonly log: Log
}

/** Age after which a search starts a check for a newer snapshot without waiting for it. */
const CHECK_AFTER_MS = 20_000
/** Age after which a search waits for the check: AWS stops a function that has answered, and its check with it. */
const WAIT_AFTER_MS = 50_000
/** Longest wait of a search that has an older snapshot. */
const PATIENCE_MS = 3_000
/** Longest check. */
const CHECK_MS = 10_000

export const loadedSnapshot = ({ store, folder, clock, log }: LoadedSnapshotOptions): MarketIndex => {
  let current: { readonly snapshot: Snapshot; readonly version: string } | null = null
  let lookedAt: Millis = Number.NEGATIVE_INFINITY
  let looking: Promise<boolean> | null = null

  /**
   * True if the newest snapshot is known and loaded. A check without a waiting search may have been stopped with its function, and its lost
   * connection is no failure. The age of the snapshot then grows until a search waits.
   */
  const look = async (isWaitedFor: boolean): Promise<boolean> => {
    try {
      const signal = AbortSignal.timeout(CHECK_MS)
      const found = await store.get(current?.version ?? null, signal)
      if (found !== null) {
        const snapshot = await receive(found, folder, signal)
        current?.snapshot.close()
        current = { snapshot, version: found.version }
        log.info('market snapshot loaded', { version: found.version, markets: snapshot.size })
      } else if (current === null) {
        log.warn(SEARCH_LOG.snapshotMissing)
      }
      lookedAt = clock()
      return true
    } catch (error) {
      if (isWaitedFor) {
        lookedAt = clock()
        log.error(SEARCH_LOG.snapshotNotLoaded, { error: String(error), older: current !== null })
      } else log.info('check for a newer market snapshot aborted', { error: String(error) })
      return false
    }
  }

  const checkOnce = (isWaitedFor = true): Promise<boolean> => {
    looking ??= look(isWaitedFor).finally(() => {
      looking = null
    })
    return looking
  }

  const newest = async (): Promise<Snapshot> => {
    const age = clock() - lookedAt
    if (current === null) {
      await checkOnce()
    } else if (age > WAIT_AFTER_MS) {
      // A check that was stopped with its function has lost its connection: then a second one follows.
      const both = checkOnce().then((done) => done || checkOnce())
      await Promise.race([both, pause(PATIENCE_MS, undefined, { ref: false })])
    } else if (age > CHECK_AFTER_MS) {
      void checkOnce(false)
    }
    if (current === null) throw new IndexUnavailable('there is no market snapshot yet')
    return current.snapshot
  }

  return {
    search: async (filter, page) => (await newest()).search(filter, page),
    events: async (filter, page) => (await newest()).events(filter, page),
    event: async (ref) => (await newest()).event(ref),
  }
}

/** The open files have no names any more: a process that ends in any way leaves nothing behind. */
const receive = async (found: StoredSnapshot, folder: string, signal: AbortSignal): Promise<Snapshot> => {
  const received = await receiveSnapshot(found, folder, signal)
  try {
    return openSnapshot(received)
  } finally {
    rmSync(received.folder, { recursive: true, force: true })
  }
}
