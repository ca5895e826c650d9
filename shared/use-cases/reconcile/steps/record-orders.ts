/** Matches the reports with our orders, and stores the changed orders with their fills. */

import type { AccountSync } from '#domain/accounts/account-sync.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'
import { applyStatusReport, noteSightings } from '#domain/orders/transitions.ts'
import type { FillReport } from '#ports/exchanges/exchange-reports.ts'
import type { StoredTrade } from '../../contingent/track-position/closed-holding.ts'
import { ifReadable, UNREADABLE } from '../../kernel/if-readable.ts'
import { recordFills } from '../../orders/change-order.ts'
import { recordTogether } from '../../orders/record-together.ts'
import { isKnown } from '../is-known.ts'
import { matchAccountReport, type OrderNews } from '../match-account-report.ts'
import type { PollAccountDeps, PollContext } from '../poll-context.ts'
import { tellOfUnread } from '../tell-of-unread.ts'
import { toFill } from '../to-fill.ts'
import type { Reports } from './read-reports.ts'

export interface RecordedOrders {
  /** Trades of our orders that are stored. */
  readonly trades: readonly StoredTrade[]
  /** Trades of orders that were not made through us. */
  readonly foreign: readonly FillReport[]
  /** A trade could not be placed or read: the cursor must not pass it. */
  readonly unplaced: boolean
  /** Time until the next poll is to ask about orders of which this one has learned nothing, in ms; null: at its usual time. */
  readonly askAgainIn: Millis | null
}

/** Answers the stored trades, and the trades that no order of ours has made. */
export const recordOrders = async (
  { deps, sources, followed, state }: PollContext,
  { fills, unread, open }: Reports,
): Promise<RecordedOrders> => {
  const { subaccountId, exchange, poll } = state
  const account = { subaccountId, exchange }
  const asked = { deps, ...sources, subaccountId, now: deps.clock(), poll }
  const news = await matchAccountReport(asked, followed.live, fills, open)
  const foreign = [...news.foreign]
  const stored = await mergeTogether(deps, state, news.orders)
  const trades: StoredTrade[] = []
  let unplaced = (await tellOfUnread(deps, sources.exchange, account, followed.live, unread)) || news.unplaced
  for (const one of news.orders) {
    const { orderId, traded } = one
    const merged =
      stored.has(orderId) || (await ifReadable(deps.log, { ...account, orderId }, () => merge(deps, state, one)))
    // Its fills are read again until the row is repaired.
    if (merged === UNREADABLE) unplaced = true
    else if (merged) trades.push(...traded.map((fill) => ({ orderId, fill })))
    else foreign.push(...traded)
  }
  return { trades, foreign, unplaced, askAgainIn: news.askAgainIn }
}

/** Orders whose outcome is known, together if they traded in one market. Answers the stored ones: none if a row cannot be read. */
const mergeTogether = async (
  deps: PollAccountDeps,
  { subaccountId, exchange }: AccountSync,
  news: readonly OrderNews[],
): Promise<ReadonlySet<string>> => {
  const trades = news
    .filter(({ traded }) => traded.length > 0)
    .map((one) => ({
      orderId: one.orderId,
      fills: (order: Order) => one.traded.map((fill) => toFill(order, fill)),
      change: (order: Order) => withNews(deps, order, one),
    }))
  const stored = await ifReadable(deps.log, { subaccountId, exchange }, () =>
    recordTogether(deps.orders, subaccountId, trades, deps.clock()),
  )
  return stored === UNREADABLE ? new Set() : stored
}

const withNews = (deps: Pick<PollAccountDeps, 'clock'>, order: Order, { report, sightings }: OrderNews): Order => {
  const seen = noteSightings(order, sightings)
  return report === null || isKnown(order, report) ? seen : applyStatusReport(seen, report, deps.clock())
}

/** False for an identity that only looks like ours, or belongs to another subaccount: a trade made elsewhere, then. */
const merge = async (deps: PollAccountDeps, state: AccountSync, news: OrderNews): Promise<boolean> => {
  const order = await deps.orders.get(news.orderId)
  if (order === null || order.subaccountId !== state.subaccountId) return false
  const fills = news.traded.map((fill) => toFill(order, fill))
  await recordFills(deps.orders, news.orderId, fills, (now) => withNews(deps, now, news), deps.clock())
  return true
}
