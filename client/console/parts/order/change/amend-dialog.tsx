/** Asks for the new quantity or price of an order. A change that is refused leaves the order as it was. */

import { useState } from 'preact/hooks'
import { api } from '../../../api/client.ts'
import { sendOnce } from '../../../api/send-once.ts'
import type { Order } from '../../../api/types.ts'
import { readCents } from '../../../format/price.ts'
import { quantity, readQuantity } from '../../../format/quantity.ts'
import { tell } from '../../../live/topics.ts'
import { ConfirmDialog } from '../../dialog/confirm-dialog.tsx'
import { NumberField } from '../../form/number-field.tsx'
import { whyNot } from '../why-not.ts'
import { keepRequested } from './requested-change.ts'

interface Props {
  readonly order: Order
  /** The price that is offered first. */
  readonly cents: string
  readonly close: () => void
}

export const AmendDialog = ({ order, cents, close }: Props) => {
  const [qty, setQty] = useState(String(order.qty))
  const [price, setPrice] = useState(cents)
  const [newQty, newPrice] = [readQuantity(qty), readCents(price, order.price)]
  const body = {
    ...(newQty.value === null || newQty.value === order.qty ? {} : { qty: newQty.value }),
    ...(newPrice.value === null || newPrice.value === order.price ? {} : { price: newPrice.value }),
  }
  return (
    <ConfirmDialog
      title={`Amend: ${order.buy_flag ? 'buy' : 'sell'}, ${quantity(order.traded_qty)} filled`}
      close={close}
      confirm="Change it"
      why={whyNot(newQty, newPrice, Object.keys(body).length === 0)}
      act={() =>
        sendOnce((once) =>
          api.PATCH('/v1/orders/{order_id}', {
            params: { path: { order_id: order.svc_order_id } },
            ...once,
            body,
          }),
        )
      }
      done="The change is requested."
      then={() => {
        keepRequested(order.svc_order_id, body)
        close()
        tell('orders', 'complex_orders')
      }}
    >
      <div class="fields">
        <NumberField label="Limit price, ¢" path="price" value={price} change={setPrice} fault={newPrice.fault} />
        <NumberField label="Contracts in all" path="qty" value={qty} change={setQty} fault={newQty.fault} />
      </div>
      <p class="muted small">
        What fills on the way counts. The order never fills more than the larger of both quantities.
      </p>
    </ConfirmDialog>
  )
}
