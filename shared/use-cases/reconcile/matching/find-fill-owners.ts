/** Whose the fills of an account are. */

import { traitsOf } from '#domain/exchanges/traits-of.ts'
import { DAY, MINUTE } from '#domain/kernel/time.ts'
import { NO_CHILD_OBSERVATIONS } from '#domain/orders/fills/child-observations.ts'
import type { OrderReport } from '#domain/orders/send/order-report.ts'
import type { FillReport } from '#ports/exchanges/exchange-reports.ts'
import type { ReportSources } from '../positions/report-sources.ts'
import type { AccountLists } from './account-lists.ts'
import type { ReadLimit } from './read-limit.ts'

/**
 * An order of ours, with its report if it was read; an external order; or an order that the exchange does not show yet.
 */
type Owner = 'external' | 'not_shown' | { readonly orderId: string; readonly report: OrderReport | null }

/** The fills of one order. */
export interface OwnedFills {
  readonly owner: Owner
  readonly fills: readonly FillReport[]
}

/**
 * Groups the fills by order. The owner is a live order, the order of a stored fill, or an order that is read from the
 * exchange.
 */
export const findFillOwners = async (
  sources: ReportSources,
  lists: AccountLists,
  reads: ReadLimit,
): Promise<readonly OwnedFills[]> => {
  const stored = await storedOwners(sources, lists)
  const owned: OwnedFills[] = []
  for (const [exchangeOrderId, fills] of Map.groupBy(lists.fills, (fill) => fill.exchangeOrderId)) {
    const known = lists.liveById.get(exchangeOrderId)?.orderId ?? stored.get(exchangeOrderId)
    const open = lists.onBook.get(exchangeOrderId) ?? null
    const owner =
      known === undefined
        ? await ownerOf(sources, lists, { exchangeOrderId, open, fills }, reads)
        : known === null
          ? 'external'
          : mine(known)
    owned.push({ owner, fills })
  }
  return owned
}

/**
 * Maps exchange order ids to our orders that are not live and have a stored fill: another process may have stored that
 * fill. Null for an external order.
 */
const storedOwners = async (
  { deps, subaccountId }: ReportSources,
  { liveById, fills }: AccountLists,
): Promise<ReadonlyMap<string, string | null>> => {
  const others = fills.filter(({ exchangeOrderId }) => !liveById.has(exchangeOrderId))
  if (others.length === 0) return new Map()
  const times = others.map(({ fillId, at }) => ({ fillId, exchangeAt: at }))
  const owners = await deps.fills.ownersOf(subaccountId, times)
  return new Map(
    others.flatMap(({ fillId, exchangeOrderId }) => {
      const owner = owners.get(fillId)
      return owner === undefined ? [] : [[exchangeOrderId, owner] as const]
    }),
  )
}

/** The trades of an unknown order. */
interface Unowned {
  readonly exchangeOrderId: string
  /** The order on the book, if it is there. */
  readonly open: OrderReport | null
  readonly fills: readonly FillReport[]
}

/**
 * Returns the owner of trades whose order is not live: by our claim on its id, or by the identity that the exchange
 * shows.
 */
const ownerOf = async (
  sources: ReportSources,
  lists: AccountLists,
  unowned: Unowned,
  reads: ReadLimit,
): Promise<Owner> => {
  const { deps, exchange } = sources
  if (traitsOf(exchange.name).showsIdentity) return ownerByIdentity(sources, lists, unowned, reads)
  const claimed = await deps.orders.ownerOf(exchange.name, unowned.exchangeOrderId)
  return claimed === null ? 'external' : mine(claimed)
}

/** The owner by the identity of the order, which is on the book or is read. */
const ownerByIdentity = async (
  { exchange, exchangeAccount, signal, now }: ReportSources,
  { live }: AccountLists,
  { exchangeOrderId, open, fills: [first] }: Unowned,
  reads: ReadLimit,
): Promise<Owner> => {
  const { nativeId, at } = first ?? { nativeId: '', at: 0 }
  // Fills name their order only by the exchange's id (Kalshi reference, section 7), so the order is read.
  const ref = { exchangeOrderId, nativeId, since: at - MINUTE, childObservations: NO_CHILD_OBSERVATIONS }
  const reading =
    open === null ? await reads.read(() => exchange.order(exchangeAccount, ref, signal)) : { report: open }
  if (reading === null) return 'not_shown'
  const { report } = reading
  if (report === null) {
    // Our own order, if its answer was lost.
    const mayBeOurs = live.some((order) => order.nativeId === nativeId && order.exchangeOrderId === null)
    return now - at > (mayBeOurs ? DAY : SHOWN_WITHIN) ? 'external' : 'not_shown'
  }
  const orderId = report.identity === null ? null : exchange.orderIdOf(report.identity)
  return orderId === null ? 'external' : mine(orderId, report)
}

/** The exchange shows orders some seconds late. An order that is not shown by then was not made through us. */
const SHOWN_WITHIN = 10 * MINUTE

const mine = (orderId: string, report: OrderReport | null = null): Owner => ({ orderId, report })
