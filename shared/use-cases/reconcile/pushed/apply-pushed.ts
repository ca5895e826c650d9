/**
 * Merges pushed orders and trades of an account into our orders, and requests the polls that prove them. Uncertain ones
 * are left to those polls.
 */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import { traitsOf } from '#domain/exchanges/traits-of.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OrderReport } from '#domain/orders/send/order-report.ts'
import { applyStatusReport } from '#domain/orders/transitions/apply-status-report.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { FillReport } from '#ports/exchanges/exchange-reports.ts'
import type { AccountUpdate } from '#ports/work/queues.ts'
import { type ActivateAccountDeps, activateAccount } from '../../accounts/activate-account.ts'
import { ifReadable, UNREADABLE } from '../../kernel/if-readable.ts'
import { recordFills } from '../../orders/change-order.ts'
import { exchangeIdsOf } from '../../orders/order-ref.ts'
import { isKnown } from '../matching/is-known.ts'
import { toFill } from '../matching/to-fill.ts'
import { type PushedTrade, type ShrinkAtOnceDeps, shrinkAtOnce } from './shrink-at-once.ts'

export interface ApplyPushedDeps extends ActivateAccountDeps, ShrinkAtOnceDeps {
  readonly exchanges: (name: ExchangeName) => Pick<Exchange, 'orderIdOf'>
}

interface Update {
  readonly fills: FillReport[]
  report: OrderReport | null
}

/**
 * The same update may come many times, late, and beside a poll: fills are a set, and reports only add. The account is always activated,
 * so its polls come soon, until the reads of the exchange show the pushed changes.
 */
export const applyPushed = async (
  deps: ApplyPushedDeps,
  account: AccountRef,
  { fills, orders }: AccountUpdate,
): Promise<void> => {
  const byOrder = new Map<string, Update>()
  const trades: PushedTrade[] = []
  const ofOrder = async (exchangeOrderId: string, identity: string | null): Promise<Update | null> => {
    const orderId = await orderIdOf(deps, account.exchange, exchangeOrderId, identity)
    if (orderId === null) return null
    const update = byOrder.get(orderId) ?? { fills: [], report: null }
    byOrder.set(orderId, update)
    return update
  }
  for (const { identity, ...fill } of fills) {
    const update = await ofOrder(fill.exchangeOrderId, identity)
    update?.fills.push(fill)
    if (update === null && namesItsOwner(account, identity)) trades.push({ orderId: null, fill })
  }
  for (const report of orders) {
    const update = await ofOrder(report.exchangeOrderId, report.identity)
    if (update !== null) update.report = report
  }
  for (const [orderId, update] of byOrder) {
    const merged = await ifReadable(deps.log, { ...account, orderId }, () => merge(deps, account, orderId, update))
    // The identity of an order that was made elsewhere may look like one of ours.
    if (merged !== UNREADABLE) trades.push(...update.fills.map((fill) => ({ orderId: merged ? orderId : null, fill })))
  }
  await activateAccount(deps, account)
  await shrinkAtOnce(deps, account, trades)
}

/**
 * True if the trade is certainly external. An exchange that shows our identity may leave it out of a message, and the
 * index of live orders lags. In that case a poll finds the owner.
 */
const namesItsOwner = ({ exchange }: AccountRef, identity: string | null): boolean =>
  identity !== null || !traitsOf(exchange).showsIdentity

/** Null for an order that was not made through us. */
const orderIdOf = async (
  { orders, exchanges }: ApplyPushedDeps,
  exchange: ExchangeName,
  exchangeOrderId: string,
  identity: string | null,
): Promise<string | null> =>
  identity === null ? orders.ownerOf(exchange, exchangeOrderId) : exchanges(exchange).orderIdOf(identity)

/** False if the account has no such order. */
const merge = async (deps: ApplyPushedDeps, account: AccountRef, orderId: string, update: Update): Promise<boolean> => {
  const order = await deps.orders.get(orderId)
  if (order === null || !isOf(order, account)) return false
  if (!takesUpdate(order, account)) return true
  const names = new Set(exchangeIdsOf(order))
  const fills = update.fills
    .filter(({ exchangeOrderId }) => names.has(exchangeOrderId))
    .map((fill) => toFill(order, fill))
  const report = update.report?.exchangeOrderId === order.exchangeOrderId ? update.report : null
  if (fills.length === 0 && report === null) return true
  const now = deps.clock()
  const change = (current: Order): Order =>
    report === null || !takesUpdate(current, account) || isKnown(current, report)
      ? current
      : applyStatusReport(current, report, now)
  await recordFills(deps.orders, orderId, fills, change, now)
  return true
}

/** An order whose answer is still awaited is left alone: an update that overtakes the answer would show it as resting. */
const takesUpdate = (order: Order, account: AccountRef): boolean => isOf(order, account) && order.sendState === 'acked'

const isOf = ({ subaccountId, exchange }: Order, account: AccountRef): boolean =>
  subaccountId === account.subaccountId && exchange === account.exchange
