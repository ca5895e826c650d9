/** How many requests a second the service answers, each beside its floor: the same calls of the table made by a bare loop. */

import { v7 } from 'uuid'
import * as v from 'valibot'
import { apiKeyStore } from '#adapters/store/accounts/api-keys.ts'
import type { Table } from '#adapters/store/engine/table.ts'
import { DAY, MINUTE } from '#domain/kernel/time.ts'
import { operatorKey } from '../../operator-key.ts'
import { rounded, textTable } from '../text-table.ts'
import type { AgedService } from './age-service.ts'
import { Placed } from './measure-acceptance.ts'
import { type Floor, measureFloor } from './measure-floor.ts'
import { CONNECTIONS, measureRequests, type Throughput } from './measure-requests.ts'
import type { BenchRequest } from './run-service.ts'
import { seedHistory } from './seed-history.ts'
import { takingOrder } from './taking-order.ts'

export interface MeasuredRequest extends Throughput {
  readonly floor: Floor
}

/** Every load lasts so many `seconds`, and its floor is measured right after it. */
export const measureService = async (
  { service, history }: AgedService,
  seconds: number,
  progress: (text: string) => void,
): Promise<readonly MeasuredRequest[]> => {
  const order = await takingOrder(service)
  const requests: MeasuredRequest[] = []
  const load = async (what: string, lambda: string, request: BenchRequest) => {
    progress(`requests: ${what}`)
    const recorded = await service.recordTableCalls(lambda, request)
    const measured = await measureRequests(service, what, request, seconds)
    requests.push({ ...measured, floor: await measureFloor(service.table.endpoint, recorded, seconds) })
  }

  const { svc_order_id: orderId } = v.parse(Placed, await service.call('POST', '/v1/orders', order))
  await load('GET /v1/orders/{order_id}', 'get-order', { method: 'GET', path: `/v1/orders/${orderId}` })
  const apiKey = await youngUser(service.openTable(() => undefined))
  await load('GET /v1/orders, 100 stored', 'list-orders', { method: 'GET', path: '/v1/orders', apiKey })
  const stored = `${history.toLocaleString('en')} stored`
  await load(`GET /v1/orders, ${stored}`, 'list-orders', { method: 'GET', path: '/v1/orders' })
  await load('POST /v1/orders', 'place-order', { method: 'POST', path: '/v1/orders', body: order })
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

export const requestsText = (requests: readonly MeasuredRequest[]): string =>
  textTable(
    [`${CONNECTIONS} connections`, 'requests/s', 'p50 ms', 'p99 ms', 'table calls', 'floor/s', '× floor'],
    requests.map(({ what, perSecond, p50, p99, floor }) => [
      what,
      perSecond.toFixed(0),
      p50.toFixed(0),
      p99.toFixed(0),
      String(floor.calls),
      floor.perSecond.toFixed(0),
      rounded(floor.perSecond / perSecond),
    ]),
  )
