/** Exchange reports of an account's positions, beside the recorded fills. */

import { beforeEach, describe, expect, it } from 'vitest'
import { credentialsStore } from '#adapters/store/accounts/credentials.ts'
import { subaccountStore } from '#adapters/store/accounts/subaccounts.ts'
import { marketStore } from '#adapters/store/markets/markets.ts'
import { fillStore } from '#adapters/store/portfolio/fills.ts'
import { positionStore } from '#adapters/store/portfolio/positions.ts'
import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { money, ONE, price, qty } from '#domain/kernel/numbers.ts'
import { MINUTE } from '#domain/kernel/time.ts'
import { svcIdOf } from '#domain/markets/market.ts'
import type { FillReport, PositionReport, UnreadPosition } from '#ports/exchanges/exchange-reports.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { MarketState, PayoutReport } from '#ports/exchanges/market-data-source.ts'
import { NOW, SUBACCOUNT } from '#test/adapters/store/samples.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { memoryTable } from '#test/support/store.ts'
import { storyQueues } from '#test/support/story-queues.ts'
import { RECONCILE_LOG } from '#use-cases/reconcile/log-messages.ts'
import { reconcilePositions } from '#use-cases/reconcile/positions/reconcile-positions.ts'
import { toExternal } from '#use-cases/reconcile/trades/record-external-fills.ts'

const MARKET = 'a market'

/** An account, and an exchange that reports the values of the test. */
const openDesk = async (exchange: ExchangeName = 'EXCHANGE_B') => {
  const { table } = await memoryTable()
  const account = { subaccountId: SUBACCOUNT, exchange }
  const positions = positionStore(table)
  const fills = fillStore(table)
  const warned: string[] = []
  const reported = {
    now: NOW,
    completeTo: NOW,
    history: null as AccountSync['history'],
    positions: [] as readonly PositionReport[],
    unread: [] as readonly UnreadPosition[],
    state: 'open' as MarketState['state'] | 'nothing',
    payouts: [] as readonly PayoutReport[],
    holds: true as boolean | 'away',
    /** While the fills, or what markets pay, are read. */
    meanwhile: async (): Promise<unknown> => undefined,
    lags: false,
  }
  const requested: { quotes: (readonly string[])[]; holds: string[] } = { quotes: [], holds: [] }
  const deps = {
    positions,
    fills: {
      inMarkets: async (subaccountId: string, svcIds: readonly number[]) => {
        const found = reported.lags ? [] : await fills.inMarkets(subaccountId, svcIds)
        await reported.meanwhile()
        return found
      },
    },
    markets: marketStore(table),
    credentials: credentialsStore(table),
    subaccounts: subaccountStore(table),
    queues: storyQueues(() => reported.now),
    log: { ...SILENT_LOG, warn: (words: string) => void warned.push(words) },
  }
  const side = { price: price(500_000), qty: qty(ONE) }
  const sources = {
    exchange: {
      name: exchange,
      marketsById: async () => [],
      quotes: async (nativeIds: readonly string[]) => {
        requested.quotes.push([...nativeIds])
        const { state } = reported
        if (state === 'nothing') return []
        const shown = {
          state,
          bid: side,
          ask: side,
          lastPrice: null,
          tradeMark: '',
          lastTradeAt: null,
          asOf: reported.now,
        }
        return nativeIds.map((nativeId) => ({ ...shown, nativeId, stateIsLive: true }))
      },
      payouts: async () => {
        await reported.meanwhile()
        return reported.payouts
      },
      holdsAny: async (_: unknown, nativeId: string) => {
        requested.holds.push(nativeId)
        if (reported.holds === 'away') throw new ExchangeUnavailable(exchange, 'away')
        return reported.holds
      },
    },
    exchangeAccount: { accountKey: 'wallet', secrets: {} },
    signal: AbortSignal.timeout(60_000),
  }
  const ledgerOf = (nativeId = MARKET) => positions.get(SUBACCOUNT, exchange, svcIdOf(exchange, nativeId))
  return {
    told: reported,
    asked: requested,
    warned,
    ledgerOf,
    look: () => {
      const reading = { completeTo: reported.completeTo, positions: Promise.resolve(reported) }
      return reconcilePositions(
        deps,
        sources,
        { ...account, history: reported.history },
        { ...reading, now: reported.now },
      )
    },
    /** Ten are bought, a minute before now; once, or with each of these changes. */
    buy: (...changes: readonly Partial<FillReport>[]) => {
      const fill = { fillId: 'f1', tradeId: 't1', exchangeOrderId: 'o1', nativeId: MARKET, at: NOW - MINUTE } as const
      const terms = { price: price(400_000), qty: qty(10 * ONE), fee: money(0), buyFlag: true, isMaker: false } as const
      const each = changes.length === 0 ? [{}] : changes
      const bought = each.map((change) => toExternal(account, { ...fill, ...terms, status: 'FINAL', ...change }))
      return fills.recordExternal(bought, NOW)
    },
    roughMarkets: async () => (await positions.ofSubaccount(SUBACCOUNT)).ledgers.filter(({ rough }) => rough).length,
    report: async () => (await positions.ofSubaccount(SUBACCOUNT)).reports[0],
  }
}

const holding = (change: Partial<PositionReport> = {}): PositionReport => ({
  nativeId: MARKET,
  position: 10 * ONE,
  cost: money(4 * ONE),
  realized: money(0),
  pairs: qty(0),
  ...change,
})

const FOLLOWED = { holds: true, settling: false }
const NOTHING = { holds: false, settling: false }

let desk: Awaited<ReturnType<typeof openDesk>>
beforeEach(async () => {
  desk = await openDesk()
})

describe('an account is followed', () => {
  it('while it holds something, and not before or after that', async () => {
    expect(await desk.look()).toEqual(NOTHING)
    desk.told.positions = [holding()]
    expect(await desk.look()).toEqual(FOLLOWED)
    desk.told.positions = []
    expect(await desk.look()).toEqual(NOTHING)
  })

  it('while it holds only pairs of YES and NO, even if the report of them cannot be read', async () => {
    desk.told.positions = [holding({ position: 0, pairs: qty(ONE) })]
    expect(await desk.look()).toEqual(FOLLOWED)
    Object.assign(desk.told, { positions: [], unread: [{ nativeId: null, reason: 'no name' }] })
    expect(await desk.look()).toEqual(FOLLOWED)
  })

  it('while it may hold a position that was never reported in a readable form', async () => {
    desk.told.unread = [{ nativeId: MARKET, reason: 'no number' }]
    expect(await desk.look()).toEqual(FOLLOWED)
  })

  it('no longer for a market that has paid', async () => {
    await desk.buy()
    desk.told.positions = [holding()]
    expect(await desk.look()).toEqual(FOLLOWED)
    Object.assign(desk.told, { positions: [], state: 'closed', holds: false })
    desk.told.payouts = [{ nativeId: MARKET, yesPays: price(ONE), isFinal: true }]
    await desk.look()
    expect(await desk.ledgerOf()).toMatchObject({ yesPaid: ONE })
    desk.asked.quotes.length = 0
    expect(await desk.look()).toEqual(NOTHING)
    expect(desk.asked.quotes).toEqual([[]])
  })
})

describe('a difference to the recorded fills', () => {
  const later = (minutes: number) => {
    desk.told.now += minutes * MINUTE
    desk.told.completeTo = desk.told.now
  }
  const since = async () => (await desk.report())?.markets[0]?.differsSince

  beforeEach(async () => {
    await desk.buy()
    desk.told.positions = [holding({ position: 14 * ONE })]
  })

  it('is confirmed for four minutes, reported once after two, and then as good as any position', async () => {
    expect(await desk.look()).toEqual({ holds: true, settling: true })
    expect([await since(), desk.warned]).toEqual([NOW, []])
    later(3)
    expect(await desk.look()).toEqual({ holds: true, settling: true })
    later(1)
    expect(await desk.look()).toEqual(FOLLOWED)
    expect(await since()).toBe(NOW)
    expect(desk.warned).toHaveLength(1)
  })

  it('does not begin before the exchange knows all fills, and survives newer fills', async () => {
    desk.told.completeTo = NOW - MINUTE
    await desk.look()
    expect(await since()).toBeNull()
    desk.told.completeTo = NOW
    await desk.look()
    await desk.buy({ fillId: 'f2', at: NOW + MINUTE })
    await desk.look()
    expect(await since()).toBe(NOW)
  })

  it('follows the exchange report while the past is read, and is not logged', async () => {
    desk.told.history = { before: NOW, cursor: null }
    await desk.look()
    later(5)
    expect(await desk.look()).toMatchObject({ settling: false })
    expect([await since(), desk.warned]).toEqual([0, []])
  })

  it('is not believed while it cannot be read, unless it was before', async () => {
    await desk.look()
    later(1)
    Object.assign(desk.told, { positions: [], unread: [{ nativeId: MARKET, reason: 'no number' }] })
    await desk.look()
    expect(await since()).toBeNull()
    Object.assign(desk.told, { positions: [holding({ position: 14 * ONE })], unread: [] })
    await desk.look()
    later(3)
    await desk.look()
    Object.assign(desk.told, { positions: [], unread: [{ nativeId: MARKET, reason: 'no number' }] })
    await desk.look()
    expect(await since()).toBe(NOW + MINUTE)
  })
})

it('a fill that may be reversed is confirmed by further polls', async () => {
  await desk.buy({ status: 'PROVISIONAL' })
  desk.told.positions = [holding()]
  expect(await desk.look()).toEqual({ holds: true, settling: true })
  await desk.buy()
  expect(await desk.look()).toEqual(FOLLOWED)
})

it('a position keeps its last mark if the exchange shows none', async () => {
  desk.told.positions = [holding()]
  await desk.look()
  desk.told.state = 'nothing'
  await desk.look()
  expect(await desk.report()).toMatchObject({ markets: [{ mark: price(500_000) }] })
})

it('a report of the exchange is stored if it is news', async () => {
  desk.told.positions = [holding()]
  await desk.look()
  desk.told.now += MINUTE
  await desk.look()
  expect(await desk.report()).toMatchObject({ at: NOW })
})

describe('a fill out of order', () => {
  beforeEach(async () => {
    await desk.buy()
    await desk.buy({ fillId: 'f0', at: NOW - 2 * MINUTE })
    desk.told.positions = [holding({ position: 20 * ONE })]
  })

  it('is counted anew', async () => {
    expect(await desk.ledgerOf()).toMatchObject({ rough: true })
    expect(await desk.look()).toEqual(FOLLOWED)
    expect(await desk.ledgerOf()).toMatchObject({ rough: false })
  })

  it('is confirmed while the index lags, or a fill comes in between', async () => {
    desk.told.lags = true
    expect(await desk.look()).toEqual({ holds: true, settling: true })
    desk.told.lags = false
    desk.told.meanwhile = () => desk.buy({ fillId: 'f2', at: NOW })
    expect(await desk.look()).toEqual({ holds: true, settling: true })
  })

  it('is counted anew in two hundred markets by one poll, and in the others by the next', async () => {
    const others = Array.from({ length: 200 }, (_, n) => `market ${n}`)
    for (const at of [NOW - MINUTE, NOW - 2 * MINUTE])
      await desk.buy(...others.map((nativeId) => ({ nativeId, fillId: `${nativeId} ${at}`, at })))
    desk.told.positions = [MARKET, ...others].map((nativeId) => holding({ nativeId, position: 20 * ONE }))
    expect(await desk.roughMarkets()).toBe(201)
    expect(await desk.look()).toEqual({ holds: true, settling: true })
    expect(await desk.roughMarkets()).toBe(1)
    expect(await desk.look()).toEqual(FOLLOWED)
    expect(await desk.roughMarkets()).toBe(0)
  })

  it('waits until the past is read, which comes out of order too', async () => {
    desk.told.history = { before: NOW, cursor: null }
    await desk.look()
    expect(await desk.ledgerOf()).toMatchObject({ rough: true })
  })
})

describe('a decided market', () => {
  const decide = (isFinal: boolean, yesPays = ONE, nativeId = MARKET): void => {
    desk.told.state = 'closed'
    desk.told.payouts = [{ nativeId, yesPays: price(yesPays), isFinal }]
  }
  const paid = async () => {
    const { yesPays, yesPaid } = (await desk.ledgerOf()) ?? {}
    return { yesPays, yesPaid }
  }
  const REDEEMABLE = { yesPays: ONE, yesPaid: null }

  describe('on EXCHANGE_B', () => {
    beforeEach(async () => {
      await desk.buy()
      desk.told.positions = [holding()]
    })

    it('is redeemable while the wallet holds winning tokens, and an hourly poll is enough', async () => {
      decide(true)
      await desk.look()
      expect([await paid(), desk.asked.holds]).toEqual([REDEEMABLE, []])
      const { version } = (await desk.ledgerOf()) ?? {}
      expect(await desk.look()).toEqual(NOTHING)
      expect(await desk.ledgerOf()).toMatchObject({ version })
    })

    it('waits with a reason, and is reported once, if its outcome is contradicted', async () => {
      desk.told.state = 'closed'
      desk.told.payouts = [{ nativeId: MARKET, yesPays: null, detail: 'two places differ' }]
      await desk.look()
      expect(await desk.look()).toEqual(FOLLOWED)
      expect([await paid(), desk.warned]).toEqual([
        { yesPays: null, yesPaid: null },
        [RECONCILE_LOG.outcomeContradicted],
      ])
      expect(await desk.report()).toMatchObject({ markets: [{ settlementDetail: 'two places differ' }] })
      decide(true)
      await desk.look()
      expect(await desk.report()).toMatchObject({ markets: [{ settlementDetail: null }] })
    })

    it('is paid once, though two polls find it at the same time', async () => {
      decide(true, 0)
      desk.told.meanwhile = async () => {
        desk.told.meanwhile = async () => undefined
        await desk.look()
      }
      await desk.look()
      expect(await desk.ledgerOf()).toMatchObject({ yesPaid: 0, version: 2 })
    })

    it('is polled as before while the exchange does not know all fills', async () => {
      decide(true)
      desk.told.completeTo = NOW - 2 * MINUTE
      await desk.look()
      expect(await desk.look()).toEqual(FOLLOWED)
    })

    it('is over if it pays nothing, but not while it may be disputed, or pairs are held', async () => {
      decide(false, 0)
      await desk.look()
      expect(await paid()).toEqual({ yesPays: 0, yesPaid: null })
      decide(true, 0)
      desk.told.positions = [holding({ pairs: qty(ONE) })]
      await desk.look()
      expect(await paid()).toEqual({ yesPays: 0, yesPaid: null })
      desk.told.positions = [holding()]
      await desk.look()
      expect(await paid()).toMatchObject({ yesPaid: 0 })
    })

    it('is paid if the exchange names nothing to redeem and the wallet holds nothing', async () => {
      decide(true)
      desk.told.positions = []
      await desk.look()
      expect([await paid(), desk.asked.holds]).toEqual([REDEEMABLE, [MARKET]])
      desk.told.holds = 'away'
      await desk.look()
      expect(await paid()).toEqual(REDEEMABLE)
      desk.told.holds = false
      desk.told.positions = [holding({ position: 0, pairs: qty(ONE) })]
      await desk.look()
      expect(await paid()).toEqual(REDEEMABLE)
      desk.told.positions = []
      desk.told.completeTo = NOW - 2 * MINUTE
      await desk.look()
      expect(await paid()).toEqual(REDEEMABLE)
      desk.told.completeTo = NOW
      await desk.look()
      expect(await paid()).toMatchObject({ yesPaid: ONE })
    })

    it('is found even if the exchange shows it no more', async () => {
      decide(true)
      desk.told.state = 'nothing'
      await desk.look()
      expect(await paid()).toEqual(REDEEMABLE)
    })
  })

  it('without a fill is redeemable too, and over if it pays nothing', async () => {
    desk.told.positions = [holding()]
    decide(true)
    expect(await desk.look()).toEqual(NOTHING)
    expect(await desk.report()).toMatchObject({ markets: [{ position: 10 * ONE, yesPays: ONE }] })
    decide(true, 0)
    await desk.look()
    expect(await desk.report()).toMatchObject({ markets: [] })
  })

  it('has wallets asked about ten markets a poll, and about others in the next poll', async () => {
    const markets = Array.from({ length: 25 }, (_, n) => `market ${n}`)
    for (const nativeId of markets) await desk.buy({ nativeId, fillId: nativeId })
    desk.told.state = 'closed'
    desk.told.payouts = markets.map((nativeId) => ({ nativeId, yesPays: price(ONE), isFinal: true }))
    for (let look = 1; look <= 25; look += 1) {
      await desk.look()
      expect(desk.asked.holds).toHaveLength(10 * look)
      desk.told.now += 1_000
    }
    expect(new Set(desk.asked.holds).size).toBe(25)
  })

  it('on EXCHANGE_A is paid after the outcome is final', async () => {
    desk = await openDesk('EXCHANGE_A')
    await desk.buy()
    desk.told.positions = [holding()]
    decide(false)
    expect(await desk.look()).toEqual(FOLLOWED)
    expect(await paid()).toEqual(REDEEMABLE)
    decide(true)
    expect(await desk.look()).toEqual(NOTHING)
    expect(await paid()).toMatchObject({ yesPaid: ONE })
  })

  it('without a fill is followed on EXCHANGE_A until the outcome is final', async () => {
    desk = await openDesk('EXCHANGE_A')
    desk.told.positions = [holding()]
    decide(false)
    expect(await desk.look()).toEqual(FOLLOWED)
    decide(true)
    expect(await desk.look()).toEqual(NOTHING)
  })
})
