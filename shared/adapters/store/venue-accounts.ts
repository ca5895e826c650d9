/** How the sync of each venue account stands, in the table; due ones are in the work index. */

import { boolean, nullish, object, string } from 'valibot'
import type { VenueAccountState } from '#domain/venue-account.ts'
import type { VenueAccountStore } from '#ports/store.ts'
import type { Row } from './attributes.ts'
import { exchangeOf, type Key, subaccountIdOf, VENUE_ACCOUNTS, venueAccountKey, workPartition } from './keys.ts'
import { parseRow } from './parse-row.ts'
import { count, flag, unlessFalse, unlessZero, whole } from './row-values.ts'
import type { Table } from './table.ts'

export const venueAccountStore = (table: Table): VenueAccountStore => ({
  get: async (subaccountId, exchange) => {
    const row = await table.get(venueAccountKey(subaccountId, exchange))
    return row === null ? null : rowToVenueAccount(row)
  },

  save: async (state) => {
    const put = venueAccountToRow(state, state.version + 1)
    return (await table.write([{ put, expect: state.version === 0 ? 'absent' : { same: { v: state.version } } }]))
      .written
  },
})

export const rowToVenueAccount = (row: Row): VenueAccountState => {
  const { pk, sk, awake, poll, woken, cur, rec, acc, hb, hc, look, holds, due, v } = parseRow(venueAccountRow, row)
  return {
    subaccountId: subaccountIdOf(pk),
    exchange: exchangeOf(sk.slice(VENUE_ACCOUNTS.length)),
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

export const isVenueAccountRow = (row: Row): boolean => String(row['sk']).startsWith(VENUE_ACCOUNTS)

const venueAccountToRow = (state: VenueAccountState, version: number): Row & Key => ({
  ...venueAccountKey(state.subaccountId, state.exchange),
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

const venueAccountRow = object({
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
