/** The figures of the service under load: requests a second, lists of a long history, and the way to the exchange. */

import * as v from 'valibot'
import { STRETCH } from '#adapters/store/tallies.ts'
import { DAY, MINUTE } from '#domain/time.ts'
import { type Acceptance, measureAcceptance, Placed } from './measure-acceptance.ts'
import { type ListCase, type ListCost, measureLists } from './measure-lists.ts'
import { measureRequests, type Throughput } from './measure-requests.ts'
import { type MeasuredService, pickMarket } from './run-service.ts'
import { seedHistory, tallyHistory } from './seed-history.ts'

export interface ServiceFigures {
  readonly requests: readonly Throughput[]
  /** Of the long history before it has any tally, and with those it has in life. */
  readonly untallied: readonly ListCost[]
  readonly tallied: readonly ListCost[]
  readonly acceptance: Acceptance
}

export interface Effort {
  /** Per load. */
  readonly seconds: number
  readonly history: number
  readonly acceptances: number
}

export const measureService = async (
  service: MeasuredService,
  effort: Effort,
  progress: (text: string) => void,
): Promise<ServiceFigures> => {
  const { svcId, ticker } = await pickMarket(service)
  await service.control('/control/book', { market: ticker, bids: [], asks: [[0.1, 1_000_000]] })
  const order = {
    subaccount_id: service.subaccountId,
    svc_id: svcId,
    buy_flag: true,
    qty: 1,
    price: 0.1,
    time_in_force: 'IOC',
  }
  const { svc_order_id: orderId } = v.parse(Placed, await service.call('POST', '/v1/orders', order))
  const table = service.openTable(() => undefined)
  const now = Date.now()
  // Subaccounts without an account at the exchange: nothing in the service ever looks at these orders but its lists.
  const subaccountId = crypto.randomUUID()
  const subaccountIds = [subaccountId, crypto.randomUUID(), crypto.randomUUID()] as const
  const svcIds = [7, ...Array.from({ length: 19 }, (_, i) => i + 100)] as const
  const past = { userId: service.userId, subaccountIds, svcIds }

  const requests: Throughput[] = []
  const load = async (what: string, request: Parameters<typeof measureRequests>[2]) => {
    progress(`requests: ${what}`)
    requests.push(await measureRequests(service, what, request, effort.seconds))
  }
  await seedHistory(table, { ...past, orders: 99, from: now - 200 * DAY, until: now - 199 * DAY })
  await load('GET /v1/orders/{order_id}', { method: 'GET', path: `/v1/orders/${orderId}` })
  await load('GET /v1/orders, 100 stored', { method: 'GET', path: '/v1/orders' })

  progress(`lists: storing ${effort.history} orders`)
  // As in life, where the newest thousand orders or so have no tally yet.
  await seedHistory(table, {
    ...past,
    orders: effort.history - STRETCH - 99,
    from: now - 100 * DAY,
    until: now - DAY,
  })
  await seedHistory(table, { ...past, orders: STRETCH - 1, from: now - DAY, until: now - MINUTE })
  const cases = casesOf(7, subaccountId, effort.history)
  progress('lists: without tallies')
  const untallied = await measureLists(service, cases, 1)
  progress('lists: with tallies')
  await tallyHistory(table, service.userId, now - DAY + MINUTE, effort.history)
  const tallied = await measureLists(service, cases, 5)
  await load(`GET /v1/orders, ${effort.history.toLocaleString('en')} stored`, { method: 'GET', path: '/v1/orders' })

  progress(`acceptance: ${effort.acceptances} orders, ${PER_SECOND} a second`)
  const acceptance = await measureAcceptance(service, order, effort.acceptances, PER_SECOND)
  // Last: it leaves more orders behind than the exchange's rate limit lets through in minutes.
  await load('POST /v1/orders', { method: 'POST', path: '/v1/orders', body: order })
  return { requests: [...requests.slice(-1), ...requests.slice(0, -1)], untallied, tallied, acceptance }
}

/** Below the ten a second that the Basic tier of the exchange takes (Kalshi reference, section 4). */
const PER_SECOND = 8

const casesOf = (svcId: number, subaccountId: string, history: number): readonly ListCase[] => [
  { what: 'no filter', filter: {} },
  { what: '`status=EXECUTED`', filter: { status: 'EXECUTED' } },
  { what: '`status=REJECTED`', filter: { status: 'REJECTED' } },
  { what: '`status=EXPIRED` (rare)', filter: { status: 'EXPIRED' } },
  { what: '`svc_id`', filter: { svcId } },
  { what: '`subaccount_id`', filter: { subaccountId } },
  { what: '`buy_flag`', filter: { buyFlag: true } },
  { what: '`custom_asset_id` (none)', filter: { customAssetId: subaccountId } },
  { what: 'four filters', filter: { status: 'CANCELLED', svcId, subaccountId, buyFlag: false } },
  { what: '`offset` in the middle', filter: {}, offset: Math.floor(history / 2) },
]
