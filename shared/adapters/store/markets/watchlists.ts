/** Watchlists in the table: one row for each user. */

import type { Watchlist, Watchlists } from '#domain/markets/watchlists.ts'
import type { WatchlistStore } from '#ports/markets/watchlist-store.ts'
import { idBehind, jsonOf, list, orNull, text, whole } from '../engine/codecs.ts'
import { byVersion } from '../engine/expectation.ts'
import { type Key, watchlistsKey } from '../engine/keys.ts'
import { ifThere, mapOf, type Row, readRow, rowOf } from '../engine/rows.ts'
import { putIf, type Table } from '../engine/table.ts'
import { USERS } from '../engine/table-definition.ts'

export const watchlistStore = (table: Table): WatchlistStore => ({
  get: async (userId) => ifThere(await table.get(watchlistsKey(userId)), (row) => readRow(row, FORM.read)),
  save: (watchlists) =>
    putIf(table, watchlistsToRow(watchlists, watchlists.version + 1), byVersion(watchlists.version)),
})

export const watchlistsToRow = (watchlists: Watchlists, version: number): Row & Key => ({
  ...FORM.write({ ...watchlists, version }),
  ...watchlistsKey(watchlists.userId),
})

const FORM = rowOf<Watchlists>({
  lists: ['wl', jsonOf(list(mapOf<Watchlist>({ name: ['n', text], svcIds: ['in', list(whole)] })))],
  updatedAt: ['up', orNull(whole)],
  version: ['v', whole],
  userId: ['pk', idBehind(USERS)],
})
