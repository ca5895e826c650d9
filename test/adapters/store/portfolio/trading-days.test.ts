/** Trading days in the table: one for each subaccount, written by whoever is first, and due when the next one begins. */

import { describe, expect, it } from 'vitest'
import { tradingDayStore } from '#adapters/store/portfolio/trading-days.ts'
import { dueWork } from '#adapters/store/work/due-work.ts'
import { money } from '#domain/kernel/numbers.ts'
import { beginDay, recordLoss } from '#domain/risk/trading-day.ts'
import { freshTable } from '#test/support/store.ts'
import { NOW, USER, uuidAt } from '../samples.ts'

const OF = { userId: USER, subaccountId: uuidAt(NOW, 1), version: 0 }

describe('trading days in the store', () => {
  it('read back as they were stored, losses and gains', async () => {
    const days = tradingDayStore((await freshTable()).table)
    const day = recordLoss(beginDay(OF, { pnl: money(-12_345_678), holds: true }, NOW), money(7))
    expect(await days.get(OF.subaccountId)).toBeNull()
    expect(await days.save(day)).toBe(true)
    expect(await days.get(OF.subaccountId)).toEqual({ ...day, version: 1 })
  })

  it('are written by one of those who begin them at once', async () => {
    const days = tradingDayStore((await freshTable()).table)
    const written = await Promise.all(
      [1, 2, 3].map((pnl) => days.save(beginDay(OF, { pnl: money(pnl), holds: true }, NOW))),
    )
    expect(written.filter(Boolean)).toHaveLength(1)
    const stored = await days.get(OF.subaccountId)
    expect(await days.save(beginDay({ ...OF, version: 1 }, { pnl: money(9), holds: true }, NOW))).toBe(true)
    expect(stored === null ? null : await days.remove(stored)).toBe(false)
  })

  it('are due when the next day begins, until they are removed', async () => {
    const { table } = await freshTable()
    const days = tradingDayStore(table)
    const day = beginDay(OF, { pnl: money(0), holds: true }, NOW)
    await days.save(day)
    expect(await dueWork(table, day.dueAt - 1, 10)).toEqual([])
    expect(await dueWork(table, day.dueAt, 10)).toEqual([
      { kind: 'trading_day', subaccountId: OF.subaccountId, dueAt: day.dueAt },
    ])
    expect(await days.remove({ ...day, version: 1 })).toBe(true)
    expect(await dueWork(table, day.dueAt, 10)).toEqual([])
  })
})
