/** Lists of an account's orders: the live one, and the archive (Kalshi reference, sections 5.5 and 6.6). */

import type { Millis } from '#domain/kernel/time.ts'
import type { OrderReport } from '#domain/orders/send/order-report.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { fieldsOf, textOf } from '../../http/error-words.ts'
import type { OnSkip } from '../../or-skip.ts'
import { readEach } from '../../read-each.ts'
import { allPages } from '../http/all-pages.ts'
import type { Client } from '../http/client.ts'
import { WireOrder, WireOrderPage } from '../http/wire.ts'
import { unreadable } from '../http/wire-values.ts'
import { LIVE_WINDOW } from './live-window.ts'
import type { OwnRows } from './own-rows.ts'
import { toOrderReport } from './to-reports.ts'

interface OrdersRead {
  readonly path: '/portfolio/orders' | '/historical/orders'
  readonly query: Readonly<Record<string, string | number>>
  /** Returns true for an order after whose page no other is read. */
  readonly isLast?: (order: OrderReport) => boolean
  /** Called for each unreadable row, which is left out. Without it such a row is refused: it may be the order that is looked for. */
  readonly onSkip?: OnSkip
}

export interface OrderLists {
  /** Reads the account's own orders. Throws `ExchangeUnavailable`. */
  read(account: ExchangeAccount, list: OrdersRead, signal: AbortSignal): Promise<readonly OrderReport[]>
  /** Finds an order that ended long ago by its market; null if it is younger or not there. Throws `ExchangeUnavailable`. */
  findArchived(
    account: ExchangeAccount,
    { ticker, since }: { readonly ticker: string; readonly since: Millis },
    isIt: (order: OrderReport) => boolean,
    signal: AbortSignal,
  ): Promise<OrderReport | null>
}

export const orderLists = (api: Client, clock: Clock, own: OwnRows): OrderLists => {
  const read: OrderLists['read'] = (account, { path, query, isLast = () => false, onSkip = refuseOrder }, signal) => {
    const readPage = async (cursor: string | undefined) => {
      const call = { path, query: { ...query, limit: 1_000, cursor }, cost: 10 }
      const page = await api.read(account, call, WireOrderPage, signal)
      const rows = readEach(page.orders ?? [], WireOrder, orderIdIn, onSkip, (wire) => [
        { subaccount_number: wire.subaccount_number, order: toOrderReport(wire) },
      ])
      return { rows: (await own(account, rows, signal)).map(({ order }) => order), cursor: page.cursor }
    }
    return allPages(path, readPage, (orders) => orders.some(isLast))
  }

  return {
    read,
    findArchived: async (account, { ticker, since }, isIt, signal) => {
      if (clock() - since <= LIVE_WINDOW) return null
      const archive = { path: '/historical/orders', query: { ticker }, isLast: isIt } as const
      return (await read(account, archive, signal)).find(isIt) ?? null
    },
  }
}

const orderIdIn = (row: unknown): string => textOf(fieldsOf(row)['order_id'])

const refuseOrder: OnSkip = (id, reason) => {
  throw unreadable(`an order that makes no sense (${id}): ${reason}`)
}
