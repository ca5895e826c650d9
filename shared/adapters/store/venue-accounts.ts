/** How the sync of each venue account stands, in the table; due ones are in the work index. */

import { boolean, nullish, object } from 'valibot'
import type { VenueAccountState } from '#domain/venue-account.ts'
import type { VenueAccountStore } from '#ports/store.ts'
import type { Row } from './attributes.ts'
import { type Key, venueAccountKey, workPartition } from './keys.ts'
import { parseRow } from './parse-row.ts'
import { whole } from './row-values.ts'
import type { Table } from './table.ts'

export const venueAccountStore = (table: Table): VenueAccountStore => ({
  get: async (subaccountId, exchange) => {
    const row = await table.get(venueAccountKey(subaccountId, exchange))
    if (row === null) return null
    const { awake, poll, woken, cur, rec, due, v } = parseRow(venueAccountRow, row)
    return {
      subaccountId,
      exchange,
      awake,
      poll,
      wokenAt: woken,
      cursor: cur,
      reconciledAt: rec,
      dueAt: due,
      version: v,
    }
  },

  save: async (state) => {
    const put = venueAccountToRow(state, state.version + 1)
    return (await table.write([{ put, expect: state.version === 0 ? 'absent' : { same: { v: state.version } } }]))
      .written
  },
})

const venueAccountToRow = (state: VenueAccountState, version: number): Row & Key => ({
  ...venueAccountKey(state.subaccountId, state.exchange),
  wp: state.dueAt === null ? null : workPartition(state.subaccountId),
  due: state.dueAt,
  awake: state.awake,
  poll: state.poll,
  woken: state.wokenAt,
  cur: state.cursor,
  rec: state.reconciledAt,
  v: version,
})

const venueAccountRow = object({
  awake: boolean(),
  poll: whole,
  woken: whole,
  cur: whole,
  rec: whole,
  due: nullish(whole, null),
  v: whole,
})
