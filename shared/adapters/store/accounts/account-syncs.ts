/** Sync state of each exchange account in the table; due syncs are in the work index. */

import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import type { AccountSyncStore } from '#ports/accounts/account-sync-store.ts'
import { count, flag, id, listOrNone, orNull, text, whole, yesNo } from '../engine/codecs.ts'
import { byVersion } from '../engine/expectation.ts'
import {
  ACCOUNT_SYNCS,
  accountSyncKey,
  exchangeOf,
  idOf,
  type Key,
  streamedAccountKey,
  subaccountPartition,
} from '../engine/keys.ts'
import { ifThere, type Row, readRow, rowOf } from '../engine/rows.ts'
import { putIf, type Table } from '../engine/table.ts'
import { workPartition } from '../engine/work-partitions.ts'
import { streamedAccountToRow } from './streamed-account-row.ts'

/** One row for each exchange account; writes are conditional on its version. */
export const accountSyncStore = (table: Table): AccountSyncStore => ({
  get: async (subaccountId, exchange) =>
    ifThere(await table.get(accountSyncKey(subaccountId, exchange)), rowToAccountSync),

  getMany: async (accounts) => {
    const keys = accounts.map(({ subaccountId, exchange }) => accountSyncKey(subaccountId, exchange))
    return table.readable(await table.batchGet(keys), rowToAccountSync)
  },

  ofSubaccount: async (subaccountId) => {
    const rows = await table.query({
      partition: subaccountPartition(subaccountId),
      sort: { startsWith: ACCOUNT_SYNCS },
    })
    return table.readable(rows, rowToAccountSync)
  },

  save: (state) => putIf(table, accountSyncToRow(state, state.version + 1), byVersion(state.version)),

  stream: ({ subaccountId, exchange }, at) => table.putAll([streamedAccountToRow({ subaccountId, exchange, at })]),

  endStream: async ({ subaccountId, exchange }) => {
    await table.write([{ remove: streamedAccountKey(subaccountId, exchange), expect: 'anything' }])
  },
})

/** Reads the sync that a row of the subaccount's partition holds. */
export const rowToAccountSync = (row: Row): AccountSync =>
  readRow(row, () => {
    const { historyBefore, historyCursor, ...sync } = ACCOUNT_SYNC.read(row)
    return {
      ...sync,
      subaccountId: idOf(String(row['pk'])),
      exchange: exchangeOf(String(row['sk']).slice(ACCOUNT_SYNCS.length)),
      history: historyBefore === null ? null : { before: historyBefore, cursor: historyCursor },
    }
  })

/** True if a row of a subaccount's partition is the sync of an exchange account. */
export const isAccountSyncRow = (row: Row): boolean => String(row['sk']).startsWith(ACCOUNT_SYNCS)

export const accountSyncToRow = (state: AccountSync, version: number): Row & Key => ({
  ...ACCOUNT_SYNC.write({
    ...state,
    historyBefore: state.history?.before ?? null,
    historyCursor: state.history?.cursor ?? null,
    version,
  }),
  ...accountSyncKey(state.subaccountId, state.exchange),
  wp: state.dueAt === null ? null : workPartition('accounts', state.subaccountId, state.subaccountId),
})

const ACCOUNT_SYNC = rowOf({
  active: ['awake', yesNo],
  poll: ['poll', whole],
  activatedAt: ['woken', whole],
  cursor: ['cur', whole],
  reconciledAt: ['rec', whole],
  account: ['acc', orNull(text)],
  historyBefore: ['hb', orNull(whole)],
  historyCursor: ['hc', orNull(text)],
  positionsReadAt: ['look', count],
  holds: ['holds', flag],
  settling: ['set', flag],
  actions: ['acts', listOrNone(id)],
  actAt: ['actat', orNull(whole)],
  streamedAt: ['str', orNull(whole)],
  dueAt: ['due', orNull(whole)],
  version: ['v', whole],
})
