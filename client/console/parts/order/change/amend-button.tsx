/** Opens the question that changes an open order. */

import type { Order } from '../../../api/types.ts'
import { dollarsToCents } from '../../../format/price.ts'
import { DialogButton } from '../../dialog/dialog-button.tsx'
import { namedOrder } from '../named-order.ts'
import { AmendDialog } from './amend-dialog.tsx'

/** Orders that may rest can be changed; orders that act at once cannot. */
export const isAmendable = ({ order_type, time_in_force, svc_id }: Order): boolean =>
  order_type === 'LIMIT' && (time_in_force === 'GTC' || time_in_force === 'GTD') && svc_id !== null

export const AmendButton = ({ order }: { readonly order: Order }) =>
  isAmendable(order) ? (
    <DialogButton
      class="compact"
      text="Amend"
      label={`Amend the order: ${namedOrder(order)}`}
      dialog={(close) => <AmendDialog order={order} cents={dollarsToCents(order.price ?? 0)} close={close} />}
    />
  ) : null
