/**
 * Finds markets that closed while orders with conditionals are on their books, or protect stops wait for a position there, and ends these.
 * No other part would find them in time: the price watch knows armed stops only, and an exchange may leave orders on the book of a closed
 * market.
 */

import { accountName } from '#domain/accounts/account-ref.ts'
import { isConditional } from '#domain/contingent/complex-order.ts'
import type { Conditional } from '#domain/contingent/conditional.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { keepNewest } from '#domain/kernel/keep-newest.ts'
import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'
import { entryIdOf } from '#domain/orders/origin.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { StateSources } from '../../orders/cancel/cancel-paused.ts'
import { enqueueClose } from '../../work/enqueue.ts'
import type { CancelComplexOrderDeps } from './cancel-complex-order.ts'
import { endStops } from './end-market.ts'

export interface EndWaitingDeps extends CancelComplexOrderDeps {
  readonly complexOrders: Pick<ComplexOrderStore, 'get' | 'getAll' | 'save'>
  /** Time of the last request for each account, in this process. */
  readonly requestedAt: Map<string, Millis>
}

/** Interval between two requests for an account, in ms: a waiting order ends at most 90 s after the close. */
const ASK_EVERY = MINUTE / 2

/** Maximum number of remembered accounts. A forgotten account costs one call. */
const KEPT = 10_000

export interface WaitingAccount {
  readonly subaccountId: string
  readonly exchange: ExchangeName
  /** Its orders that may still change. */
  readonly live: readonly Order[]
  /** Reads the ids of its protect stops that have not ended. */
  readonly protects: () => Promise<readonly string[]>
}

/** Throws `ExchangeUnavailable`. */
export const endWaiting = async (
  deps: EndWaitingDeps,
  { exchange, exchangeAccount, signal }: StateSources,
  account: WaitingAccount,
): Promise<void> => {
  const name = accountName(account)
  const now = deps.clock()
  if (now - (deps.requestedAt.get(name) ?? 0) < ASK_EVERY) return
  keepNewest(deps.requestedAt, name, now, KEPT)
  const followed = account.live.filter((order) => order.exchangeState === 'live' && headOf(order) !== null)
  const protects = await waitingProtects(deps, account)
  const waiting = [...followed, ...protects.map(({ target }) => target)]
  if (waiting.length === 0) return
  const markets = [...new Set(waiting.map(({ nativeId }) => nativeId))]
  const states = await exchange.marketStates(markets, signal, exchangeAccount)
  const over = new Set(states.filter(({ state }) => state === 'closed').map(({ nativeId }) => nativeId))
  const heads = new Set(followed.filter(({ nativeId }) => over.has(nativeId)).map(headOf))
  for (const orderId of heads)
    if (orderId !== null) await enqueueClose(deps, { orderId, subaccountId: account.subaccountId })
  const ended = protects.filter(({ target }) => over.has(target.nativeId))
  await endStops(
    deps,
    ended.map(({ complexOrderId }) => complexOrderId),
  )
}

interface WaitingProtect {
  readonly complexOrderId: string
  readonly target: { readonly nativeId: string }
}

/** Reads the protect stops that wait for a position. Stops with a position are armed, so the price watch ends them. */
const waitingProtects = async (
  { complexOrders }: Pick<EndWaitingDeps, 'complexOrders'>,
  { protects }: WaitingAccount,
): Promise<readonly WaitingProtect[]> => {
  const ids = await protects()
  if (ids.length === 0) return []
  const stops = (await complexOrders.getAll(ids, { skipUnreadable: true })).filter(isConditional)
  return stops.filter(({ status }) => status === 'PENDING').flatMap(onMarket)
}

const onMarket = ({ complexOrderId, target }: Conditional): readonly WaitingProtect[] =>
  target.kind === 'market' ? [{ complexOrderId, target }] : []

/** The order that heads the contingency group; null for an order without one. */
const headOf = (order: Order): string | null =>
  entryIdOf(order) ?? (order.complexOrderIds.length > 0 ? order.orderId : null)
