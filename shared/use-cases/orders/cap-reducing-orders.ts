/** Takes off the book what rests to reduce a position that has become smaller than that. */

import type { AccountSync } from '#domain/accounts/account-sync.ts'
import { POSITION_CLOSED } from '#domain/contingent/exit-view.ts'
import type { Order } from '#domain/orders/order.ts'
import { type Excess, excessOf, restsToReduce } from '#domain/orders/reducible.ts'
import { requestCancel } from '#domain/orders/transitions.ts'
import type { Clock } from '#ports/clock.ts'
import type { OrderStore } from '#ports/order-store.ts'
import type { PositionStore } from '#ports/portfolio-store.ts'
import { readPositions } from '../portfolio/read-positions.ts'
import { changeOrder } from './change-order.ts'
import { type EnqueueDeps, enqueueCancel } from './enqueue.ts'

export interface CapReducingOrdersDeps extends EnqueueDeps {
  readonly orders: Pick<OrderStore, 'get' | 'save'>
  readonly positions: Pick<PositionStore, 'ofSubaccount'>
  readonly clock: Clock
}

/** `live` are the orders of one account. They may lag, so that those concerned are read again. */
export const capReducingOrders = async (
  deps: CapReducingOrdersDeps,
  { subaccountId, exchange }: Pick<AccountSync, 'subaccountId' | 'exchange'>,
  live: readonly Order[],
): Promise<void> => {
  const resting = live.filter(restsToReduce)
  if (resting.length === 0) return
  const sides = new Map(resting.map((order) => [`${order.svcId} ${order.buyFlag}`, order]))
  const markets = new Set(resting.map(({ svcId }) => svcId))
  const there = live.filter(({ svcId }) => markets.has(svcId))
  // Orders are read before the position: a fill in between then counts twice, never not at all.
  const orders = (await Promise.all(there.map(({ orderId }) => deps.orders.get(orderId)))).filter((one) => one !== null)
  const positions = await readPositions(deps, subaccountId)
  for (const side of sides.values()) {
    const held = positions.find((one) => one.svcId === side.svcId && one.exchange === exchange)?.position ?? 0
    for (const excess of excessOf(side, held, orders)) await giveWay(deps, excess)
  }
}

const giveWay = async (
  deps: CapReducingOrdersDeps,
  { order: { orderId, subaccountId }, most }: Excess,
): Promise<void> => {
  deps.log.info('an order would reduce more than is held', { orderId, subaccountId, most })
  const asked = await changeOrder(deps.orders, orderId, (now) =>
    restsToReduce(now) ? requestCancel(now, POSITION_CLOSED, deps.clock()) : now,
  )
  if (asked !== null) await enqueueCancel(deps, asked)
}
