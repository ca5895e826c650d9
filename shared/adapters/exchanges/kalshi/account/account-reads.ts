/** What the exchange says of an account: its orders, its fills, and how fresh that is. */

import { DAY, MINUTE, type Millis } from '#domain/kernel/time.ts'
import type { OrderReport } from '#domain/orders/send/order-report.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { FillReport, UnreadTrade } from '#ports/exchanges/exchange-reports.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { fieldsOf, textOf } from '../../http/error-words.ts'
import type { OnSkip } from '../../or-skip.ts'
import { readEach } from '../../read-each.ts'
import { allPages } from '../http/all-pages.ts'
import type { Client } from '../http/client.ts'
import { WireFill, WireFillPage, WireFreshness, WireOneOrder, WireOrder, WireOrderPage } from '../http/wire.ts'
import { toMillis, unreadable } from '../http/wire-values.ts'
import { ownRows } from './own-rows.ts'
import { portfolioReads } from './portfolio-reads.ts'
import { toFillReport, toOrderReport } from './to-reports.ts'

/** Which of the two lists of fills a cursor belongs to. */
const LIVE = 'L'
const ARCHIVE = 'A'

/** How long a read may lag behind a write before "not there" means anything. */
const READS_LAG = MINUTE
/** Ended orders and their fills leave the live lists after about two weeks (Kalshi reference, section 5.5); from here on both are read. */
const LIVE_WINDOW = 7 * DAY

export const accountReads = (
  api: Client,
  clock: Clock,
  onSkip: OnSkip,
): Pick<Exchange, 'lookUp' | 'order' | 'openOrders' | 'fillsSince' | 'fillsBefore' | 'positions' | 'balances'> => {
  const own = ownRows(api)

  /** Up to when orders and fills are complete. To be read before them: what it promises then holds for them. */
  const freshness = async (account: ExchangeAccount, signal: AbortSignal): Promise<Millis> => {
    const call = { path: '/exchange/user_data_timestamp', cost: 10 }
    return toMillis('as_of_time', (await api.read(account, call, WireFreshness, signal)).as_of_time)
  }

  const orders = async (
    account: ExchangeAccount,
    path: '/portfolio/orders' | '/historical/orders',
    query: Readonly<Record<string, string | number>>,
    signal: AbortSignal,
    isLast: (order: OrderReport) => boolean = () => false,
    onOdd: OnSkip = refuseOrder,
  ): Promise<readonly OrderReport[]> => {
    const read = async (cursor: string | undefined) => {
      const call = { path, query: { ...query, limit: 1_000, cursor }, cost: 10 }
      const page = await api.read(account, call, WireOrderPage, signal)
      const told = readEach(page.orders ?? [], WireOrder, idIn('order_id'), onOdd, (wire) => [
        { subaccount_number: wire.subaccount_number, order: toOrderReport(wire) },
      ])
      return { rows: (await own(account, told, signal)).map(({ order }) => order), cursor: page.cursor }
    }
    return allPages(path, read, (rows) => rows.some(isLast))
  }

  /** One that ended long ago, found by its market. */
  const archived = async (
    account: ExchangeAccount,
    { ticker, since }: { readonly ticker: string; readonly since: Millis },
    isIt: (order: OrderReport) => boolean,
    signal: AbortSignal,
  ): Promise<OrderReport | null> => {
    if (clock() - since <= LIVE_WINDOW) return null
    return (await orders(account, '/historical/orders', { ticker }, signal, isIt)).find(isIt) ?? null
  }

  /** The order of what makes no sense, which it may name, does not tell whose it is. */
  const fillPage = async (
    account: ExchangeAccount,
    path: '/portfolio/fills' | '/historical/fills',
    query: Readonly<Record<string, string | number | undefined>>,
    { readAt, unread }: FillReading,
    signal: AbortSignal,
  ) => {
    const page = await api.read(account, { path, query: { ...query, limit: 1_000 }, cost: 10 }, WireFillPage, signal)
    const onOdd = (tradeId: string, reason: string): void => void unread.push({ tradeId, exchangeOrderIds: [], reason })
    const told = readEach(page.fills ?? [], WireFill, idIn('fill_id'), onOdd, (wire) => [
      { subaccount_number: wire.subaccount_number, fill: toFillReport(wire, readAt) },
    ])
    return { rows: (await own(account, told, signal)).map(({ fill }) => fill), cursor: page.cursor }
  }

  const fillsIn = async (
    account: ExchangeAccount,
    path: '/portfolio/fills' | '/historical/fills',
    since: Millis,
    reading: FillReading,
    signal: AbortSignal,
  ): Promise<readonly FillReport[]> => {
    const read = (cursor: string | undefined) =>
      fillPage(account, path, { min_ts: Math.floor(since / 1_000), cursor }, reading, signal)
    // Newest first. The archive may not know `min_ts`, and holds years (Kalshi OpenAPI, `GetFillsHistorical`).
    return allPages(path, read, (rows) => rows.length > 0 && rows.every(({ at }) => at < since))
  }

  return {
    ...portfolioReads(api, clock),

    lookUp: async (account, { nativeId: ticker, attempt }, signal) => {
      const fresh = await freshness(account, signal)
      const isIt = (candidate: OrderReport): boolean => candidate.identity === attempt.identity
      // There is no look-up by client_order_id: all orders of the market since the first send (section 6.1).
      const since = { ticker, min_ts: Math.floor((attempt.firstSentAt - MINUTE) / 1_000) }
      const live = (await orders(account, '/portfolio/orders', since, signal)).find(isIt)
      if (live !== undefined) return { kind: 'found', order: live }
      const old = await archived(account, { ticker, since: attempt.firstSentAt }, isIt, signal)
      if (old !== null) return { kind: 'found', order: old }
      return fresh >= attempt.lastSentAt + READS_LAG ? { kind: 'absent', watchMs: 0 } : { kind: 'not_seen' }
    },

    order: async (account, { exchangeOrderId: id, nativeId: ticker, since }, signal) => {
      const path = `/portfolio/orders/${encodeURIComponent(id)}`
      const one = await api.find(account, { path, cost: 2 }, WireOneOrder, signal)
      if (one !== null) return { report: reportOf(one.order, id) }
      const isIt = ({ exchangeOrderId }: OrderReport): boolean => exchangeOrderId === id
      // Filled at once, it was seen to be missing by its id for long (Kalshi live reference, section 1.6).
      const named = { ticker, min_ts: Math.floor(since / 1_000) }
      const listed = (await orders(account, '/portfolio/orders', named, signal, isIt)).find(isIt)
      return { report: listed ?? (await archived(account, { ticker, since }, isIt, signal)) }
    },

    // One that makes no sense is asked for by its id, if it is ours.
    openOrders: (account, signal) =>
      orders(account, '/portfolio/orders', { status: 'resting' }, signal, undefined, onSkip),

    fillsSince: async (account, since, signal) => {
      const asOf = await freshness(account, signal)
      const unread: UnreadTrade[] = []
      const reading = { readAt: asOf, unread }
      const live = await fillsIn(account, '/portfolio/fills', since, reading, signal)
      if (clock() - since <= LIVE_WINDOW) return { fills: live, asOf, unread }
      // In this order, so that one that moves meanwhile is in both and not in neither.
      const old = await fillsIn(account, '/historical/fills', since, reading, signal)
      const known = new Set(live.map(({ fillId }) => fillId))
      return { fills: [...live, ...old.filter(({ fillId, at }) => at >= since && !known.has(fillId))], asOf, unread }
    },

    // First what is live, then the archive (section 5.5).
    fillsBefore: async (account, before, cursor, signal) => {
      const [part, rest = ''] = cursor === null ? [LIVE] : [cursor.slice(0, 1), cursor.slice(1)]
      const path = part === LIVE ? '/portfolio/fills' : '/historical/fills'
      // In whole seconds and inclusive: what is not before the instant is left out below.
      const query = { max_ts: Math.ceil(before / 1_000), cursor: rest || undefined }
      const unread: UnreadTrade[] = []
      const page = await fillPage(account, path, query, { readAt: before - 1, unread }, signal)
      const next = page.cursor ? `${part}${page.cursor}` : part === LIVE ? ARCHIVE : null
      return { fills: page.rows.filter(({ at }) => at < before), cursor: next, unread }
    },
  }
}

interface FillReading {
  readonly readAt: Millis
  /** What makes no sense is added here. */
  readonly unread: UnreadTrade[]
}

const idIn =
  (field: 'fill_id' | 'order_id') =>
  (row: unknown): string =>
    textOf(fieldsOf(row)[field])

/** It may be the very order that is looked for: left out, it would count as absent. */
const refuseOrder: OnSkip = (id, reason) => {
  throw unreadable(`an order that makes no sense (${id}): ${reason}`)
}

/** Answers have been seen to describe another order (reference, section 14, point 8): believed only of the one that was asked for. */
const reportOf = (wire: WireOrder, id: string): OrderReport => {
  if (wire.order_id !== id) throw unreadable('another order than the one it was asked for')
  return toOrderReport(wire)
}
