/**
 * Finds markets that have closed while orders with conditionals are on the book there, and has what waits there ended. Nothing else
 * would find them in time: the price watch knows armed stops only, and an exchange may leave orders on the book of a closed market.
 */

import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'
import { entryIdOf } from '#domain/orders/origin.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { type EnqueueDeps, enqueueClose } from '../orders/enqueue.ts'

export interface EndWaitingDeps extends EnqueueDeps {
  readonly clock: Clock
  /** When each account's markets were asked about last, by this process. */
  readonly askedAt: Map<string, Millis>
}

/** How often the markets of an account are asked about: what waits ends 90 s after the close at the latest. */
const ASK_EVERY = MINUTE / 2

/** Accounts remembered at most; forgetting one costs a call. */
const KEPT = 10_000

/** `live` are the orders of the account from which something is still expected. Throws `ExchangeUnavailable`. */
export const endWaiting = async (
  deps: EndWaitingDeps,
  exchange: Pick<Exchange, 'marketStates'>,
  account: string,
  live: readonly Order[],
  signal: AbortSignal,
): Promise<void> => {
  const followed = live.filter((order) => order.exchangeState === 'live' && headOf(order) !== null)
  const now = deps.clock()
  if (followed.length === 0 || now - (deps.askedAt.get(account) ?? 0) < ASK_EVERY) return
  if (deps.askedAt.size >= KEPT) deps.askedAt.clear()
  deps.askedAt.set(account, now)
  const states = await exchange.marketStates([...new Set(followed.map(({ nativeId }) => nativeId))], signal)
  const over = new Set(states.filter(({ state }) => state === 'closed').map(({ nativeId }) => nativeId))
  const closed = followed.filter(({ nativeId }) => over.has(nativeId))
  const heads = new Map(closed.map((order) => [headOf(order), order.subaccountId]))
  for (const [orderId, subaccountId] of heads) if (orderId !== null) await enqueueClose(deps, { orderId, subaccountId })
}

/** The order that heads the contingency group; null for an order without one. */
const headOf = (order: Order): string | null =>
  entryIdOf(order) ?? (order.complexOrderIds.length > 0 ? order.orderId : null)
