/** Conditional orders as people count them: an SL or TP and the stop it has armed are one thing. */

import type { ComplexOrder } from '../../api/types.ts'

export const withoutArmedStops = <Some extends ComplexOrder>(complexOrders: readonly Some[]): readonly Some[] => {
  const armed = new Set(complexOrders.map((order) => order.conditional_order?.trigger_complex_order_id))
  return complexOrders.filter(({ complex_order_id }) => !armed.has(complex_order_id))
}
