/**
 * Cancels resting exits that offer more than the position, because a part was sold otherwise. Their conditional orders place them again for
 * the position. Left alone they would open the opposite position.
 */

import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import { isNotificationDue } from '#domain/baskets/dependents.ts'
import { isBasketOrder } from '#domain/baskets/placed-order.ts'
import { traitsOf } from '#domain/exchanges/traits-of.ts'
import { LINKED_EXIT } from '#domain/orders/dependents/exit-order.ts'
import type { Order } from '#domain/orders/order.ts'
import { filledOf } from '#domain/orders/order.ts'
import { entryIdOf, isExitOrder } from '#domain/orders/origin.ts'
import { requestCancel } from '#domain/orders/transitions/request-cancel.ts'
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

/** `live` may lag, so orders are read again. Both the stored fills and the exchange must show too small a position. */
export const capRestingExits = async (
  deps: CapRestingExitsDeps,
  sources: AccountSources,
  state: AccountSync,
  live: readonly Order[],
): Promise<void> => {
  // Not all fills are stored while the history is read.
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
  // The ledger is read first: a fill between the reads then counts as filled, not as missing.
  const ledger = await deps.positions.get(subaccountId, exchange.name, svcId)
  const ids = side.map(({ orderId }) => orderId)
  const exits = (await ordersOf(deps, ids)).filter(rests)
  const offered = exits.reduce((sum, one) => sum + one.qty - filledOf(one), 0)
  if (ledger === null || offered <= closable(ledger.held.position)) return
  const entries = await entriesOf(deps, exits)
  if ([...entries, ...exits].some((one) => one.tradedQty + one.reversedQty < one.exchangeFilledQty)) return
  // A notification of their contingency groups is due, which shrinks the exits. Earlier versions stored another text of the same state.
  if (entries.some((one) => one.notifyDueAt !== null && isNotificationDue(one))) return
  const report = await exchange.positions(exchangeAccount, signal)
  // The poll of the account has logged the unreadable position.
  if (isUnread(report, nativeId)) return
  const reported = report.positions.find((one) => one.nativeId === nativeId)?.position ?? 0
  if (offered <= closable(reported)) return
  deps.log.info(CONTINGENT_LOG.exitsExceedPosition, { subaccountId, svcId, offered, held: closable(reported) })
  for (const exit of exits) {
    const changed = await changeOrder(deps.orders, exit, (now) => requestCancel(now, LINKED_EXIT, deps.clock()))
    if (changed !== null) await enqueueCancel(deps, changed)
  }
}

/** Reads the entries of these exits. */
const entriesOf = (deps: CapRestingExitsDeps, exits: readonly Order[]): Promise<readonly Order[]> =>
  ordersOf(deps, [...new Set(exits.flatMap((one) => entryIdOf(one) ?? []))])

const ordersOf = async ({ orders }: CapRestingExitsDeps, ids: readonly string[]): Promise<readonly Order[]> =>
  (await orders.findMany(ids)).filter((one) => !isBasketOrder(one))

const rests = (order: Order): boolean =>
  isExitOrder(order) && order.exchangeState === 'live' && order.cancelRequestedAt === null
