/** Follows an order that was just sent, until it ends: whether it rests, has filled, or was refused, and why. */

import { useEffect } from 'preact/hooks'
import { useOrder } from '../../live/use-order.ts'
import { sayHere } from '../../notifications/said-here.ts'
import { to } from '../../shell/navigation/route.ts'
import { Note } from '../note.tsx'
import { Told } from '../told.tsx'
import { outcomeOf } from './outcome-of.ts'
import { isFinal } from './status-badge.tsx'

export const OrderProgress = ({ id: order_id }: { readonly id: string }) => {
  const { data } = useOrder(order_id, 1)
  useEffect(() => sayHere(order_id), [order_id])
  const kind =
    data?.status === 'REJECTED' ? 'bad' : data !== null && isFinal(data) && data.traded_qty > 0 ? 'good' : 'plain'
  return (
    <Note kind={kind}>
      <Told>{`${data === null ? 'Sent' : outcomeOf(data)}.`}</Told> <a href={to('orders', order_id)}>Follow it</a>
    </Note>
  )
}
