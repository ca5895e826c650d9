/**
 * Marks the objects of a user with webhooks, so that their changes become events; or removes the marks. The mark is in
 * rows that every change reads anyway, so that a user without webhooks pays nothing.
 */

import type { Subaccount } from '#domain/accounts/subaccount.ts'
import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import { WAITING_STATUSES } from '#domain/complex-orders/status.ts'
import { type ComplexOrder, isConditional } from '#domain/contingent/complex-order.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { knownOrder } from '#domain/webhooks/known-order.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import { liveOrders } from '../accounts/quotas/live-orders.ts'
import { changeSubaccount } from '../accounts/subaccounts/change-subaccount.ts'
import type { KeepSubaccountsDeps } from '../accounts/subaccounts/manage-subaccounts.ts'
import { mapConcurrent } from '../kernel/map-concurrent.ts'
import { changeStored } from '../kernel/retry-on-conflict.ts'
import { changePlacedOrder } from '../orders/change-order.ts'

export interface MarkSubscribersDeps extends KeepSubaccountsDeps {
  readonly orders: OrderStore
  readonly complexOrders: ComplexOrderStore
}

const CHANGES_AT_ONCE = 8

/** Far more than anyone has waiting at a time. */
const MOST = 100_000

/**
 * Longest time for which an accepted order may be stored without a mark, because its request had read that there is no
 * recording. Only objects that ended by the second pass are published again.
 */
const ON_ITS_WAY_FOR = 10 * SECOND

/** Marks subaccounts first, which mark new objects; then objects that are not final. */
export const markSubscribers = async (
  deps: MarkSubscribersDeps,
  userId: string,
  hasWebhooks: boolean,
): Promise<void> => {
  const subaccounts = await markedSubaccounts(deps, userId, hasWebhooks)
  await markEach(deps, await liveOf(deps, subaccounts), (order) =>
    markedOrder(order, hasWebhooks ? knownOrder(order) : null),
  )
  await markEachComplex(deps, await armedOf(deps, userId), (order) =>
    markedComplexOrder(order, hasWebhooks ? { knows: order.status, incomplete: isIncomplete(order) } : null),
  )
}

/**
 * Marks objects that were accepted while recording began, and that no list showed yet. Their present state becomes an
 * event, even if they have ended.
 */
export const markMissed = async (deps: MarkSubscribersDeps, userId: string, begunAt: Millis): Promise<void> => {
  const subaccounts = await markedSubaccounts(deps, userId, true)
  const young = { createdFrom: begunAt - ON_ITS_WAY_FOR }
  const { orders } = await deps.orders.list(userId, { ...young, includeLegs: true }, WHOLE)
  await markEach(deps, [...(await liveOf(deps, subaccounts)), ...orders], (order) =>
    markedOrder(order, { knows: null }),
  )
  const { complexOrders } = await deps.complexOrders.list(userId, young, WHOLE)
  await markEachComplex(deps, [...(await armedOf(deps, userId)), ...complexOrders], (order) =>
    markedComplexOrder(order, { knows: null }),
  )
}

const WHOLE = { limit: MOST, offset: 0 }

/** All subaccounts of the user, as they were before. */
const markedSubaccounts = async (
  deps: MarkSubscribersDeps,
  userId: string,
  hasWebhooks: boolean,
): Promise<readonly Subaccount[]> => {
  const subaccounts = await deps.subaccounts.list(userId)
  for (const subaccount of subaccounts) {
    if (subaccount.hasWebhooks !== hasWebhooks)
      await changeSubaccount(deps, userId, subaccount.subaccountId, (one) => ({ ...one, hasWebhooks }))
  }
  return subaccounts
}

/** One that cannot be read keeps no other from being marked. */
const liveOf = async (
  deps: MarkSubscribersDeps,
  subaccounts: readonly Subaccount[],
): Promise<readonly PlacedOrder[]> => {
  const found: PlacedOrder[] = []
  for (const { subaccountId } of subaccounts) {
    found.push(...(await liveOrders(deps.orders, subaccountId, { skipUnreadable: true })))
    found.push(...(await deps.orders.liveBaskets(subaccountId, { skipUnreadable: true })))
  }
  return found
}

const armedOf = async (deps: MarkSubscribersDeps, userId: string): Promise<readonly ComplexOrder[]> => {
  const found: ComplexOrder[] = []
  for (const status of WAITING_STATUSES)
    found.push(...(await deps.complexOrders.list(userId, { status }, WHOLE)).complexOrders)
  return found
}

const markEach = (
  { orders }: MarkSubscribersDeps,
  found: readonly PlacedOrder[],
  mark: (order: PlacedOrder) => PlacedOrder,
): Promise<unknown> =>
  mapConcurrent(CHANGES_AT_ONCE, [...new Set(found.map(({ orderId }) => orderId))], (id) =>
    changePlacedOrder(orders, id, mark),
  )

const markEachComplex = (
  { complexOrders }: MarkSubscribersDeps,
  found: readonly ComplexOrder[],
  mark: (order: ComplexOrder) => ComplexOrder,
): Promise<unknown> =>
  mapConcurrent(CHANGES_AT_ONCE, [...new Set(found.map(({ complexOrderId }) => complexOrderId))], (id) =>
    changeStored(
      `complex order ${id}`,
      {
        read: () => complexOrders.get(id),
        save: (next: ComplexOrder) => complexOrders.save({ changedComplexOrders: [next], isWatched: true }),
      },
      mark,
    ),
  )

/** The same object if it is marked, or not marked, already. */
const markedOrder = (order: PlacedOrder, state: PlacedOrder['subscriberState']): PlacedOrder =>
  (order.subscriberState === null) === (state === null) ? order : { ...order, subscriberState: state }

const markedComplexOrder = (order: ComplexOrder, state: ComplexOrder['subscriberState']): ComplexOrder =>
  (order.subscriberState === null) === (state === null) ? order : { ...order, subscriberState: state }

const isIncomplete = (order: ComplexOrder): boolean => isConditional(order) && order.incompleteAt !== null
