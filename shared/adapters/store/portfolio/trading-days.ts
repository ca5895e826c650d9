/** Trading days in the table, in the partition of their subaccount; the work index knows when the next one begins. */

import { object } from 'valibot'
import type { TradingDay } from '#domain/risk/trading-day.ts'
import type { TradingDayStore } from '#ports/trading-day-store.ts'
import type { Row } from '../engine/attributes.ts'
import { type Key, tradingDayKey, workPartition } from '../engine/keys.ts'
import { parseRow } from '../engine/parse-row.ts'
import { id, moneyValue, whole } from '../engine/row-values.ts'
import { shortId } from '../engine/short-id.ts'
import type { Table } from '../engine/table.ts'

export const tradingDayStore = (table: Table): TradingDayStore => ({
  get: async (subaccountId) => {
    const row = await table.get(tradingDayKey(subaccountId))
    if (row === null) return null
    const { u, st, bg, pl, wl, due, v } = parseRow(tradingDayRow, row)
    return { userId: u, subaccountId, startsAt: st, begunAt: bg, startPnl: pl, worstLoss: wl, dueAt: due, version: v }
  },

  save: async (day) => {
    const expect = day.version === 0 ? ('absent' as const) : { same: { v: day.version } }
    return (await table.write([{ put: tradingDayToRow(day, day.version + 1), expect }])).written
  },

  remove: async (day) => {
    const remove = tradingDayKey(day.subaccountId)
    return (await table.write([{ remove, expect: { same: { v: day.version } } }])).written
  },
})

const tradingDayToRow = (day: TradingDay, version: number): Row & Key => ({
  ...tradingDayKey(day.subaccountId),
  wp: workPartition(day.subaccountId),
  due: day.dueAt,
  u: shortId(day.userId),
  st: day.startsAt,
  bg: day.begunAt,
  pl: day.startPnl,
  wl: day.worstLoss,
  v: version,
})

const tradingDayRow = object({ u: id, st: whole, bg: whole, pl: moneyValue, wl: moneyValue, due: whole, v: whole })
