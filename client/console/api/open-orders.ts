/** Every order that is not at its end, newest first. */

import { type Answer, ask } from './ask.ts'
import { api } from './client.ts'
import type { Order } from './types.ts'

const OPEN = ['RESTING', 'PARTIALLY_FILLED', 'PROCESSING', 'PENDING_SUBMISSION'] as const

interface Filter {
  readonly subaccount_id?: string
  readonly svc_id?: number
  readonly custom_asset_id?: string
}

/** At most 200 of each status. */
export const readOpenOrders = async (filter: Filter): Promise<Answer<readonly Order[]>> => {
  const answers = await Promise.all(
    OPEN.map((status) => ask(api.GET('/v1/orders', { params: { query: { ...filter, status, limit: 200 } } }))),
  )
  const orders: Order[] = []
  for (const answer of answers) {
    if (!answer.ok) return answer
    orders.push(...answer.data.orders)
  }
  // An order that moved between the reads is in two of them.
  const byId = new Map(orders.map((order) => [order.svc_order_id, order]))
  return { ok: true, data: [...byId.values()].sort((a, b) => (a.created_at < b.created_at ? 1 : -1)) }
}
