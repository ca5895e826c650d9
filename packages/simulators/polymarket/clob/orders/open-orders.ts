/** The orders of an account that may still trade: resting, or held back by a market's delay. */

import type { PolymarketWorld } from '../../world/world.ts'
import type { ClobOrder } from './order.ts'

type Orders = Pick<PolymarketWorld, 'engine' | 'openOrders'>

export const openOrdersOf = (world: Orders, account: string): ClobOrder[] => {
  const known = world.openOrders.get(account) ?? new Set<ClobOrder>()
  for (const order of known) if (!isOpen(world, order)) known.delete(order)
  return [...known]
}

export const addOpenOrder = (world: Orders, order: ClobOrder): void => {
  const known = world.openOrders.get(order.account) ?? new Set<ClobOrder>()
  world.openOrders.set(order.account, known.add(order))
}

/** How many of its shares have not traded. */
export const leftOf = (world: Orders, { id, heldUntil, size }: ClobOrder): number =>
  heldUntil !== null ? size : (world.engine.ledger.orders.get(id)?.remaining ?? 0)

const isOpen = (world: Orders, { id, heldUntil }: ClobOrder): boolean =>
  heldUntil !== null || world.engine.ledger.orders.get(id)?.status === 'resting'
