/** What showing a portfolio of 10,000 fills takes: its time over HTTP, and its read units through the stores' own code. */

import { v7 } from 'uuid'
import * as v from 'valibot'
import { apiKeyStore } from '#adapters/store/accounts/api-keys.ts'
import { subaccountStore } from '#adapters/store/accounts/subaccounts.ts'
import type { Table } from '#adapters/store/engine/table.ts'
import { fillStore } from '#adapters/store/portfolio/fills.ts'
import { positionStore } from '#adapters/store/portfolio/positions.ts'
import { newSubaccount } from '#domain/accounts/subaccount.ts'
import { money, price, qty } from '#domain/kernel/numbers.ts'
import { DAY, MINUTE } from '#domain/kernel/time.ts'
import type { ForeignFill } from '#ports/portfolio/portfolio-store.ts'
import { operatorKey } from '../../operator-key.ts'
import { seededRandom } from '../../simulators/engine/world/seeded-random.ts'
import { quantile } from '../quantile.ts'
import type { MeasuredService } from '../service/run-service.ts'
import { textTable } from '../text-table.ts'

export interface PortfolioCost {
  readonly what: string
  readonly p50: number
  readonly p99: number
  readonly readUnits: number
}

export interface PortfolioFigures {
  readonly fills: number
  readonly markets: number
  readonly costs: readonly PortfolioCost[]
}

/** `calls` of each list, one after the other. */
export const measurePortfolio = async (
  service: MeasuredService,
  fills: number,
  calls: number,
): Promise<PortfolioFigures> => {
  let readUnits = 0
  const table = service.openTable((units) => {
    readUnits += units
  })
  const { markets, apiKey, subaccountId } = await seedPortfolio(service, fills)
  const svcId = markets[0]?.svc_id ?? 0
  const later = new Date(Date.now() - 50 * DAY)
  const page = { limit: 100, offset: 0 }
  const list = (filter: Parameters<ReturnType<typeof fillStore>['list']>[1], more: Partial<typeof page> = {}) =>
    fillStore(table).list([subaccountId], filter, { ...page, ...more })
  const cases: ReadonlyArray<readonly [what: string, path: string, read: () => Promise<unknown>]> = [
    ['`GET /v1/positions`', '/v1/positions', () => positionStore(table).ofSubaccount(subaccountId)],
    ['`GET /v1/fills`', '/v1/fills', () => list({})],
    ['`GET /v1/fills?limit=1000`', '/v1/fills?limit=1000', () => list({}, { limit: 1_000 })],
    ['`GET /v1/fills`, `offset` in the middle', `/v1/fills?offset=${fills / 2}`, () => list({}, { offset: fills / 2 })],
    ['`GET /v1/fills`, one instrument', `/v1/fills?svc_id=${svcId}`, () => list({ svcId })],
    [
      '`GET /v1/fills`, older than 50 days',
      `/v1/fills?end_time=${later.toISOString()}`,
      () => list({ until: later.getTime() }),
    ],
  ]
  const costs: PortfolioCost[] = []
  for (const [what, path, read] of cases) {
    const times: number[] = []
    for (let call = -WARM_UP; call < calls; call += 1) {
      const began = performance.now()
      const reply = await fetch(`${service.baseUrl}${path}`, { headers: { 'x-api-key': apiKey } })
      await reply.arrayBuffer()
      if (reply.status !== 200) throw new Error(`${path}: ${reply.status}`)
      if (call >= 0) times.push(performance.now() - began)
    }
    readUnits = 0
    await read()
    costs.push({ what, p50: quantile(times, 0.5), p99: quantile(times, 0.99), readUnits })
  }
  return { fills, markets: markets.length, costs }
}

/** Calls that are made first and not counted. */
const WARM_UP = 20

/** A user of their own, whose subaccount traded in every market the exchange offers first. */
const seedPortfolio = async (service: MeasuredService, fills: number) => {
  const table = service.openTable(() => undefined)
  const path = '/v1/markets/search?exchange_name=EXCHANGE_A&limit=200'
  const { results: markets } = v.parse(Found, await service.call('GET', path))
  const [userId, subaccountId] = [v7(), v7()]
  const now = Date.now()
  const apiKey = await operatorKey(apiKeyStore(table), { userId, name: 'bench', scope: 'read' })
  const whose = { subaccountId, userId, name: 'bench', description: null }
  await subaccountStore(table).create(newSubaccount({ ...whose, insertedAt: now, hasWebhooks: false }))
  const random = seededRandom(`${fills} fills`)
  const made = Array.from({ length: fills }, (_, n): ForeignFill => {
    const market = markets[n % markets.length] ?? { svc_id: 0, ticker: '' }
    const id = v7({ msecs: now - 100 * DAY + n })
    return {
      fillId: id,
      orderId: null,
      subaccountId,
      svcId: market.svc_id,
      nativeId: market.ticker,
      exchange: 'EXCHANGE_A',
      exchangeOrderId: id,
      exchangeTradeId: id,
      exchangeAt: now - 100 * DAY + Math.floor(((100 * DAY - MINUTE) * n) / fills),
      price: price(random.whole(5, 95) * 10_000),
      qty: qty(random.whole(1, 50) * 1_000_000),
      fee: money(17_000),
      buyFlag: random() < 0.6,
      isMaker: false,
      status: 'FINAL',
    }
  })
  await fillStore(table).recordForeign(made, now)
  await tellWorth(table, subaccountId, now)
  return { markets, apiKey, subaccountId }
}

/** What a poll stores: the exchange's word on every position, and what it is worth. */
const tellWorth = async (table: Table, subaccountId: string, now: number): Promise<void> => {
  const { ledgers } = await positionStore(table).ofSubaccount(subaccountId)
  const markets = ledgers.map(({ svcId, nativeId, held }, n) => ({
    svcId,
    nativeId,
    position: held.position,
    cost: money(Math.abs(held.position) / 2),
    mark: price((5 + (n % 90)) * 10_000),
    closed: false,
    differsSince: null,
    pairs: qty(0),
    yesPays: null,
  }))
  await positionStore(table).saveReport(
    { subaccountId, exchange: 'EXCHANGE_A', at: now, completeTo: now, markets },
    null,
  )
}

const Found = v.object({ results: v.array(v.object({ svc_id: v.number(), ticker: v.string() })) })

export const portfolioText = ({ fills, markets, costs }: PortfolioFigures): string => {
  const rows = textTable(
    [`${fills.toLocaleString('en')} fills in ${markets} markets`, 'p50 ms', 'p99 ms', 'read units'],
    costs.map(({ what, p50, p99, readUnits }) => [what, p50.toFixed(0), p99.toFixed(0), String(readUnits)]),
  )
  return rows
}
