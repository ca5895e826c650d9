/** Cancels orders that are to leave the book when their market pauses, if the exchange does not do so. */

import { traitsOf } from '#domain/exchanges/traits-of.ts'
import { keepNewest } from '#domain/kernel/keep-newest.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { type CancelOrderDeps, cancelOrder } from './cancel-order.ts'

export interface CancelPausedDeps extends CancelOrderDeps {
  /** When each account's markets were asked about last, by this process. */
  readonly pausesRequestedAt: Map<string, Millis>
}

/** How often an account with such orders is polled at least, and its markets are asked about: a pause is met within twice that. */
export const PAUSE_WATCH = 15 * SECOND

/** Accounts remembered at most; forgetting one costs a call. */
const KEPT = 10_000

/** True if this service has to take the order off the book when its market pauses. */
export const isOursToCancel = (order: Order): boolean =>
  order.cancelOnPause &&
  order.exchangeState === 'live' &&
  order.cancelRequestedAt === null &&
  !traitsOf(order.exchange).cancelsOnPause

/** The sources of market states for an account. */
export interface StateSources {
  readonly exchange: Pick<Exchange, 'marketStates'>
  readonly exchangeAccount: ExchangeAccount
  readonly signal: AbortSignal
}

/** `live` are the orders of the account from which something is still expected. Throws `ExchangeUnavailable`. */
export const cancelPaused = async (
  deps: CancelPausedDeps,
  { exchange, exchangeAccount, signal }: StateSources,
  account: string,
  live: readonly Order[],
): Promise<void> => {
  const watched = live.filter(isOursToCancel)
  const now = deps.clock()
  if (watched.length === 0 || now - (deps.pausesRequestedAt.get(account) ?? 0) < PAUSE_WATCH) return
  const markets = [...new Set(watched.map(({ nativeId }) => nativeId))]
  const states = await exchange.marketStates(markets, signal, exchangeAccount)
  const paused = new Set(states.filter(({ state }) => state === 'paused').map(({ nativeId }) => nativeId))
  for (const { userId, orderId, nativeId } of watched)
    if (paused.has(nativeId)) await cancelOrder(deps, userId, orderId, 'market_paused')
  keepNewest(deps.pausesRequestedAt, account, now, KEPT)
}
