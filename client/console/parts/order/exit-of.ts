/** The stop or exit that has placed an order. */

import type { ComplexOrder, Order } from '../../api/types.ts'
import { withoutArmedStops } from './without-armed-stops.ts'

/** Undefined if none of them has. Returns the SL if it has armed a stop. */
export const exitOf = ({ svc_order_id }: Order, complexOrders: readonly ComplexOrder[]): ComplexOrder | undefined => {
  const placed = complexOrders.filter(
    ({ conditional_order }) => conditional_order?.trigger_svc_order_id === svc_order_id,
  )
  return withoutArmedStops(placed)[0]
}
