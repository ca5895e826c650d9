/** The figures of the service under load: requests a second, lists of a long history, and the way to the exchange. */

import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import * as v from 'valibot'
import { apiKeyStore } from '#adapters/store/accounts/api-keys.ts'
import type { Table } from '#adapters/store/engine/table.ts'
import { STRETCH } from '#adapters/store/history/tallies.ts'
import { newSecret } from '#domain/accounts/api-key-secret.ts'
import { DAY, MINUTE } from '#domain/kernel/time.ts'
import { type Acceptance, measureAcceptance, Placed } from './measure-acceptance.ts'
import { type ListCase, type ListCost, measureLists } from './measure-lists.ts'
import { measureRequests, type Throughput } from './measure-requests.ts'
import { type MeasuredService, pickMarket } from './run-service.ts'
import { seedHistory, tallyHistory } from './seed-history.ts'

export interface ServiceFigures {
  readonly requests: readonly Throughput[]
  readonly lists: readonly ListCost[]
  /** The first of them when the history has no tally yet. */
  readonly untallied: ListCost | null
  readonly acceptance: Acceptance
}

export interface Effort {
  /** Per load. */
  readonly seconds: number
  readonly history: number
  readonly acceptances: number
}

/** A service whose first user has a long history. */
export interface AgedService {
  readonly service: MeasuredService
  readonly history: number
  readonly cases: readonly ListCase[]
  readonly untallied: ListCost | null
}

/** Stores the history of the first user. */
export const ageService = async (service: MeasuredService, history: number): Promise<AgedService> => {
  const table = service.openTable(() => undefined)
  const now = Date.now()
  // Subaccounts without an account at the exchange: nothing in the service ever looks at these orders but its lists.
  const subaccountId = v7()
  const past = {
    userId: service.userId,
    subaccountIds: [subaccountId, v7(), v7()],
    svcIds: [7, ...Array.from({ length: 19 }, (_, i) => i + 100)],
  } as const
  const older = history - STRETCH
  await seedHistory(table, { ...past, orders: older, from: now - 100 * DAY, until: now - DAY })
  // As in life, where the newest thousand orders or so have no tally yet.
  await seedHistory(table, { ...past, orders: STRETCH, from: now - DAY, until: now - MINUTE })
  const cases = casesOf(7, subaccountId, history)
  const [untallied = null] = await measureLists(service, cases.slice(0, 1), 3)
  await tallyHistory(table, service.userId, now - DAY + MINUTE, older)
  return { service, history, cases, untallied }
}

export const measureService = async (
  { service, history, cases, untallied }: AgedService,
  effort: Effort,
  progress: (text: string) => void,
): Promise<ServiceFigures> => {
  const { svcId, ticker } = await pickMarket(service)
  await service.control('/control/book', { market: ticker, bids: [], asks: [[0.1, 1_000_000]] })
  const taking = { subaccount_id: service.subaccountId, svc_id: svcId, buy_flag: true, qty: 1, time_in_force: 'IOC' }
  const order = { ...taking, price: 0.1 }
  const requests: Throughput[] = []
  const load = async (what: string, request: Parameters<typeof measureRequests>[2]) => {
    progress(`requests: ${what}`)
    requests.push(await measureRequests(service, what, request, effort.seconds))
  }

  progress('lists')
  const lists = await measureLists(service, cases, 5)
  const { svc_order_id: orderId } = v.parse(Placed, await service.call('POST', '/v1/orders', order))
  await load('GET /v1/orders/{order_id}', { method: 'GET', path: `/v1/orders/${orderId}` })
  const apiKey = await youngUser(service.openTable(() => undefined))
  await load('GET /v1/orders, 100 stored', { method: 'GET', path: '/v1/orders', apiKey })
  await load(`GET /v1/orders, ${history.toLocaleString('en')} stored`, { method: 'GET', path: '/v1/orders' })
  progress(`acceptance: ${effort.acceptances} orders, ${PER_SECOND} a second`)
  const acceptance = await measureAcceptance(service, order, effort.acceptances, PER_SECOND)
  // Last: it leaves more orders behind than the exchange's rate limit lets through in minutes.
  await load('POST /v1/orders', { method: 'POST', path: '/v1/orders', body: order })
  return { requests: [...requests.slice(-1), ...requests.slice(0, -1)], lists, untallied, acceptance }
}

/** Below the ten a second that the Basic tier of the exchange takes (Kalshi reference, section 4). */
const PER_SECOND = 8

/** The key of a second user, with a hundred orders. */
const youngUser = async (table: Table): Promise<string> => {
  const now = Date.now()
  const userId = v7()
  const keyId = v7()
  const { text, hash } = newSecret(keyId, randomBytes)
  const key = {
    keyId,
    userId,
    name: 'bench',
    scope: 'read',
    secretHash: hash,
    insertedAt: now,
    revokedAt: null,
  } as const
  await apiKeyStore(table).create(key)
  const past = { userId, subaccountIds: [v7()], svcIds: [7], orders: 100 } as const
  await seedHistory(table, { ...past, from: now - DAY, until: now - MINUTE })
  return text
}

const casesOf = (svcId: number, subaccountId: string, history: number): readonly ListCase[] => [
  { what: 'no filter', filter: {} },
  { what: '`status=EXECUTED`', filter: { status: 'EXECUTED' } },
  { what: '`status=REJECTED`', filter: { status: 'REJECTED' } },
  { what: '`status=EXPIRED` (rare)', filter: { status: 'EXPIRED' } },
  { what: '`svc_id`', filter: { svcId } },
  { what: '`subaccount_id`', filter: { subaccountId } },
  { what: '`buy_flag`', filter: { buyFlag: true } },
  { what: '`order_type`', filter: { orderType: 'MARKET' } },
  { what: '`exchange_name`', filter: { exchange: 'EXCHANGE_B' } },
  { what: '`custom_asset_id` (none)', filter: { customAssetId: subaccountId } },
  { what: 'four filters', filter: { status: 'CANCELLED', svcId, subaccountId, buyFlag: false } },
  { what: '`offset` in the middle', filter: {}, offset: Math.floor(history / 2) },
]
