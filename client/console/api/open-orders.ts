/** Every order that is not at its end, newest first. */

import { type Answer, ask } from './ask.ts'
import { api } from './client.ts'
import type { ExchangeName, Order } from './types.ts'

/** How many orders of one status are read. */
export const OPEN_OF_A_STATUS = 200

/** In the order in which an order goes through them. */
const OPEN = ['PENDING_SUBMISSION', 'PROCESSING', 'RESTING', 'PARTIALLY_FILLED'] as const

interface Filter {
  readonly subaccount_id?: string
  readonly svc_id?: number
  readonly custom_asset_id?: string
  readonly exchange_name?: ExchangeName
  readonly include_legs?: boolean
}

/**
 * At most so many of each status. They are read one after the other: an order that moves on meanwhile is met again in a later one, and
 * would be in none of them if they were read side by side.
 */
export const readOpenOrders = async (
  filter: Filter,
  statuses: readonly (typeof OPEN)[number][] = OPEN,
): Promise<Answer<readonly Order[]>> => {
  const byId = new Map<string, Order>()
  for (const status of statuses) {
    const answer = await ask(
      api.GET('/v1/orders', { params: { query: { ...filter, status: [status], limit: OPEN_OF_A_STATUS } } }),
    )
    if (!answer.ok) return answer
    for (const order of answer.data.orders) byId.set(order.svc_order_id, order)
  }
  return { ok: true, data: [...byId.values()].sort((a, b) => (a.created_at < b.created_at ? 1 : -1)) }
}
