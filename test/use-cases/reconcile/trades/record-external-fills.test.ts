/** Trades made elsewhere in a market that our catalogue does not have. */

import { afterEach, describe, expect, it } from 'vitest'
import { marketKey, positionKey } from '#adapters/store/engine/keys.ts'
import { marketStore } from '#adapters/store/markets/markets.ts'
import { fillStore } from '#adapters/store/portfolio/fills.ts'
import { money, ONE, price, qty } from '#domain/kernel/numbers.ts'
import { svcIdOf } from '#domain/markets/market.ts'
import type { FillReport } from '#ports/exchanges/exchange-reports.ts'
import { POLITICS } from '#simulators/test/kalshi/simulated.ts'
import { sampleMarket } from '#test/adapters/store/samples.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { memoryTable } from '#test/support/store.ts'
import { recordExternalFills } from '#use-cases/reconcile/trades/record-external-fills.ts'
import { anySignal, type Desk, openDesk } from '../../../adapters/kalshi/desk.ts'

let desk: Desk
afterEach(() => desk.simulated.close())

const ACCOUNT = { subaccountId: '019aa5a0-0000-7000-8000-00000000bbbb', exchange: 'EXCHANGE_A' } as const
const SVC_ID = svcIdOf('EXCHANGE_A', POLITICS)

const FILL: FillReport = {
  fillId: 'fill-1',
  tradeId: 'fill-1',
  exchangeOrderId: 'order-1',
  nativeId: POLITICS,
  at: 1_795_219_200_000,
  price: price(400_000),
  qty: qty(ONE),
  fee: money(0),
  buyFlag: true,
  isMaker: false,
  status: 'FINAL',
}

const record = async (warn: (message: string) => void = () => undefined) => {
  const { table } = await memoryTable()
  const deps = {
    fills: fillStore(table),
    markets: marketStore(table),
    log: { ...SILENT_LOG, warn },
  }
  await recordExternalFills(deps, ACCOUNT, desk.exchange, [FILL, FILL], FILL.at, anySignal())
  return deps
}

describe('a trade made elsewhere in an unknown market', () => {
  it('is stored, and its market is fetched', async () => {
    desk = await openDesk()
    const { fills, markets } = await record()
    expect(await fills.list([ACCOUNT.subaccountId], {}, { limit: 10, offset: 0 })).toHaveLength(1)
    expect(await markets.get(SVC_ID)).toMatchObject({ nativeId: POLITICS, status: 'active' })
    expect(await markets.getMany([SVC_ID, 7])).toHaveLength(1)
  })

  it('is stored even if the exchange does not report the market', async () => {
    desk = await openDesk()
    await desk.simulated.control('faults', { method: 'GET', path: '.', kind: 'status', status: 503, times: 99 })
    const warnings: string[] = []
    const { fills, markets } = await record((message) => warnings.push(message))
    expect(await fills.list([ACCOUNT.subaccountId], {}, { limit: 10, offset: 0 })).toMatchObject([
      { fill: { fillId: 'fill-1', svcId: SVC_ID, orderId: null } },
    ])
    expect(await markets.get(SVC_ID)).toBeNull()
    expect(warnings).toHaveLength(1)
  })
})

it('a defect is thrown, unlike a silence of the exchange, and the fill is stored', async () => {
  desk = await openDesk()
  const { table } = await memoryTable()
  const deps = { fills: fillStore(table), markets: marketStore(table), log: SILENT_LOG }
  const exchange = { name: 'EXCHANGE_A', marketsById: () => Promise.reject(new TypeError('a defect')) } as const
  const recorded = recordExternalFills(deps, ACCOUNT, exchange, [FILL], FILL.at, anySignal())
  await expect(recorded).rejects.toThrow('a defect')
  expect(await deps.fills.list([ACCOUNT.subaccountId], {}, { limit: 10, offset: 0 })).toHaveLength(1)
})

describe('beside a market of the catalogue that cannot be read', () => {
  it('trades made elsewhere are stored, and other markets are fetched', async () => {
    desk = await openDesk()
    const unreadable: string[] = []
    const { table } = await memoryTable({ onUnreadable: (key) => void unreadable.push(key) })
    const damaged = { ...FILL, fillId: 'fill-2', tradeId: 'fill-2', nativeId: 'KXDAMAGED' }
    // As a later version may have stored it.
    await table.putAll([{ ...marketKey(svcIdOf('EXCHANGE_A', damaged.nativeId)), st: 'asleep' }])
    const deps = {
      fills: fillStore(table),
      markets: marketStore(table),
      log: SILENT_LOG,
    }
    const left = await recordExternalFills(deps, ACCOUNT, desk.exchange, [damaged, FILL], FILL.at, anySignal())
    expect(left).toEqual(new Set())
    expect(await deps.fills.list([ACCOUNT.subaccountId], {}, { limit: 10, offset: 0 })).toHaveLength(2)
    expect(await deps.markets.get(SVC_ID)).toMatchObject({ nativeId: POLITICS })
    expect(unreadable).toHaveLength(1)
  })
})

describe('beside a position that cannot be read', () => {
  it('trades in its market are left, and all others are stored', async () => {
    desk = await openDesk()
    const { table } = await memoryTable()
    const damaged = { ...FILL, fillId: 'fill-2', tradeId: 'fill-2', nativeId: 'KXDAMAGED' }
    // As a later version may have stored it.
    const place = positionKey(ACCOUNT.subaccountId, 'EXCHANGE_A', svcIdOf('EXCHANGE_A', damaged.nativeId))
    await table.putAll([{ ...place, st: 'asleep' }])
    const reported: unknown[] = []
    const error = (_: string, about: unknown) => void reported.push(about)
    const fills = fillStore(table)
    const deps = { fills, markets: marketStore(table), log: { ...SILENT_LOG, error } }
    const left = await recordExternalFills(deps, ACCOUNT, desk.exchange, [damaged, FILL], FILL.at, anySignal())
    expect(left).toEqual(new Set(['fill-2']))
    expect(await fills.list([ACCOUNT.subaccountId], {}, { limit: 10, offset: 0 })).toMatchObject([
      { fill: { fillId: 'fill-1' } },
    ])
    expect(reported).toContainEqual(expect.objectContaining({ ...ACCOUNT, market: 'KXDAMAGED' }))
  })
})

describe('trades made elsewhere in markets that the catalogue has', () => {
  it('are stored together, and keep their markets there: the exchange is not asked for these', async () => {
    desk = await openDesk()
    const { table } = await memoryTable()
    const nativeIds = ['KXONE', 'KXTWO']
    const catalogue = new Map(nativeIds.map((nativeId) => [svcIdOf('EXCHANGE_A', nativeId), sampleMarket(nativeId)]))
    const markets = marketStore(table, { find: async (svcId) => catalogue.get(svcId) ?? null })
    const fills = fillStore(table)
    let stored = 0
    const deps = {
      fills: {
        recordExternal: (...given: Parameters<typeof fills.recordExternal>) => {
          stored += 1
          return fills.recordExternal(...given)
        },
      },
      markets,
      log: SILENT_LOG,
    }
    const exchange = { name: 'EXCHANGE_A', marketsById: async () => expect.fail('it was asked') } as const
    const reports = nativeIds.map((nativeId) => ({ ...FILL, nativeId, fillId: nativeId, tradeId: nativeId }))
    expect(await recordExternalFills(deps, ACCOUNT, exchange, reports, FILL.at, anySignal())).toEqual(new Set())
    expect(stored).toBe(1)
    // Rows of the table stay, whatever becomes of the catalogue.
    const rows = await marketStore(table).getMany([...catalogue.keys()])
    expect(rows.map(({ nativeId }) => nativeId).toSorted()).toEqual(nativeIds)
  })
})
