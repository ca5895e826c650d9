/** Follows an order that was just sent, until it ends: whether it rests, has filled, or was refused, and why. */

import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { useLive } from '../../live/use-live.ts'
import { to } from '../../shell/route.ts'
import { Note } from '../note.tsx'
import { outcomeOf } from './outcome-of.ts'
import { isFinal } from './status-badge.tsx'

export const OrderProgress = ({ id: order_id }: { readonly id: string }) => {
  const { data } = useLive(order_id, () => ask(api.GET('/v1/orders/{order_id}', { params: { path: { order_id } } })), {
    everyS: 1,
    topics: ['orders', 'fills'],
    isStreamed: true,
  })
  const kind =
    data?.status === 'REJECTED' ? 'bad' : data !== null && isFinal(data) && data.traded_qty > 0 ? 'good' : 'plain'
  return (
    <Note kind={kind}>
      {data === null ? 'Sent' : outcomeOf(data)}. <a href={to('orders', order_id)}>Follow it</a>
    </Note>
  )
}
