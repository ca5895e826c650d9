/** Display of a position if its fills and the exchange report differ. */

import { describe, expect, it } from 'vitest'
import { money, ONE, price, qty } from '#domain/kernel/numbers.ts'
import type { Fill } from '#domain/orders/fills/fill.ts'
import { type AccountReport, type MarketReport, SINCE_EVER } from '#domain/portfolio/account-report.ts'
import { heldPositions } from '#domain/portfolio/held-position.ts'
import { newLedger, type PositionLedger, recordTrades, settleAt } from '#domain/portfolio/position-ledger.ts'
import { sampleMarketReport } from '../../domain/portfolio/sample-market-report.ts'

/** When the exchange was asked. */
const NOW = 1_000_000
const LONG_AGO = NOW - 120_000

const PLACE = { subaccountId: 'sub', exchange: 'EXCHANGE_B', svcId: 1, nativeId: '0x1' } as const

/** Ten YES bought at 40 cents, at 1,000. */
const bought = (change: Partial<Fill> = {}): PositionLedger => {
  const fill: Fill = {
    fillId: 'a',
    orderId: null,
    subaccountId: 'sub',
    svcId: 1,
    exchange: 'EXCHANGE_B',
    exchangeOrderId: 'o',
    exchangeTradeId: 't',
    exchangeAt: 1_000,
    price: price(400_000),
    qty: qty(10 * ONE),
    fee: money(100_000),
    buyFlag: true,
    isMaker: false,
    status: 'FINAL',
    ...change,
  }
  return recordTrades(newLedger(PLACE), [fill], [], 1_500)
}

const reported = (market: Partial<MarketReport> = {}, completeTo = 2_000): AccountReport => ({
  subaccountId: 'sub',
  exchange: 'EXCHANGE_B',
  at: NOW,
  completeTo,
  markets: [sampleMarketReport(market)],
})

const shown = (ledgers: readonly PositionLedger[], reports: readonly AccountReport[]) => {
  const [one, ...others] = heldPositions({ ledgers, reports })
  expect(others).toEqual([])
  if (one === undefined) return null
  const { position, mark, marketValue, unrealizedPnl, realizedPnl, closed, asOf } = one
  const dollars = (millionths: number | null) => (millionths === null ? null : millionths / ONE)
  return [
    position / ONE,
    dollars(mark),
    dollars(marketValue),
    dollars(unrealizedPnl),
    dollars(realizedPnl),
    closed,
    asOf,
  ]
}

describe('a position is shown', () => {
  it.each([
    ['as both tell it', bought(), reported(), [10, 0.5, 5, 1, -0.1, false, NOW]],
    ['without a mark before anybody has looked', bought(), null, [10, null, null, null, -0.1, false, 1_500]],
    [
      'without a worth where nobody quotes a price',
      bought(),
      reported({ mark: null }),
      [10, null, null, null, -0.1, false, NOW],
    ],
    [
      'as the exchange tells it, at its cost, where it knows of more than the fills',
      bought(),
      reported({ position: 15 * ONE, cost: money(6 * ONE), differsSince: LONG_AGO }),
      [15, 0.5, 7.5, 1.5, -0.1, false, NOW],
    ],
    [
      'as the exchange tells it, also on the other side',
      bought(),
      reported({ position: -5 * ONE, cost: money(3 * ONE), differsSince: LONG_AGO }),
      [-5, 0.5, 2.5, -0.5, -0.1, false, NOW],
    ],
    [
      'as gone where the exchange says so',
      bought(),
      reported({ position: 0, cost: money(0), differsSince: LONG_AGO }),
      [0, 0.5, 0, 0, -0.1, false, NOW],
    ],
    [
      'as the fills make it while the exchange has not heard of them all',
      bought(),
      reported({ position: 0, cost: money(0), differsSince: LONG_AGO }, 1_000),
      [10, 0.5, 5, 1, -0.1, false, NOW],
    ],
    [
      'as the fills make it while one of them may be taken back',
      bought({ status: 'PROVISIONAL' }),
      reported({ position: 0, cost: money(0), differsSince: LONG_AGO }),
      [10, 0.5, 5, 1, -0.1, false, NOW],
    ],
    [
      'as the fills make it while the difference is new: the pages of an exchange may lag',
      bought(),
      reported({ position: 0, cost: money(0), differsSince: NOW - 119_999 }),
      [10, 0.5, 5, 1, -0.1, false, NOW],
    ],
    [
      'as the exchange tells it while the past is still being read',
      bought({ status: 'PROVISIONAL' }),
      reported({ position: 15 * ONE, cost: money(6 * ONE), differsSince: SINCE_EVER }, 0),
      [15, 0.5, 7.5, 1.5, -0.1, false, NOW],
    ],
    [
      'as the fills make it where the exchange does not name the market',
      bought(),
      reported({ position: null, cost: money(0), differsSince: LONG_AGO }),
      [10, 0.5, 5, 1, -0.1, false, NOW],
    ],
    [
      'as the fills make it where the exchange rounds to less than a lot',
      bought(),
      reported({ position: 10 * ONE - 9_999, cost: money(4 * ONE), differsSince: LONG_AGO }),
      [10, 0.5, 5, 1, -0.1, false, NOW],
    ],
    [
      'as nothing once its market has paid, whatever an older word says',
      settleAt(bought(), price(ONE), 2_500),
      reported(),
      [0, 1, 0, 0, 5.9, true, NOW],
    ],
    [
      'as in a closed market when trading there is over',
      bought(),
      reported({ closed: true }),
      [10, 0.5, 5, 1, -0.1, true, NOW],
    ],
  ])('%s', (_how, ledger, report, expected) => {
    expect(shown([ledger], report === null ? [] : [report])).toEqual(expected)
  })

  it('at its cost on the exchange if only the exchange knows it', () => {
    expect(shown([], [reported({ position: -8 * ONE, cost: money(2 * ONE) })])).toEqual([-8, 0.5, 4, 2, 0, false, NOW])
    expect(shown([], [reported({ position: 0 })])).toBeNull()
    expect(shown([], [reported({ position: null })])).toBeNull()
  })
})

describe('a position without a fill', () => {
  it('stays when its market is decided, with its payout', () => {
    const [one, ...others] = heldPositions({ ledgers: [], reports: [reported({ closed: true, yesPays: price(ONE) })] })
    expect(others).toEqual([])
    expect(one).toMatchObject({
      position: 10 * ONE,
      settlement: 'redeemable',
      payout: 10 * ONE,
      mark: ONE,
      marketValue: 10 * ONE,
      closed: true,
    })
  })
})
