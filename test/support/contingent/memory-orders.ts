/** Orders and complex orders in memory, under the rules of the table: versions, whole transactions, no item twice in one. */

import { type BasketOrder, legsOf } from '#domain/baskets/basket-order.ts'
import { isBasketOrder, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import { type ComplexOrder, isConditional } from '#domain/contingent/complex-order.ts'
import type { LinkGroup, LinkGroupRef } from '#domain/contingent/exits/linked-exits.ts'
import { directionOf } from '#domain/contingent/trigger/trigger-rule.ts'
import type { Fill } from '#domain/orders/fills/fill.ts'
import type { Order } from '#domain/orders/order.ts'
import { isFinal } from '#domain/orders/status.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { WatchStore } from '#ports/price-watch/watch-store.ts'
import type { WorkStore } from '#ports/work/work-store.ts'

/** DynamoDB takes so many items in one transaction. */
const MOST_TOGETHER = 100

export const memoryOrders = () => {
  const orders = new Map<string, Order>()
  const complexOrders = new Map<string, ComplexOrder>()
  const baskets = new Map<string, BasketOrder>()
  const groups = new Map<string, LinkGroup>()
  const nameOf = ({ subaccountId, targetId, linkId }: LinkGroupRef): string => `${subaccountId} ${targetId} ${linkId}`
  /** While it lags, the list of complex orders is empty, as an index may not yet show new rows. */
  const index = { lags: false }
  const fills = new Map<string, Map<string, Fill>>()

  const isCurrent = (order: PlacedOrder): boolean =>
    (orders.get(order.orderId) ?? baskets.get(order.orderId))?.version === order.version
  const put = (order: Order): void => void orders.set(order.orderId, { ...order, version: order.version + 1 })
  const putAny = (order: PlacedOrder): void => {
    if (isBasketOrder(order)) baskets.set(order.orderId, { ...order, version: order.version + 1 })
    else put(order)
  }
  const putComplex = (order: ComplexOrder): void =>
    void complexOrders.set(order.complexOrderId, { ...order, version: order.version + 1 })

  const find = async (orderId: string): Promise<PlacedOrder | null> =>
    orders.get(orderId) ?? baskets.get(orderId) ?? null

  const maySave = (order: PlacedOrder, newFills: readonly Fill[], settledFills: readonly Fill[]): boolean => {
    const held = fills.get(order.orderId)
    return (
      isCurrent(order) &&
      newFills.every(({ fillId }) => held?.has(fillId) !== true) &&
      settledFills.every(({ fillId }) => held?.get(fillId)?.status === 'PROVISIONAL')
    )
  }

  const save: OrderStore['save'] = async (order, newFills = [], settledFills = []) => {
    if (!maySave(order, newFills, settledFills)) return false
    const held = fills.get(order.orderId) ?? new Map<string, Fill>()
    fills.set(
      order.orderId,
      new Map([...held, ...[...newFills, ...settledFills].map((one) => [one.fillId, one] as const)]),
    )
    putAny(order)
    return true
  }

  const orderStore: OrderStore = {
    find,
    findMany: async (ids) => (await Promise.all(ids.map(find))).filter((order) => order !== null),
    findWithFills: async (orderId) => {
      const order = await find(orderId)
      return order === null ? null : { order, fills: [...(fills.get(orderId)?.values() ?? [])] }
    },
    get: async (orderId) => orders.get(orderId) ?? null,
    getBasket: async (orderId) => baskets.get(orderId) ?? null,
    create: async (order) => {
      if ((await find(order.orderId)) !== null) return false
      putAny(order)
      return true
    },
    save,
    saveTogether: async (traded) => {
      if (!traded.every(({ order, newFills, settledFills }) => maySave(order, newFills, settledFills))) return false
      for (const { order, newFills, settledFills } of traded) await save(order, newFills, settledFills)
      return true
    },
    claimExchangeIds: async () => undefined,
    ownerOf: async () => null,
    list: async () => ({ orders: [...orders.values()], count: orders.size, hasMore: false }),
    fills: async (orderId) => [...(fills.get(orderId)?.values() ?? [])],
    knownFills: async (requested) => requested.flatMap(({ orderId, fillId }) => fills.get(orderId)?.get(fillId) ?? []),
    live: async (_, exchange, { svcId } = {}) =>
      [...orders.values()].filter(
        (one) => one.exchange === exchange && !isFinal(one.status) && (svcId === undefined || one.svcId === svcId),
      ),
    guarded: async (_, exchange) =>
      [...orders.values()].filter((one) => one.exchange === exchange && isFinal(one.status) && one.guarded),
    legs: async (basket) => legsOf(basket).flatMap(({ orderId }) => orders.get(orderId) ?? []),
    liveBaskets: async () => [...baskets.values()].filter(({ status }) => !isFinal(status)),
    guardedBaskets: async () => [...baskets.values()].filter(({ guarded }) => guarded),
    countOpen: async () => [...orders.values()].filter(({ status }) => !isFinal(status)).length,
    countGuarded: async () => [...orders.values(), ...baskets.values()].filter(({ guarded }) => guarded).length,
    countUnsent: async () => [...orders.values()].filter(({ sendState }) => sendState === 'none').length,
    countLive: async () => [...orders.values()].filter(({ status }) => !isFinal(status)).length,
  }

  const complexOrderStore: ComplexOrderStore & WatchStore = {
    get: async (id) => complexOrders.get(id) ?? null,
    getAll: async (ids) => ids.flatMap((id) => complexOrders.get(id) ?? []),
    save: async (together) => {
      const { newOrders = [], changedOrders = [] } = together
      const { newComplexOrders = [], changedComplexOrders = [], linkGroups = [] } = together
      const ids = [
        ...[...newOrders, ...changedOrders].map(({ orderId }) => orderId),
        ...[...newComplexOrders, ...changedComplexOrders].map(({ complexOrderId }) => complexOrderId),
      ]
      if (new Set(ids).size < ids.length) throw new Error('an item stands twice in one transaction')
      if (ids.length > MOST_TOGETHER) throw new Error(`${ids.length} items in one transaction`)
      const isNew =
        newOrders.every(({ orderId }) => !orders.has(orderId) && !baskets.has(orderId)) &&
        newComplexOrders.every(({ complexOrderId }) => !complexOrders.has(complexOrderId))
      const isUnchanged =
        changedOrders.every(isCurrent) &&
        changedComplexOrders.every((one) => complexOrders.get(one.complexOrderId)?.version === one.version)
      const isSameGroup = linkGroups.every((group) => (groups.get(nameOf(group))?.version ?? 0) === group.version)
      if (!isNew || !isUnchanged || !isSameGroup) return false
      for (const group of linkGroups) groups.set(nameOf(group), { ...group, version: group.version + 1 })
      for (const order of [...newOrders, ...changedOrders]) putAny(order)
      for (const order of [...newComplexOrders, ...changedComplexOrders]) putComplex(order)
      return true
    },
    protects: async (_, exchange) =>
      [...complexOrders.values()]
        .filter(isConditional)
        .filter(({ protect, status }) => protect && (status === 'PENDING' || status === 'ACTIVE'))
        .filter(({ target }) => target.kind === 'market' && target.exchange === exchange)
        .map(({ complexOrderId }) => complexOrderId),
    linkGroup: async (ref) => groups.get(nameOf(ref)) ?? null,
    list: async (_, { status }) => {
      const shown = index.lags ? [] : [...complexOrders.values()]
      const found = shown.filter((one) => status === undefined || one.status === status)
      return { complexOrders: found, count: found.length, hasMore: false }
    },
    countOpen: async () => complexOrders.size,
    armedStops: async () => ({ stops: [], isAny: false }),
    armedPage: async () => ({ stops: [], next: null }),
    watched: async () => ({
      markets: [],
      accounts: [],
      listeners: [],
      users: [...new Set([...complexOrders.values()].map(({ userId }) => userId))].map((userId) => ({
        userId,
        armedAt: 0,
      })),
    }),
    armedBaskets: async (userId) => ({
      next: null,
      baskets: [...complexOrders.values()].filter(isConditional).flatMap((stop) => {
        const { complexOrderId, target, stopPrice, trail, trigger, triggerPriceType, updatedAt, status } = stop
        if (stop.userId !== userId || target.kind === 'market' || status !== 'ACTIVE' || stopPrice === null) return []
        const { buyFlag } = trigger
        const direction = directionOf(stop)
        return {
          complexOrderId,
          allocation: target.allocation,
          members: target.members,
          stopPrice,
          trail,
          direction,
          buyFlag,
          triggerPriceType,
          armedAt: updatedAt,
        }
      }),
    }),
    unwatch: async () => undefined,
    unwatchUser: async () => undefined,
  }

  const work: WorkStore = {
    take: async (now) => {
      const isDue = (at: number | null): at is number => at !== null && at <= now
      const overdue = [...orders.values()].flatMap(({ orderId, dueAt, notifyDueAt }) =>
        [dueAt, notifyDueAt].some(isDue) ? [{ kind: 'order' as const, orderId, dueAt: now }] : [],
      )
      const complex = [...complexOrders.values()].flatMap(({ complexOrderId, dueAt }) =>
        isDue(dueAt) ? [{ kind: 'complex_order' as const, complexOrderId, dueAt }] : [],
      )
      return [...overdue, ...complex]
    },
    takeUrgent: async () => [],
    readMany: async () => new Map(),
    reschedule: async () => false,
    finish: async () => false,
  }

  return { orders, complexOrders, baskets, index, orderStore, complexOrderStore, work }
}
