/** Restarts of a trading day by account history, and concurrent writes of one day. */

import { describe, expect, it } from 'vitest'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Money, money, ONE, price, qty } from '#domain/kernel/numbers.ts'
import { DAY, MINUTE } from '#domain/kernel/time.ts'
import { newLedger, recordTrades, settleAt } from '#domain/portfolio/position-ledger.ts'
import { NO_LIMITS } from '#domain/risk/limits.ts'
import { beginDay, type TradingDay } from '#domain/risk/trading-day.ts'
import { dailyLoss } from '#use-cases/risk/daily-loss.ts'
import { restartDay } from '#use-cases/risk/restart-day.ts'
import { rollTradingDay } from '#use-cases/risk/roll-trading-day.ts'
import { sampleSubaccount } from '../../adapters/store/samples.ts'

const NOON = DAY / 2
const OF = { userId: 'user', subaccountId: 'sub' }

/** Has lost four dollars: ten YES were bought at 40 cents before the day began, and pay nothing. */
const lost = (exchange: ExchangeName) => {
  const place = { subaccountId: 'sub', exchange, svcId: 1, nativeId: 'one' }
  const fill = {
    ...place,
    fillId: 'a',
    orderId: null,
    exchangeOrderId: 'o',
    exchangeTradeId: 't',
    exchangeAt: NOON - MINUTE,
    price: price(400_000),
    qty: qty(10 * ONE),
    fee: money(0),
    buyFlag: true,
    isMaker: false,
    status: 'FINAL' as const,
  }
  return settleAt(recordTrades(newLedger(place), [fill], [], NOON - MINUTE), price(0), NOON + MINUTE)
}

/** A day that began at noon at zero. `meanwhile` is stored right before the first write of the tested process. */
const desk = (exchange: ExchangeName, meanwhile: ((day: TradingDay) => TradingDay) | null = null) => {
  let stored: TradingDay = { ...beginDay({ ...OF, version: 0 }, { pnl: money(0), holds: true }, NOON), version: 1 }
  let ledgers = [lost(exchange)]
  let other = meanwhile
  let removed = false
  return {
    stored: () => (removed ? null : stored),
    winBack: () => {
      ledgers = []
    },
    deps: {
      clock: () => NOON + 2 * MINUTE,
      positions: { ofSubaccount: async () => ({ ledgers, reports: [], accounts: [] }) },
      tradingDays: {
        get: async () => stored,
        getMany: async () => [stored],
        save: async (day: TradingDay) => {
          if (other !== null) stored = { ...other(stored), version: stored.version + 1 }
          other = null
          if (day.version !== stored.version) return false
          stored = { ...day, version: day.version + 1 }
          return true
        },
        remove: async () => {
          removed = true
          return true
        },
      },
    },
  }
}

const LIMIT: Money = money(3 * ONE)

it('a loss above the limit counts for the day, even if another process wrote the day just before', async () => {
  const { deps, winBack } = desk('EXCHANGE_A', (day) => ({ ...day, worstLoss: money(1) }))
  expect(await dailyLoss(deps, OF, LIMIT)).toMatchObject({ now: 4 * ONE, worst: 4 * ONE })
  winBack()
  expect(await dailyLoss(deps, OF, LIMIT)).toMatchObject({ now: 0, worst: 4 * ONE })
})

describe('the past of an account', () => {
  it('is no loss of the day, even if another process has just counted it as one', async () => {
    const { deps, stored } = desk('EXCHANGE_A', (day) => ({ ...day, worstLoss: money(4 * ONE) }))
    await restartDay(deps, 'sub', 'EXCHANGE_A')
    expect(stored()).toMatchObject({ startPnl: -4 * ONE, worstLoss: 0 })
  })

  it('leaves the day unchanged if that account has no past, even after losses in another account', async () => {
    const { deps, stored } = desk('EXCHANGE_A')
    await dailyLoss(deps, OF, LIMIT)
    await restartDay(deps, 'sub', 'EXCHANGE_B')
    expect(stored()).toMatchObject({ startPnl: 0, worstLoss: 4 * ONE })
  })
})

it('a day is rolled, not removed, if a limit was set right after the subaccount was read', async () => {
  const { deps, stored } = desk('EXCHANGE_A')
  const limits = { ...NO_LIMITS, maxDailyLoss: LIMIT }
  const limited = sampleSubaccount({ ...OF, insertedAt: NOON, limits, version: 1 })
  const subaccounts = { get: async () => limited }
  const later = { ...deps, subaccounts, clock: () => NOON + DAY }
  await rollTradingDay(later, 'sub', { subaccount: { ...limited, limits: NO_LIMITS } })
  expect(stored()).toMatchObject({ startPnl: -4 * ONE, startsAt: DAY })
  const without = { get: async () => ({ ...limited, limits: NO_LIMITS }) }
  await rollTradingDay({ ...later, subaccounts: without, clock: () => NOON + 2 * DAY }, 'sub', {})
  expect(stored()).toBeNull()
})
