/** Asks for the new quantity or price of an order. A change that is refused leaves the order as it was. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { sendOnce } from '../../api/send-once.ts'
import type { Order } from '../../api/types.ts'
import { centsToDollars } from '../../format/price.ts'
import { quantity } from '../../format/quantity.ts'
import { tell } from '../../live/topics.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Field } from '../field.tsx'

interface Props {
  readonly order: Order
  /** The price that is offered first. */
  readonly cents: string
  readonly close: () => void
}

export const AmendDialog = ({ order, cents, close }: Props) => {
  const [qty, setQty] = useState(String(order.qty))
  const [price, setPrice] = useState(cents)
  const newPrice = centsToDollars(price)
  const body = {
    ...(Number(qty) === order.qty ? {} : { qty: Number(qty) }),
    ...(newPrice === null || newPrice === order.price ? {} : { price: newPrice }),
  }
  return (
    <ConfirmDialog
      title={`Amend: ${order.buy_flag ? 'buy' : 'sell'}, ${quantity(order.traded_qty)} filled`}
      close={close}
      confirm="Change it"
      disabled={Object.keys(body).length === 0 || !(Number(qty) > 0)}
      act={() =>
        sendOnce((key) =>
          api.PATCH('/v1/orders/{order_id}', {
            params: { path: { order_id: order.svc_order_id }, header: { 'Idempotency-Key': key } },
            body,
          }),
        )
      }
      done="The change is requested."
      then={() => {
        close()
        tell('orders', 'complex_orders')
      }}
    >
      <div class="fields">
        <Field label="Contracts in all">
          <input inputMode="decimal" value={qty} onInput={({ currentTarget }) => setQty(currentTarget.value)} />
        </Field>
        <Field label="Limit price, ¢">
          <input inputMode="decimal" value={price} onInput={({ currentTarget }) => setPrice(currentTarget.value)} />
        </Field>
      </div>
      <p class="muted small">
        What fills on the way counts. The order never fills more than the larger of both quantities.
      </p>
    </ConfirmDialog>
  )
}
