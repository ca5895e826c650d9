/** Trading days in the table, in the partition of their subaccount; the work index knows when the next one begins. */

import type { TradingDay } from '#domain/risk/trading-day.ts'
import type { TradingDayStore } from '#ports/risk/trading-day-store.ts'
import type { Row } from '../engine/attributes.ts'
import { id, moneyValue, whole } from '../engine/codecs.ts'
import { readRow, rowOf } from '../engine/fields.ts'
import { type Key, subaccountIdOf, tradingDayKey } from '../engine/keys.ts'
import type { Table } from '../engine/table.ts'
import { workPartition } from '../engine/work-partitions.ts'

/** One row for each subaccount, replaced when a new day begins. */
export const tradingDayStore = (table: Table): TradingDayStore => ({
  get: async (subaccountId) => {
    const row = await table.get(tradingDayKey(subaccountId))
    return row === null ? null : rowToTradingDay(row)
  },

  getMany: async (subaccountIds) =>
    table.readable(await table.batchGet(subaccountIds.map(tradingDayKey)), rowToTradingDay),

  save: async (day) => {
    const expect = day.version === 0 ? ('absent' as const) : { same: { v: day.version } }
    return (await table.write([{ put: tradingDayToRow(day, day.version + 1), expect }])).written
  },

  remove: async (day) => {
    const remove = tradingDayKey(day.subaccountId)
    return (await table.write([{ remove, expect: { same: { v: day.version } } }])).written
  },
})

export const tradingDayToRow = (day: TradingDay, version: number): Row & Key => ({
  ...TRADING_DAY.write({ ...day, version }),
  ...tradingDayKey(day.subaccountId),
  wp: workPartition('accounts', day.subaccountId, day.subaccountId),
})

const rowToTradingDay = (row: Row): TradingDay => ({
  ...readRow(row, TRADING_DAY.read),
  subaccountId: subaccountIdOf(String(row['pk'])),
})

const TRADING_DAY = rowOf({
  userId: ['u', id],
  startsAt: ['st', whole],
  begunAt: ['bg', whole],
  startPnl: ['pl', moneyValue],
  worstLoss: ['wl', moneyValue],
  dueAt: ['due', whole],
  version: ['v', whole],
})
