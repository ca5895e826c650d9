/** The order that exits hang on. */

import type { Order } from '../../api/types.ts'
import { price } from '../../format/price.ts'
import { quantity } from '../../format/quantity.ts'
import { useOrder } from '../../live/use-order.ts'
import { useShown } from '../../live/use-shown.ts'
import { placeOf } from '../../parts/order/order-table.tsx'
import { StatusBadge } from '../../parts/order/status-badge.tsx'
import { to } from '../../shell/navigation/route.ts'

export const ParentNode = ({ id }: { readonly id: string }) => {
  const [place, isShown] = useShown<HTMLDivElement>()
  const { data } = useOrder(id, 15, isShown)
  return (
    <div class="row" ref={place}>
      {/* It keeps the focus when the order comes. */}
      <a class="strong" href={to('orders', id)}>
        {data === null ? 'Order' : namedShort(data)}
      </a>
      {data === null ? null : (
        <>
          {placeOf(data)}
          <StatusBadge order={data} />
        </>
      )}
    </div>
  )
}

const namedShort = ({ buy_flag, qty, price: at }: Order): string =>
  `${buy_flag ? 'Buy' : 'Sell'} ${quantity(qty)} ${at === null ? 'at market' : `at ${price(at)}`}`
