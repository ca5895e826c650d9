/** Objects of a life that its timeline leaves out: slices and legs beside the traced order, if there are many. */

import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import { type ComplexOrder, isConditional } from '#domain/contingent/complex-order.ts'
import type { Life } from './gather-life.ts'

/** A custom asset of this many members still fits on a screen. */
const SHOWN = 4

/** Returns their ids. */
export const asideOf = ({ orders, complexOrders }: Life, traced: string): ReadonlySet<string> => {
  const parts = orders
    .filter(({ order }) => order.orderId !== traced && isPart(order))
    .map(({ order }) => order.orderId)
  if (parts.length <= SHOWN) return new Set()
  const aside = new Set(parts)
  // Exits of a slice, and the orders of these exits, were created after it.
  for (const one of complexOrders) if (hangsOn(one, aside)) aside.add(one.complexOrderId)
  for (const { order } of orders) if (order.orderId !== traced && isMadeBy(order, aside)) aside.add(order.orderId)
  aside.delete(traced)
  return aside
}

const isPart = ({ origin }: PlacedOrder): boolean => origin.kind === 'slice' || origin.kind === 'leg'

const hangsOn = (one: ComplexOrder, aside: ReadonlySet<string>): boolean =>
  isConditional(one) && one.parentOrderId !== null && aside.has(one.parentOrderId)

const isMadeBy = ({ origin }: PlacedOrder, aside: ReadonlySet<string>): boolean =>
  'complexOrderId' in origin && aside.has(origin.complexOrderId)
