/** The question that follows when a line of the chart was dragged: amends the order, or moves the stop or exit. */

import { dollarsToCents } from '../../../format/price.ts'
import { AmendDialog } from '../../../parts/order/change/amend-dialog.tsx'
import { MoveDialog } from '../../../parts/order/change/move-dialog.tsx'
import { moveOf } from '../../../parts/order/change/move-of.ts'
import { exitOf } from '../../../parts/order/exit-of.ts'
import type { OwnHere } from '../use-own-here.ts'

export interface Moved {
  /** The order or complex order whose line it is. */
  readonly id: string
  /** The price at which the line was dropped, in dollars, on the price grid. */
  readonly price: number
}

interface Props {
  readonly moved: Moved
  readonly own: OwnHere
  readonly close: () => void
}

export const MovedDialog = ({ moved: { id, price }, own: { orders, complexOrders }, close }: Props) => {
  const cents = dollarsToCents(price)
  const order = orders.find(({ svc_order_id }) => svc_order_id === id)
  const exit =
    order === undefined
      ? complexOrders.find(({ complex_order_id }) => complex_order_id === id)
      : exitOf(order, complexOrders)
  const move = exit === undefined ? null : moveOf(exit, complexOrders)
  if (exit !== undefined && move !== null) return <MoveDialog of={exit} move={move} cents={cents} close={close} />
  return order === undefined ? null : <AmendDialog order={order} cents={cents} close={close} />
}
