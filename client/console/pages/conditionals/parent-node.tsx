/** The order that exits hang on. */

import { price } from '../../format/price.ts'
import { quantity } from '../../format/quantity.ts'
import { useOrder } from '../../live/use-order.ts'
import { useShown } from '../../live/use-shown.ts'
import { placeOf } from '../../parts/order/order-table.tsx'
import { StatusBadge } from '../../parts/order/status-badge.tsx'
import { to } from '../../shell/route.ts'

export const ParentNode = ({ id }: { readonly id: string }) => {
  const [place, isShown] = useShown<HTMLDivElement>()
  const { data } = useOrder(id, 15, isShown)
  return (
    <div class="row" ref={place}>
      {data === null ? (
        <a href={to('orders', id)}>Order</a>
      ) : (
        <>
          <a class="strong" href={to('orders', id)}>
            {data.buy_flag ? 'Buy' : 'Sell'} {quantity(data.qty)}{' '}
            {data.price === null ? 'at market' : `at ${price(data.price)}`}
          </a>
          {placeOf(data)}
          <StatusBadge order={data} />
        </>
      )}
    </div>
  )
}
