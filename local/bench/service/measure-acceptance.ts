/** How long after its 202 an order was accepted by the exchange, by the clock of the exchange's own ledger. */

import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { quantile } from '../quantile.ts'
import type { MeasuredService } from './run-service.ts'
import { takingOrder } from './taking-order.ts'

export interface Acceptance {
  readonly orders: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

export const measureAcceptance = async (
  service: MeasuredService,
  orders: number,
  progress: (text: string) => void,
): Promise<Acceptance> => {
  const order = await takingOrder(service)
  progress(`acceptance: ${orders} orders, ${PER_SECOND} a second`)
  const answered = new Map<string, number>()
  const began = performance.now()
  const placing: Array<Promise<void>> = []
  for (let n = 0; n < orders; n++) {
    await wait(Math.max(0, began + (n * 1_000) / PER_SECOND - performance.now()))
    placing.push(
      service.call('POST', '/v1/orders', order).then((reply) => {
        answered.set(v.parse(Placed, reply).svc_order_id, Date.now())
      }),
    )
  }
  await Promise.all(placing)
  const accepted = await acceptances(service, answered)
  const delays = [...answered].map(([orderId, at]) => (accepted.get(orderId) ?? Number.NaN) - at)
  return { orders, perSecond: PER_SECOND, p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) }
}

/** Below the ten a second that the Basic tier of the exchange takes (Kalshi reference, section 4). */
const PER_SECOND = 8

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

export const acceptanceText = ({ orders, perSecond, p50, p99 }: Acceptance): string =>
  `${orders} orders at ${perSecond} a second, from the customer's 202 to the exchange's acceptance: p50 ${p50} ms, p99 ${p99} ms.`
