/** Matches the reports with our orders, and stores the changed orders with their fills. */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'
import { applyStatusReport } from '#domain/orders/transitions/apply-status-report.ts'
import { recordChildObservations } from '#domain/orders/transitions/attempt.ts'
import type { FillReport } from '#ports/exchanges/exchange-reports.ts'
import type { StoredTrade } from '../../contingent/track-position/closed-holding.ts'
import { ifReadable, UNREADABLE } from '../../kernel/if-readable.ts'
import { recordFills } from '../../orders/change-order.ts'
import { recordTogether } from '../../orders/record-together.ts'
import { isKnown } from '../matching/is-known.ts'
import { matchAccountReport } from '../matching/match-account-report.ts'
import type { OrderUpdate } from '../matching/order-updates.ts'
import { toFill } from '../matching/to-fill.ts'
import type { PollAccountDeps, PollContext } from '../poll-context.ts'
import { warnUnread } from '../trades/warn-unread.ts'
import type { Reports } from './read-reports.ts'

export interface RecordedOrders {
  /** Trades of our orders that are stored. */
  readonly trades: readonly StoredTrade[]
  /** Trades of orders that were not made through us. */
  readonly external: readonly FillReport[]
  /** A trade could not be placed or read: the cursor must not pass it. */
  readonly unplaced: boolean
  /** Time until the next poll is to ask about orders of which this one has learned nothing, in ms; null: at its usual time. */
  readonly pollAgainIn: Millis | null
}

/** Returns the stored trades, and the trades that no order of ours has made. */
export const recordOrders = async (
  { deps, account, sources, followed, state }: PollContext,
  { fills, unread, open }: Reports,
): Promise<RecordedOrders> => {
  const requested = { deps, ...sources, subaccountId: account.subaccountId, now: deps.clock(), poll: state.poll }
  const matched = await matchAccountReport(requested, followed.live, fills, open)
  const external = [...matched.external]
  const stored = await mergeTogether(deps, account, matched.orders)
  const trades: StoredTrade[] = []
  let unplaced = (await warnUnread(deps, sources.exchange, account, followed.live, unread)) || matched.unplaced
  for (const one of matched.orders) {
    const { orderId, traded } = one
    const merged =
      stored.has(orderId) || (await ifReadable(deps.log, { ...account, orderId }, () => merge(deps, account, one)))
    // Its fills are read again until the row is repaired.
    if (merged === UNREADABLE) unplaced = true
    else if (merged) trades.push(...traded.map((fill) => ({ orderId, fill })))
    else external.push(...traded)
  }
  return { trades, external, unplaced, pollAgainIn: matched.pollAgainIn }
}

/** Stores the orders that traded in one market together. Returns the ids of the stored orders; none if a row cannot be read. */
const mergeTogether = async (
  deps: PollAccountDeps,
  account: AccountRef,
  updates: readonly OrderUpdate[],
): Promise<ReadonlySet<string>> => {
  const trades = updates
    .filter(({ traded }) => traded.length > 0)
    .map((one) => ({
      orderId: one.orderId,
      fills: (order: Order) => one.traded.map((fill) => toFill(order, fill)),
      change: (order: Order) => withUpdates(deps, order, one),
    }))
  const stored = await ifReadable(deps.log, { ...account }, () =>
    recordTogether(deps.orders, account.subaccountId, trades, deps.clock()),
  )
  return stored === UNREADABLE ? new Set() : stored
}

const withUpdates = (
  deps: Pick<PollAccountDeps, 'clock'>,
  order: Order,
  { report, childObservations }: OrderUpdate,
): Order => {
  const seen = recordChildObservations(order, childObservations)
  return report === null || isKnown(order, report) ? seen : applyStatusReport(seen, report, deps.clock())
}

/** False for an identity that only looks like ours, or belongs to another subaccount: a trade made elsewhere, then. */
const merge = async (deps: PollAccountDeps, { subaccountId }: AccountRef, update: OrderUpdate): Promise<boolean> => {
  const order = await deps.orders.get(update.orderId)
  if (order === null || order.subaccountId !== subaccountId) return false
  const fills = update.traded.map((fill) => toFill(order, fill))
  await recordFills(deps.orders, update.orderId, fills, (now) => withUpdates(deps, now, update), deps.clock())
  return true
}
