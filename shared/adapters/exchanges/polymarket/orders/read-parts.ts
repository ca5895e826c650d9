/** Reads single orders of ours by their id, or else by their trades. */

import { add, type Qty, qty, sumOf } from '#domain/kernel/numbers.ts'
import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import { tradeRows } from '../account/account-pages.ts'
import { toOrderReport } from '../account/to-order-report.ts'
import type { Session } from '../http/session.ts'
import { WireOneOrder, type WireTrade } from '../http/wire.ts'
import { toShares, unreadable } from '../http/wire-amounts.ts'
import type { PartChildObservations } from './part-observations.ts'

/**
 * `missing`: the exchange does not show the order. Sources disagree on whether it shows ended orders (Polymarket
 * reference, section 4.2). A traded quantity proves that the order existed; `gone`, that it is not still on its way
 * into the reads.
 */
export type PartState =
  | { readonly kind: 'found'; readonly state: 'live' | 'ended'; readonly filled: Qty }
  | { readonly kind: 'missing'; readonly gone: boolean; readonly filled: Qty }

/** Throws `ExchangeUnavailable`. */
export const readParts = async (
  session: Session,
  seen: PartChildObservations,
  order: { readonly hashes: readonly string[]; readonly nativeId: string; readonly since: Millis },
): Promise<readonly PartState[]> => {
  const rows = await Promise.all(
    order.hashes.map((hash) => {
      const path = `/data/order/${encodeURIComponent(hash)}`
      return session.find({ host: 'clob', area: 'ledger', path, emptyIsNull: true }, WireOneOrder)
    }),
  )
  const after = Math.floor((order.since - MINUTE) / 1_000)
  const { trades, unread } = rows.every((row) => row !== null)
    ? NO_TRADES
    : await tradeRows(session, { market: order.nativeId, after })
  // An unreadable trade may have filled the order: its state is unknown.
  const odd = unread.find(
    ({ exchangeOrderIds: ids }) => ids.length === 0 || order.hashes.some((hash) => ids.includes(hash)),
  )
  if (odd !== undefined) throw unreadable(`trade of the order that makes no sense at ${odd.reason}`)
  return order.hashes.map((hash, index): PartState => {
    const row = rows[index] ?? null
    if (row === null) return { kind: 'missing', gone: seen.missed(hash), filled: tradedBy(hash, trades) }
    if (!sameId(row.id, hash)) throw unreadable('order that is another one than was asked for')
    seen.seen(hash)
    const { state, filledQty } = toOrderReport(row)
    return { kind: 'found', state, filled: filledQty }
  })
}

const NO_TRADES = { trades: [], unread: [] }

/**
 * Returns the filled quantity of an order in the given trades, as taker or maker. A failed trade counts, as the
 * exchange counts it too.
 */
const tradedBy = (hash: string, trades: readonly WireTrade[]): Qty =>
  sumOf(trades, (trade) => {
    const taken = sameId(trade.taker_order_id, hash) ? toShares('trade size', trade.size) : qty(0)
    const made = (trade.maker_orders ?? []).filter((maker) => sameId(maker.order_id, hash))
    return add(
      taken,
      sumOf(made, (maker) => toShares('matched_amount', maker.matched_amount)),
    )
  })

const sameId = (theirs: string, ours: string): boolean => theirs.toLowerCase() === ours.toLowerCase()

/** Returns the ids of an order's parts, which its joined id contains. */
export const partIds = (exchangeOrderId: string): readonly string[] => exchangeOrderId.split('+')

/** Returns the sum of parts as a quantity, which is at most that of the order. */
export const totalOf = (parts: ReadonlyArray<{ readonly filled: Qty }>): Qty => sumOf(parts, ({ filled }) => filled)
