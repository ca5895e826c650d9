/** Trading days in the partition of their subaccount; the work index has the time at which the next one begins. */

import type { TradingDay } from '#domain/risk/trading-day.ts'
import type { TradingDayStore } from '#ports/risk/trading-day-store.ts'
import { id, idBehind, moneyValue, whole } from '../engine/codecs.ts'
import { type Key, SUBACCOUNTS, tradingDayKey } from '../engine/keys.ts'
import { type Row, rowOf } from '../engine/rows.ts'
import { subaccountRow, subaccountRows } from '../engine/subaccount-rows.ts'
import type { Table } from '../engine/table.ts'
import { workPartition } from '../engine/work-partitions.ts'

/** One row for each subaccount, replaced when a new day begins. */
export const tradingDayStore = (table: Table): TradingDayStore => subaccountRows(table, TRADING_DAY)

export const tradingDayToRow = (day: TradingDay, version: number): Row & Key => subaccountRow(TRADING_DAY, day, version)

const FORM = rowOf<TradingDay>({
  userId: ['u', id],
  startsAt: ['st', whole],
  begunAt: ['bg', whole],
  startPnl: ['pl', moneyValue],
  worstLoss: ['wl', moneyValue],
  dueAt: ['due', whole],
  version: ['v', whole],
  subaccountId: ['pk', idBehind(SUBACCOUNTS)],
})

const TRADING_DAY = {
  keyOf: tradingDayKey,
  form: FORM,
  workOf: ({ subaccountId }: TradingDay) => workPartition('accounts', subaccountId, subaccountId),
}
