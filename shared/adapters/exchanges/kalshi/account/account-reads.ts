/** Reads of an account: its orders, its fills, and the time up to which they are complete. */

import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import type { OrderReport } from '#domain/orders/send/order-report.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { OnSkip } from '../../or-skip.ts'
import type { Client } from '../http/client.ts'
import { WireFreshness, WireOneOrder, type WireOrder } from '../http/wire.ts'
import { toMillis, unreadable } from '../http/wire-values.ts'
import { fillLists } from './fill-lists.ts'
import { orderLists } from './order-lists.ts'
import { ownRows } from './own-rows.ts'
import { portfolioReads } from './portfolio-reads.ts'
import { toOrderReport } from './to-reports.ts'

/** Longest time by which a read is behind a write: only after it does "not there" prove anything. */
const READS_LAG = MINUTE

export const accountReads = (
  api: Client,
  clock: Clock,
  onSkip: OnSkip,
): Pick<Exchange, 'lookUp' | 'order' | 'openOrders' | 'fillsSince' | 'fillsBefore' | 'positions' | 'balances'> => {
  const own = ownRows(api)
  const orders = orderLists(api, clock, own)

  /**
   * Returns the time up to which orders and fills are complete. The time is read before the lists, so that it holds for
   * them.
   */
  const freshness = async (account: ExchangeAccount, signal: AbortSignal): Promise<Millis> => {
    const call = { path: '/exchange/user_data_timestamp', cost: 10 }
    return toMillis('as_of_time', (await api.read(account, call, WireFreshness, signal)).as_of_time)
  }

  return {
    ...portfolioReads(api, clock),
    ...fillLists(api, clock, own, freshness),

    lookUp: async (account, { nativeId: ticker, attempt }, signal) => {
      const fresh = await freshness(account, signal)
      const isIt = (candidate: OrderReport): boolean => candidate.identity === attempt.identity
      // There is no look-up by client_order_id: all orders of the market since the first send (section 6.1).
      const query = { ticker, min_ts: Math.floor((attempt.firstSentAt - MINUTE) / 1_000) }
      const live = (await orders.read(account, { path: '/portfolio/orders', query }, signal)).find(isIt)
      if (live !== undefined) return { kind: 'found', order: live }
      const old = await orders.findArchived(account, { ticker, since: attempt.firstSentAt }, isIt, signal)
      if (old !== null) return { kind: 'found', order: old }
      return fresh >= attempt.lastSentAt + READS_LAG ? { kind: 'absent', watchMs: 0 } : { kind: 'not_seen' }
    },

    order: async (account, { exchangeOrderId: id, nativeId: ticker, since }, signal) => {
      const path = `/portfolio/orders/${encodeURIComponent(id)}`
      const one = await api.find(account, { path, cost: 2 }, WireOneOrder, signal)
      if (one !== null) return { report: reportOf(one.order, id) }
      const isIt = ({ exchangeOrderId }: OrderReport): boolean => exchangeOrderId === id
      // An order that filled immediately was missing by its id for a long time (Kalshi live reference, section 1.6).
      const query = { ticker, min_ts: Math.floor(since / 1_000) }
      const listed = await orders.read(account, { path: '/portfolio/orders', query, isLast: isIt }, signal)
      const report = listed.find(isIt) ?? (await orders.findArchived(account, { ticker, since }, isIt, signal))
      return { report }
    },

    // An unreadable order of ours is read again by its id.
    openOrders: (account, signal) =>
      orders.read(account, { path: '/portfolio/orders', query: { status: 'resting' }, onSkip }, signal),
  }
}

/** Answers have been seen to describe another order (reference, section 14, point 8): only the requested one is believed. */
const reportOf = (wire: WireOrder, id: string): OrderReport => {
  if (wire.order_id !== id) throw unreadable('another order than the one it was asked for')
  return toOrderReport(wire)
}
