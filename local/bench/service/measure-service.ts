/** How many requests a second the service answers. */

import { v7 } from 'uuid'
import * as v from 'valibot'
import { apiKeyStore } from '#adapters/store/accounts/api-keys.ts'
import type { Table } from '#adapters/store/engine/table.ts'
import { DAY, MINUTE } from '#domain/kernel/time.ts'
import { operatorKey } from '../../operator-key.ts'
import { textTable } from '../text-table.ts'
import type { AgedService } from './age-service.ts'
import { Placed } from './measure-acceptance.ts'
import { CONNECTIONS, measureRequests, type Throughput } from './measure-requests.ts'
import type { BenchRequest } from './run-service.ts'
import { seedHistory } from './seed-history.ts'
import { takingOrder } from './taking-order.ts'

/** Every load lasts so many `seconds`. */
export const measureService = async (
  { service, history }: AgedService,
  seconds: number,
  progress: (text: string) => void,
): Promise<readonly Throughput[]> => {
  const order = await takingOrder(service)
  const requests: Throughput[] = []
  const load = async (what: string, request: BenchRequest) => {
    progress(`requests: ${what}`)
    requests.push(await measureRequests(service, what, request, seconds))
  }

  const { svc_order_id: orderId } = v.parse(Placed, await service.call('POST', '/v1/orders', order))
  await load('GET /v1/orders/{order_id}', { method: 'GET', path: `/v1/orders/${orderId}` })
  const apiKey = await youngUser(service.openTable(() => undefined))
  await load('GET /v1/orders, 100 stored', { method: 'GET', path: '/v1/orders', apiKey })
  const stored = `${history.toLocaleString('en')} stored`
  await load(`GET /v1/orders, ${stored}`, { method: 'GET', path: '/v1/orders' })
  await load('POST /v1/orders', { method: 'POST', path: '/v1/orders', body: order })
  return [...requests.slice(-1), ...requests.slice(0, -1)]
}

/** The key of a second user, with a hundred orders. */
const youngUser = async (table: Table): Promise<string> => {
  const now = Date.now()
  const userId = v7()
  const text = await operatorKey(apiKeyStore(table), { userId, name: 'bench', scope: 'read' })
  const past = { userId, subaccountIds: [v7()], svcIds: [7], orders: 100 } as const
  await seedHistory(table, { ...past, from: now - DAY, until: now - MINUTE })
  return text
}

export const requestsText = (requests: readonly Throughput[]): string =>
  textTable(
    [`${CONNECTIONS} connections`, 'requests/s', 'p50 ms', 'p99 ms'],
    requests.map(({ what, perSecond, p50, p99 }) => [what, perSecond.toFixed(0), p50.toFixed(0), p99.toFixed(0)]),
  )
