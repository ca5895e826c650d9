/**
 * Ends what waits in a market that has closed while an order of its group is still on the book there. Nothing else would end it in
 * time: the price watch knows armed stops only, and an exchange may leave orders on the book of a closed market for long.
 */

import { isConditional } from '#domain/contingent/complex-order.ts'
import { MARKET_CLOSED } from '#domain/contingent/exits.ts'
import { isTerminal } from '#domain/contingent/status.ts'
import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'
import { entryIdOf } from '#domain/orders/origin.ts'
import type { Exchange } from '#ports/exchange.ts'
import type { Log } from '#ports/log.ts'
import { type CancelComplexOrderDeps, cancelComplexOrder } from './cancel-complex-order.ts'

export interface EndWaitingDeps extends CancelComplexOrderDeps {
  readonly log: Log
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
  exchange: Pick<Exchange, 'name' | 'marketStates'>,
  account: string,
  live: readonly Order[],
  signal: AbortSignal,
): Promise<void> => {
  const followed = live.filter((order) => order.exchangeState === 'live' && groupOf(order) !== null)
  const now = deps.clock()
  if (followed.length === 0 || now - (deps.askedAt.get(account) ?? 0) < ASK_EVERY) return
  if (deps.askedAt.size >= KEPT) deps.askedAt.clear()
  deps.askedAt.set(account, now)
  const states = await exchange.marketStates([...new Set(followed.map(({ nativeId }) => nativeId))], signal)
  const over = new Set(states.filter(({ state }) => state === 'closed').map(({ nativeId }) => nativeId))
  const groups = new Set(followed.filter(({ nativeId }) => over.has(nativeId)).map(groupOf))
  for (const entryId of groups) if (entryId !== null) await endGroup(deps, entryId)
}

/** The order that heads the contingency group; null for an order without one. */
const groupOf = (order: Order): string | null =>
  entryIdOf(order) ?? (order.complexOrderIds.length > 0 ? order.orderId : null)

const endGroup = async (deps: EndWaitingDeps, entryId: string): Promise<void> => {
  const entry = await deps.orders.find(entryId)
  // A custom asset may go on with its other members: the price watch decides.
  if (entry === null || entry.svcId === null) return
  const children = (await deps.complexOrders.getAll(entry.complexOrderIds)).filter(isConditional)
  for (const { complexOrderId, status } of children)
    if (!isTerminal(status)) await cancelComplexOrder(deps, entry.userId, complexOrderId, MARKET_CLOSED)
}
