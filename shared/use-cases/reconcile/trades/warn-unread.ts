/** Trades of an account that cannot be read: none is passed over in silence, and none keeps the others waiting. */

import type { Order } from '#domain/orders/order.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { UnreadTrade } from '#ports/exchanges/exchange-reports.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import { RECONCILE_LOG } from '../log-messages.ts'

interface UnreadTradesDeps {
  readonly orders: Pick<OrderStore, 'ownerOf'>
  readonly log: Pick<Log, 'error'>
}

/**
 * Logs the trades. Returns true if one may be of our orders: then the cursor must not pass it. `live` is null for
 * trades before our time, which cannot be ours.
 */
export const warnUnread = async (
  deps: UnreadTradesDeps,
  exchange: Pick<Exchange, 'name'>,
  about: object,
  live: readonly Order[] | null,
  unread: readonly UnreadTrade[],
): Promise<boolean> => {
  const held = new Set(live?.flatMap(({ attempt }) => attempt?.exchangeOrderIds ?? []))
  let mayBeOurs = false
  for (const { tradeId, exchangeOrderIds, reason } of unread) {
    const owners = await Promise.all(
      exchangeOrderIds.map((id) => held.has(id) || deps.orders.ownerOf(exchange.name, id)),
    )
    const isOurs = live !== null && (exchangeOrderIds.length === 0 || owners.some(Boolean))
    mayBeOurs ||= isOurs
    const message = isOurs ? RECONCILE_LOG.ownTradeUnread : RECONCILE_LOG.externalTradeUnread
    deps.log.error(message, { ...about, trade: tradeId, error: reason })
  }
  return mayBeOurs
}
