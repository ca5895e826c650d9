/** Adds to the positions of a subaccount the reported trades that no stored fill covers yet. */

import { minus, type Qty } from '../kernel/numbers.ts'
import { filledOf, type Order } from '../orders/order.ts'
import type { HeldPosition } from './held-position.ts'

/** As much of a position as is needed to close it. */
export type Closable = Pick<HeldPosition, 'exchange' | 'svcId' | 'position' | 'closed'>

/**
 * Returns the positions as they will be when the fills of `orders` are stored. A position that is believed from the
 * exchange's report may count those fills already, and stays unchanged.
 */
export const withReported = (held: readonly HeldPosition[], orders: readonly Order[]): readonly Closable[] => {
  const known = new Set(held.map(({ svcId }) => svcId))
  const awaited = Map.groupBy(
    orders.filter((order) => awaitedOf(order) > 0),
    ({ svcId }) => svcId,
  )
  return [
    ...held.map((one) =>
      one.position === one.fills.position ? { ...one, position: one.position + sumOf(awaited.get(one.svcId)) } : one,
    ),
    ...[...awaited].flatMap(([svcId, [first, ...more]]) =>
      first === undefined || known.has(svcId)
        ? []
        : [{ exchange: first.exchange, svcId, position: sumOf([first, ...more]), closed: false }],
    ),
  ]
}

const awaitedOf = (order: Order): Qty => minus(filledOf(order), order.tradedQty)

/** Above 0 for YES that is bought. */
const sumOf = (orders: readonly Order[] = []): number =>
  orders.reduce((sum, order) => sum + (order.buyFlag ? awaitedOf(order) : -awaitedOf(order)), 0)
