/**
 * Takes exits off the book that rest for more than is still held, because some of it was sold otherwise. What they serve places
 * them again, for what is held. Left alone they would open the opposite position.
 */

import type { AccountSync } from '#domain/accounts/account-sync.ts'
import { isNotificationDue } from '#domain/baskets/followers.ts'
import { isBasketOrder } from '#domain/baskets/placed-order.ts'
import { traitsOf } from '#domain/exchanges/traits-of.ts'
import { LINKED_EXIT } from '#domain/orders/dependents/exit-order.ts'
import type { Order } from '#domain/orders/order.ts'
import { filledOf } from '#domain/orders/order.ts'
import { entryIdOf, isExitOrder } from '#domain/orders/origin.ts'
import { requestCancel } from '#domain/orders/transitions.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'
import type { AccountSources } from '../../accounts/account-sources.ts'
import { changeOrder } from '../../orders/change-order.ts'
import { isUnread } from '../../portfolio/is-unread.ts'
import { type EnqueueDeps, enqueueCancel } from '../../work/enqueue.ts'
import { CONTINGENT_LOG } from '../log-messages.ts'

export interface CapRestingExitsDeps extends EnqueueDeps {
  readonly orders: OrderStore
  readonly positions: Pick<PositionStore, 'get'>
  readonly clock: Clock
}

/** `live` may lag, so orders are read again. Both the stored fills and the exchange must show that too little is held. */
export const capRestingExits = async (
  deps: CapRestingExitsDeps,
  sources: AccountSources,
  state: AccountSync,
  live: readonly Order[],
): Promise<void> => {
  // While the history is being read, not all fills are stored.
  if (traitsOf(state.exchange).restingOrdersOnlyClose || state.history !== null) return
  const sides = Map.groupBy(live.filter(rests), ({ svcId, buyFlag }) => `${svcId} ${buyFlag}`)
  for (const side of sides.values()) await capSide(deps, sources, state, side)
}

const capSide = async (
  deps: CapRestingExitsDeps,
  { exchange, exchangeAccount, signal }: AccountSources,
  { subaccountId }: AccountSync,
  side: readonly Order[],
): Promise<void> => {
  const [{ svcId, nativeId, buyFlag } = { svcId: 0, nativeId: '', buyFlag: false }] = side
  const closable = (position: number): number => Math.max(0, buyFlag ? -position : position)
  // The ledger is read first: a fill in between then counts as filled, not as missing.
  const ledger = await deps.positions.get(subaccountId, exchange.name, svcId)
  const ids = side.map(({ orderId }) => orderId)
  const exits = (await ordersOf(deps, ids)).filter(rests)
  const offered = exits.reduce((sum, one) => sum + one.qty - filledOf(one), 0)
  if (ledger === null || offered <= closable(ledger.held.position)) return
  const entries = await entriesOf(deps, exits)
  if ([...entries, ...exits].some((one) => one.tradedQty + one.reversedQty < one.exchangeFilledQty)) return
  // Their contingency groups are about to hear what has changed, and shrink them. An earlier version told the same in other words.
  if (entries.some((one) => one.notifyDueAt !== null && isNotificationDue(one))) return
  const told = await exchange.positions(exchangeAccount, signal)
  // The look at the account has told of that.
  if (isUnread(told, nativeId)) return
  const reported = told.positions.find((one) => one.nativeId === nativeId)?.position ?? 0
  if (offered <= closable(reported)) return
  deps.log.info(CONTINGENT_LOG.exitsExceedPosition, { subaccountId, svcId, offered, held: closable(reported) })
  for (const exit of exits) {
    const asked = await changeOrder(deps.orders, exit, (now) => requestCancel(now, LINKED_EXIT, deps.clock()))
    if (asked !== null) await enqueueCancel(deps, asked)
  }
}

/** The orders whose positions these exit. */
const entriesOf = (deps: CapRestingExitsDeps, exits: readonly Order[]): Promise<readonly Order[]> =>
  ordersOf(deps, [...new Set(exits.flatMap((one) => entryIdOf(one) ?? []))])

const ordersOf = async ({ orders }: CapRestingExitsDeps, ids: readonly string[]): Promise<readonly Order[]> =>
  (await orders.findMany(ids)).filter((one) => !isBasketOrder(one))

const rests = (order: Order): boolean =>
  isExitOrder(order) && order.exchangeState === 'live' && order.cancelRequestedAt === null
