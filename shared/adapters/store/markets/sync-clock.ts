/** Times of the last use of the service and of the last sync of the catalogue. */

import type { SyncClockStore } from '#ports/markets/sync-clock-store.ts'
import { ANY_USE_KEY, CATALOGUE_SYNC_KEY } from '../engine/keys.ts'
import type { Table } from '../engine/table.ts'

export const syncClockStore = (table: Table): SyncClockStore => ({
  read: async () => {
    const [use, sync] = await Promise.all([ANY_USE_KEY, CATALOGUE_SYNC_KEY].map((key) => table.get(key)))
    const at = (row: typeof use) => (row == null ? null : Number(row['at']))
    return { usedAt: at(use), syncedAt: at(sync) }
  },
  recordSync: async (at) => {
    await table.write([{ put: { ...CATALOGUE_SYNC_KEY, at }, expect: 'anything' }])
  },
})
