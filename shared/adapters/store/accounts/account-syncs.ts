/** How the sync of each exchange account stands, in the table; due ones are in the work index. */

import { boolean, nullish, object, string } from 'valibot'
import type { AccountSync } from '#domain/accounts/account-sync.ts'
import type { AccountSyncStore } from '#ports/account-sync-store.ts'
import type { Row } from '../engine/attributes.ts'
import { ACCOUNT_SYNCS, accountSyncKey, exchangeOf, type Key, subaccountIdOf, workPartition } from '../engine/keys.ts'
import { parseRow } from '../engine/parse-row.ts'
import { count, flag, unlessFalse, unlessZero, whole } from '../engine/row-values.ts'
import type { Table } from '../engine/table.ts'

export const accountSyncStore = (table: Table): AccountSyncStore => ({
  get: async (subaccountId, exchange) => {
    const row = await table.get(accountSyncKey(subaccountId, exchange))
    return row === null ? null : rowToAccountSync(row)
  },

  save: async (state) => {
    const put = accountSyncToRow(state, state.version + 1)
    return (await table.write([{ put, expect: state.version === 0 ? 'absent' : { same: { v: state.version } } }]))
      .written
  },
})

export const rowToAccountSync = (row: Row): AccountSync => {
  const { pk, sk, awake, poll, woken, cur, rec, acc, hb, hc, look, holds, due, v } = parseRow(accountSyncRow, row)
  return {
    subaccountId: subaccountIdOf(pk),
    exchange: exchangeOf(sk.slice(ACCOUNT_SYNCS.length)),
    awake,
    poll,
    wokenAt: woken,
    cursor: cur,
    reconciledAt: rec,
    account: acc,
    history: hb === null ? null : { before: hb, cursor: hc },
    lookedAt: look,
    holds,
    dueAt: due,
    version: v,
  }
}

export const isAccountSyncRow = (row: Row): boolean => String(row['sk']).startsWith(ACCOUNT_SYNCS)

const accountSyncToRow = (state: AccountSync, version: number): Row & Key => ({
  ...accountSyncKey(state.subaccountId, state.exchange),
  wp: state.dueAt === null ? null : workPartition(state.subaccountId),
  due: state.dueAt,
  awake: state.awake,
  poll: state.poll,
  woken: state.wokenAt,
  cur: state.cursor,
  rec: state.reconciledAt,
  acc: state.account,
  hb: state.history?.before,
  hc: state.history?.cursor,
  look: unlessZero(state.lookedAt),
  holds: unlessFalse(state.holds),
  v: version,
})

const accountSyncRow = object({
  pk: string(),
  sk: string(),
  awake: boolean(),
  poll: whole,
  woken: whole,
  cur: whole,
  rec: whole,
  acc: nullish(string(), null),
  hb: nullish(whole, null),
  hc: nullish(string(), null),
  look: count,
  holds: flag,
  due: nullish(whole, null),
  v: whole,
})
