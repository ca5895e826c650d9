/** The order that exits hang on. */

import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { price } from '../../format/price.ts'
import { quantity } from '../../format/quantity.ts'
import { useLive } from '../../live/use-live.ts'
import { placeOf } from '../../parts/order/order-table.tsx'
import { StatusBadge } from '../../parts/order/status-badge.tsx'
import { to } from '../../shell/route.ts'

export const ParentNode = ({ id: order_id }: { readonly id: string }) => {
  const { data } = useLive(order_id, () => ask(api.GET('/v1/orders/{order_id}', { params: { path: { order_id } } })), {
    everyS: 15,
    topics: ['orders', 'fills'],
  })
  if (data === null) return <a href={to('orders', order_id)}>Order</a>
  return (
    <div class="row">
      <a class="strong" href={to('orders', order_id)}>
        {data.buy_flag ? 'Buy' : 'Sell'} {quantity(data.qty)}{' '}
        {data.price === null ? 'at market' : `at ${price(data.price)}`}
      </a>
      {placeOf(data)}
      <StatusBadge order={data} />
    </div>
  )
}
