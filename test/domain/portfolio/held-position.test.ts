/** The shown holding: from fills, from a believed exchange report, and from the payout of a decided market. */

import { describe, expect, it } from 'vitest'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { money, ONE, price, qty } from '#domain/kernel/numbers.ts'
import { MINUTE } from '#domain/kernel/time.ts'
import type { AccountReport, MarketReport } from '#domain/portfolio/account-report.ts'
import { type HeldPosition, type Holdings, heldPositions } from '#domain/portfolio/held-position.ts'
import { positionOf } from '#domain/portfolio/position.ts'
import { newLedger, type PositionLedger } from '#domain/portfolio/position-ledger.ts'
import { sampleMarketReport } from './sample-market-report.ts'

const NOW = 10 * MINUTE
const PLACE = { subaccountId: 'sub', exchange: 'EXCHANGE_B', svcId: 1, nativeId: '0x1' } as const

/** Ten YES bought at 0.4 a second after the epoch, for a fee of 0.1. */
const ledger = (change: Partial<PositionLedger> = {}): PositionLedger => ({
  ...newLedger(PLACE),
  held: positionOf([
    {
      fillId: 'f',
      exchangeAt: 1_000,
      price: price(400_000),
      qty: qty(10 * ONE),
      fee: money(100_000),
      buyFlag: true,
      status: 'FINAL',
    },
  ]),
  updatedAt: 1_000,
  ...change,
})

const report = (markets: readonly MarketReport[], change: Partial<AccountReport> = {}): AccountReport => ({
  subaccountId: 'sub',
  exchange: 'EXCHANGE_B',
  at: NOW,
  completeTo: NOW,
  markets,
  ...change,
})

const only = (holdings: Holdings): HeldPosition => {
  const [held, ...others] = heldPositions(holdings)
  if (held === undefined || others.length > 0) throw new Error('there is not one position')
  return held
}
const shown = (one: PositionLedger, reported: MarketReport, change: Partial<AccountReport> = {}) =>
  only({ ledgers: [one], reports: [report([reported], change)] })

describe('a position from fills', () => {
  it('is worth its mark, and has gained its worth less its cost', () => {
    expect(shown(ledger(), sampleMarketReport())).toMatchObject({
      position: 10 * ONE,
      mark: 500_000,
      marketValue: 5_000_000,
      unrealizedPnl: 1_000_000,
      realizedPnl: -100_000,
      settlement: null,
      payout: null,
      closed: false,
      asOf: NOW,
    })
  })

  it('has no worth without a mark', () => {
    expect(shown(ledger(), sampleMarketReport({ mark: null }))).toMatchObject({
      marketValue: null,
      unrealizedPnl: null,
    })
  })

  it('is as old as the last poll of the account, or else as its last change', () => {
    const accounts = [{ exchange: 'EXCHANGE_B', positionsReadAt: NOW + MINUTE }] as const
    expect(only({ ledgers: [ledger()], reports: [report([sampleMarketReport()])], accounts }).asOf).toBe(NOW + MINUTE)
    expect(only({ ledgers: [ledger()], reports: [] }).asOf).toBe(1_000)
  })

  it('ignores the exchange report of another account', () => {
    const statements = report([sampleMarketReport({ position: 7 * ONE, differsSince: 0 })], { exchange: 'EXCHANGE_A' })
    expect(heldPositions({ ledgers: [ledger()], reports: [statements] })).toMatchObject([
      { exchange: 'EXCHANGE_B', position: 10 * ONE, mark: null },
      { exchange: 'EXCHANGE_A', position: 7 * ONE },
    ])
  })
})

describe('a different position that the exchange reports', () => {
  const told = (since: number | null, change: Partial<MarketReport> = {}) =>
    sampleMarketReport({ position: 4 * ONE, cost: money(1_600_000), differsSince: since, ...change })

  it.each([
    ['for two minutes is believed, at its cost there', NOW - 2 * MINUTE, {}, {}, 4],
    ['for less than two minutes is not', NOW - 2 * MINUTE + 1, {}, {}, 10],
    ['while the past is still read is believed at once', 0, {}, {}, 4],
    ['while the past is still read is believed whatever the exchange has heard of', 0, { completeTo: 0 }, {}, 4],
    ['without having heard of the last fill is not', NOW - 2 * MINUTE, { completeTo: 1_000 }, {}, 10],
    ['while a fill is on its way to the wallet is not', NOW - 2 * MINUTE, {}, { provisional: 1 }, 10],
    ['of a market that has paid is not', 0, {}, { yesPaid: price(ONE) }, 0],
  ])('%s', (_what, since, change, of, contracts) => {
    expect(shown(ledger(of), told(since), change).position).toBe(contracts * ONE)
  })

  it('is ignored if the exchange does not name the market: the market may be held', () => {
    expect(shown(ledger(), told(0, { position: null }))).toMatchObject({ position: 10 * ONE, unrealizedPnl: 1_000_000 })
  })

  it('is ignored if it differs by less than a lot: the fills contain its cost', () => {
    const dust = told(0, { position: 10 * ONE - 1, cost: money(5_000_000) })
    expect(shown(ledger(), dust)).toMatchObject({ position: 10 * ONE, unrealizedPnl: 1_000_000 })
  })

  it('has the cost of the exchange report: NO at one minus its YES price', () => {
    expect(shown(ledger(), told(0))).toMatchObject({ marketValue: 2_000_000, unrealizedPnl: 400_000 })
    const no = told(0, { position: -4 * ONE, cost: money(2_400_000) })
    expect(shown(ledger(), no)).toMatchObject({ position: -4 * ONE, marketValue: 2_000_000, unrealizedPnl: -400_000 })
  })

  it('without a fill is shown as well, unless it is zero', () => {
    const reports = [
      report([
        sampleMarketReport(),
        sampleMarketReport({ svcId: 2, position: 0 }),
        sampleMarketReport({ svcId: 3, position: null }),
      ]),
    ]
    expect(heldPositions({ ledgers: [], reports })).toMatchObject([
      { svcId: 1, position: 10 * ONE, unrealizedPnl: 1_000_000, realizedPnl: 0, asOf: NOW },
    ])
  })
})

describe('a decided market', () => {
  const decided = ledger({ yesPays: price(ONE) })

  it('has to be redeemed after the exchange knows all fills', () => {
    expect(shown(decided, sampleMarketReport({ closed: true }))).toMatchObject({
      settlement: 'redeemable',
      payout: 10_000_000,
      mark: ONE,
      unrealizedPnl: 6_000_000,
      closed: true,
    })
    expect(shown(decided, sampleMarketReport(), { completeTo: 1_000 })).toMatchObject({
      settlement: 'decided',
      closed: true,
    })
    expect(only({ ledgers: [decided], reports: [] }).settlement).toBe('decided')
  })

  it('pays a dollar for each pair beside the position', () => {
    expect(shown(decided, sampleMarketReport({ pairs: qty(3 * ONE) }))).toMatchObject({
      payout: 13_000_000,
      pairs: 3 * ONE,
    })
  })

  it('holds nothing after it has paid, and shows its payout', () => {
    expect(
      shown(ledger({ yesPaid: price(ONE), yesPays: price(ONE) }), sampleMarketReport({ pairs: qty(ONE) })),
    ).toMatchObject({
      position: 0,
      settlement: 'paid',
      payout: 10_000_000,
      realizedPnl: 5_900_000,
      unrealizedPnl: 0,
      pairs: 0,
      closed: true,
    })
  })

  it('is only decided until its automatic payout, and closed afterwards', () => {
    const place = { exchange: 'EXCHANGE_A' } as const
    expect(shown(ledger({ ...place, yesPays: price(ONE) }), sampleMarketReport(), place).settlement).toBe('decided')
    const paid = shown(ledger({ ...place, yesPaid: price(ONE) }), sampleMarketReport(), place)
    expect(paid).toMatchObject({ settlement: 'paid', closed: true, mark: ONE })
  })

  it.each<[ExchangeName, string]>([
    ['EXCHANGE_A', 'decided'],
    ['EXCHANGE_B', 'redeemable'],
  ])('without a fill is %s: %s', (exchange, settlement) => {
    const told = sampleMarketReport({ yesPays: price(ONE), pairs: qty(2 * ONE) })
    expect(only({ ledgers: [], reports: [report([told], { exchange })] })).toMatchObject({
      settlement,
      payout: 12_000_000,
      mark: ONE,
      marketValue: 10_000_000,
      closed: true,
    })
  })
})
