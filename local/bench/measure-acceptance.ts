/** How long after its 202 an order was accepted by the exchange, by the clock of the exchange's own ledger. */

import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { quantile } from './quantile.ts'
import type { MeasuredService } from './run-service.ts'

export interface Acceptance {
  readonly orders: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

export const measureAcceptance = async (
  service: MeasuredService,
  order: unknown,
  orders: number,
  perSecond: number,
): Promise<Acceptance> => {
  const answered = new Map<string, number>()
  const began = performance.now()
  const placing: Array<Promise<void>> = []
  for (let n = 0; n < orders; n++) {
    await wait(Math.max(0, began + (n * 1_000) / perSecond - performance.now()))
    placing.push(
      service.call('POST', '/v1/orders', order).then((reply) => {
        answered.set(v.parse(Placed, reply).svc_order_id, Date.now())
      }),
    )
  }
  await Promise.all(placing)
  const accepted = await acceptances(service, answered)
  const delays = [...answered].map(([orderId, at]) => (accepted.get(orderId) ?? Number.NaN) - at)
  return { orders, perSecond, p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) }
}

export const Placed = v.object({ svc_order_id: v.string() })

const Ledger = v.object({ submits: v.array(v.object({ identity: v.nullable(v.string()), at: v.number() })) })

/** When the exchange took each order; its first identity there is the order's id. */
const acceptances = async (
  service: MeasuredService,
  orders: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> => {
  for (let tries = 0; tries < 100; tries++) {
    const { submits } = v.parse(Ledger, await service.control('/control/ledger'))
    const at = new Map(submits.map((submit) => [submit.identity ?? '', submit.at]))
    if ([...orders.keys()].every((orderId) => at.has(orderId))) return at
    await wait(200)
  }
  throw new Error('not every order has reached the exchange after 20 s')
}
