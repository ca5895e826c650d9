/** The order that a stop or an exit has placed: whether it is on the book, has filled, or is gone. */

import { useOrder } from '../../live/use-order.ts'
import { useShown } from '../../live/use-shown.ts'
import { to } from '../../shell/navigation/route.ts'
import { Badge, type BadgeKind } from '../badge.tsx'
import { outcomeOf } from './outcome-of.ts'
import { isFinal } from './status-badge.tsx'

export const PlacedOrder = ({ id: order_id }: { readonly id: string }) => {
  const [place, isShown] = useShown<HTMLSpanElement>()
  const { data } = useOrder(order_id, 4, isShown)
  const ended = data !== null && isFinal(data)
  const kind: BadgeKind = !ended ? 'live' : data.traded_qty > 0 ? 'good' : 'bad'
  return (
    <span class="row" ref={place}>
      <Badge kind={kind}>{ended ? (data.traded_qty > 0 ? 'Done' : 'No longer in place') : 'Placed'}</Badge>
      {data === null ? null : <span class="muted">{outcomeOf(data)}</span>}
      <a href={to('orders', order_id)}>its order</a>
    </span>
  )
}
