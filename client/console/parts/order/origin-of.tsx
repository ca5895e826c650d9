/** Shows that an order belongs to a take-profit, a stop-loss or a stop, with a link to the protected order. */

import type { ComplexOrder, Order } from '../../api/types.ts'
import { to } from '../../shell/navigation/route.ts'
import { NAMES } from './describe-complex.ts'
import { exitOf } from './exit-of.ts'

interface Props {
  readonly order: Order
  readonly complexOrders: readonly ComplexOrder[]
}

export const OriginOf = ({ order, complexOrders }: Props) => {
  const exit = exitOf(order, complexOrders)
  const kind = exit?.complex_order_subtype ?? null
  if (kind === null) return null
  const parent = exit?.conditional_order?.parent_svc_order_id ?? null
  return parent === null ? (
    <a class="small" href={to('conditionals')}>
      {NAMES[kind]}
    </a>
  ) : (
    <a class="small" href={to('orders', parent)}>
      {NAMES[kind]} of an order
    </a>
  )
}
