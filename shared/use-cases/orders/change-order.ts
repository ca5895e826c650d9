/**
 * Applies what happened to an order until it is stored. If another process was faster, the change is applied again to the order that it
 * stored. Nothing is overwritten.
 */

import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { addFills, settles } from '#domain/orders/fills/add-fills.ts'
import type { Fill } from '#domain/orders/fills/fill.ts'
import type { Order } from '#domain/orders/order.ts'
import { knownOrder } from '#domain/webhooks/known-order.ts'
import { changesPerFill, type OrderStore, type TradedOrder } from '#ports/orders/order-store.ts'
import { AGAIN, changeStored, retryOnConflict } from '../kernel/retry-on-conflict.ts'

/** Changes per transaction that store fills: DynamoDB takes 100, one of which is the order. */
const FILL_CHANGES_AT_ONCE = 80

/**
 * Changes an order on one market. One that the caller knows is not read again, unless it has changed. Answers the order as stored;
 * null when there is none. `change` answers the same object when nothing is to be stored. Throws when the order stays contended.
 */
export const changeOrder = (
  { get, save }: Pick<OrderStore, 'get' | 'save'>,
  order: string | Order,
  change: (order: Order) => Order,
): Promise<Order | null> => changed(get, save, order, change)

/** The same for any order. */
export const changePlacedOrder = (
  { find, save }: Pick<OrderStore, 'find' | 'save'>,
  order: string | PlacedOrder,
  change: (order: PlacedOrder) => PlacedOrder,
): Promise<PlacedOrder | null> => changed(find, save, order, change)

const changed = <Placed extends PlacedOrder>(
  read: (orderId: string) => Promise<Placed | null>,
  save: OrderStore['save'],
  order: string | Placed,
  change: (order: Placed) => Placed,
): Promise<Placed | null> => {
  const orderId = typeof order === 'string' ? order : order.orderId
  const known = typeof order === 'string' ? {} : { known: order }
  const stored = { read: () => read(orderId), save: (next: Placed) => save(next), afterSave, ...known }
  return changeStored<Placed>(`order ${orderId}`, stored, change)
}

/** Changes an order together with new fills. Fills stored before are left out, unless they have settled since. */
export const recordFills = async (
  orders: Pick<OrderStore, 'get' | 'knownFills' | 'save'>,
  orderId: string,
  fills: readonly Fill[],
  change: (order: Order) => Order,
  now: Millis,
): Promise<Order | null> => {
  let stored: Order | null = null
  // A fill reported twice in one reading is one fill.
  const each = [...new Map(fills.map((fill) => [fill.fillId, fill])).values()]
  let recorded = 0
  do {
    stored = await recordFirst(orders, orderId, each.slice(recorded), change, now)
    if (stored === null) return null
    recorded += fillsAtOnce(stored)
  } while (recorded < each.length)
  return stored
}

const fillsAtOnce = (order: Order): number => FILL_CHANGES_AT_ONCE / changesPerFill(order)

/** Records as many of the fills as one transaction takes. */
const recordFirst = (
  orders: Pick<OrderStore, 'get' | 'knownFills' | 'save'>,
  orderId: string,
  fills: readonly Fill[],
  change: (order: Order) => Order,
  now: Millis,
): Promise<Order | null> =>
  retryOnConflict(`order ${orderId}`, async () => {
    const order = await orders.get(orderId)
    if (order === null) return null
    const some = fills.slice(0, fillsAtOnce(order))
    const places = some.map(({ fillId }) => ({ orderId, fillId }))
    const traded = withFills(order, some, places.length === 0 ? [] : await orders.knownFills(places), change, now)
    if (traded.order === order) return order
    return (await orders.save(traded.order, traded.newFills, traded.settledFills)) ? afterSave(traded.order) : AGAIN
  })

/**
 * Returns the order after `change` and with the `fills` that are not `stored`. The same object if there is nothing to
 * store.
 */
export const withFills = (
  order: Order,
  fills: readonly Fill[],
  stored: readonly Fill[],
  change: (order: Order) => Order,
  now: Millis,
): TradedOrder => {
  const known = new Map(stored.map((fill) => [fill.fillId, fill]))
  const newFills = fills.filter((fill) => !known.has(fill.fillId))
  const moved = fills.flatMap((to) => {
    const from = known.get(to.fillId)
    return from !== undefined && settles(from, to) ? [{ from, to: { ...from, status: to.status } }] : []
  })
  return { order: addFills(change(order), newFills, moved, now), newFills, settledFills: moved.map(({ to }) => to) }
}

/** Returns the order as it is in the store after a save. */
export const afterSave = <Saved extends PlacedOrder>(order: Saved): Saved => ({
  ...order,
  subscriberState: order.subscriberState === null ? null : knownOrder(order),
  version: order.version + 1,
})
