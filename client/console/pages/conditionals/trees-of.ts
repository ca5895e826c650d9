/** Conditional orders by what they hang on: an order, another conditional order, or nothing. */

import type { ComplexOrder } from '../../api/types.ts'
import { isWaiting } from '../../parts/order/is-waiting.ts'

export interface Tree {
  /** The order the roots are exits of; null for a stop that stands alone. */
  readonly parentOrderId: string | null
  readonly roots: readonly ComplexOrder[]
  readonly childrenOf: (complexOrderId: string) => readonly ComplexOrder[]
}

const GONE: readonly ComplexOrder['status'][] = ['CANCELLED', 'EXPIRED']

/** `armed` leaves out trees without waiting members, and cancelled or expired members of the others. */
export const treesOf = (orders: readonly ComplexOrder[], which: 'armed' | 'all'): readonly Tree[] => {
  const known = new Set(orders.map(({ complex_order_id }) => complex_order_id))
  const children = Map.groupBy(orders, ({ conditional_order }) => conditional_order?.parent_complex_order_id ?? '')
  const childrenOf = (id: string): readonly ComplexOrder[] => children.get(id) ?? []
  const roots = orders.filter(({ conditional_order }) => !known.has(conditional_order?.parent_complex_order_id ?? ''))
  const groups = Map.groupBy(
    roots,
    ({ complex_order_id, conditional_order }) => conditional_order?.parent_svc_order_id ?? complex_order_id,
  )
  const waits = (order: ComplexOrder): boolean => isWaiting(order) || childrenOf(order.complex_order_id).some(waits)
  return [...groups.values()]
    .filter((group) => which === 'all' || group.some(waits))
    .map((group) => ({
      parentOrderId: group[0]?.conditional_order?.parent_svc_order_id ?? null,
      roots: which === 'all' ? group : group.filter((order) => !GONE.includes(order.status) || waits(order)),
      childrenOf,
    }))
}
