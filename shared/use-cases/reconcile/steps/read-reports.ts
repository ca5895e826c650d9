/** Reads the trades since the cursor, the orders on the book and, if they are due, the positions of the account. */

import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import { readFrom } from '#domain/accounts/sync/poll.ts'
import { arePositionsDue } from '#domain/accounts/sync/positions-due.ts'
import { traitsOf } from '#domain/exchanges/traits-of.ts'
import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OrderReport } from '#domain/orders/send/order-report.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { FillReport, PositionsReading, UnreadTrade } from '#ports/exchanges/exchange-reports.ts'
import type { PollContext } from '../poll-context.ts'
import { recordedKey } from '../trades/recorded-fills.ts'

/** The reports of the exchange about the account. */
export interface Reports {
  /** Trades that this process has not recorded yet. */
  readonly fills: readonly FillReport[]
  readonly unread: readonly UnreadTrade[]
  readonly open: readonly OrderReport[]
  /** Up to when the list of trades is complete. */
  readonly asOf: Millis
  /** The positions, requested at `requestedAt`; null if they are not due. */
  readonly positions: Promise<PositionsReading> | null
  readonly requestedAt: Millis
}

/** Throws `ExchangeUnavailable` if the exchange does not answer about trades or orders. */
export const readReports = async ({ deps, sources, options, followed, state }: PollContext): Promise<Reports> => {
  const { exchange, exchangeAccount, signal } = sources
  const since = readSince(state, followed.live, exchange, deps.clock())
  // Side by side, because a poll mostly waits, and waiting is most of what it costs.
  const requestedAt = deps.clock()
  const positions = arePositionsDue(state, false, options.look, requestedAt)
    ? exchange.positions(exchangeAccount, signal)
    : null
  positions?.catch(() => undefined)
  const [{ fills: read, asOf, unread = [] }, open] = await Promise.all([
    exchange.fillsSince(exchangeAccount, since, signal),
    exchange.openOrders(exchangeAccount, signal),
  ])
  const fills = read.filter((fill) => !deps.recorded.has(recordedKey(state, fill)))
  return { fills, unread, open, asOf, positions, requestedAt }
}

/** Fills that may still be reversed are read again however old they are. */
const readSince = (state: AccountSync, live: readonly Order[], exchange: Exchange, now: Millis): Millis =>
  Math.min(
    readFrom(state, traitsOf(exchange.name).fillsOverlapMs, now),
    ...live.flatMap(({ provisional }) => (provisional === null ? [] : [provisional.since - MINUTE])),
  )
