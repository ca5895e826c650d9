/** Marks an order while a change of it is under way, and reads the order until the change has ended. */

import { useEffect } from 'preact/hooks'
import { ask } from '../../../api/ask.ts'
import { api } from '../../../api/client.ts'
import type { Order } from '../../../api/types.ts'
import { ownWords } from '../../../format/own-words.ts'
import { tell } from '../../../live/topics.ts'
import { useLive } from '../../../live/use-live.ts'
import { Badge } from '../../badge.tsx'
import { show } from '../../toasts.tsx'
import { namedOrder } from '../named-order.ts'
import { requestedChange } from './requested-change.ts'

export const ChangingBadge = ({ order }: { readonly order: Order }) => {
  const { svc_order_id: order_id } = order
  // The stream does not report the end of a change.
  const { data } = useLive(
    `change ${order_id}`,
    () => ask(api.GET('/v1/orders/{order_id}', { params: { path: { order_id } } })),
    { everyS: 1 },
  )
  const { status = 'PENDING', reason = null } = data?.last_amend ?? {}
  useEffect(() => {
    if (status === 'PENDING') return
    if (status === 'REFUSED')
      show({
        key: `change ${order_id}`,
        kind: 'bad',
        text: `The order stays as it was: ${namedOrder(order)}. ${ownWords(reason ?? '')}`,
      })
    tell('orders', 'complex_orders')
  }, [status])
  return <Badge kind="busy">{requestedChange(order)}</Badge>
}
