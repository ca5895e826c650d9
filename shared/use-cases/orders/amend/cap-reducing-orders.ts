/**
 * Shrinks resting reduce-only orders with their position, as an amend would. An order with nothing left to reduce
 * leaves the book.
 */

import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import { isBasketOrder } from '#domain/baskets/placed-order.ts'
import { traitsOf } from '#domain/exchanges/traits-of.ts'
import { qty } from '#domain/kernel/numbers.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { flooredToLot } from '#domain/markets/lot-size.ts'
import { POSITION_CLOSED } from '#domain/orders/dependents/exit-order.ts'
import { filledOf, type Order } from '#domain/orders/order.ts'
import { type Excess, excessOf, restsToReduce } from '#domain/orders/position/reducible.ts'
import { requestCancel } from '#domain/orders/transitions/request-cancel.ts'
import { heldPositions } from '#domain/portfolio/held-position.ts'
import type { Ids } from '#ports/kernel/ids.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'
import { ifReadable, UNREADABLE } from '../../kernel/if-readable.ts'
import { assertReadable } from '../../portfolio/assert-readable.ts'
import { enqueueCancel } from '../../work/enqueue.ts'
import { changeOrder } from '../change-order.ts'
import { type RequestChangeDeps, requestChange } from './request-change.ts'

export interface CapReducingOrdersDeps extends RequestChangeDeps {
  readonly orders: Pick<OrderStore, 'findMany' | 'get' | 'save'>
  readonly markets: Pick<MarketStore, 'get'>
  readonly ids: Pick<Ids, 'uuid'>
  readonly positions: Pick<PositionStore, 'get' | 'ofSubaccount'>
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
  const orders = (await deps.orders.findMany(there.map(({ orderId }) => orderId))).filter((one) => !isBasketOrder(one))
  const stored = await deps.positions.ofSubaccount(subaccountId, { skipUnreadable: true })
  const positions = heldPositions(stored)
  for (const side of sides.values()) {
    const about = { subaccountId, exchange, svcId: side.svcId }
    const refusing = () => assertReadable(deps, subaccountId, stored.ledgers, [side])
    if ((await ifReadable(deps.log, about, refusing)) === UNREADABLE) continue
    const held = positions.find((one) => one.svcId === side.svcId && one.exchange === exchange)?.position ?? 0
    for (const excess of excessOf(side, held, orders)) await giveWay(deps, excess)
  }
}

const giveWay = async (deps: CapReducingOrdersDeps, { order, most }: Excess): Promise<void> => {
  const { orderId, subaccountId } = order
  const left = await orderable(deps, order, most - filledOf(order))
  deps.log.info('order reduced to the held quantity', { orderId, subaccountId, left })
  if (left > 0) {
    const changed = await requestChange(deps, orderId, deps.ids.uuid(), { qty: qty(filledOf(order) + left) })
    // One change at a time: the next poll asks again.
    if (changed === null || !isProblem(changed) || changed.code === 'amend_pending') return
  }
  const requested = await changeOrder(deps.orders, orderId, (now) =>
    restsToReduce(now) ? requestCancel(now, POSITION_CLOSED, deps.clock()) : now,
  )
  if (requested !== null) await enqueueCancel(deps, requested)
}

/**
 * The part of the quantity that the exchange accepts: zero if the rest would have to be placed again and is too small.
 */
const orderable = async (deps: CapReducingOrdersDeps, order: Order, left: number): Promise<number> => {
  const market = await deps.markets.get(order.svcId)
  const least = traitsOf(order.exchange).amendsOrders ? 0 : (market?.minimumOrderSize ?? 0)
  return flooredToLot({ lot: market?.tickSizeQty ?? qty(0), least: qty(least) }, left)
}
