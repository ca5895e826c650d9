/** What of a subaccount is drawn into the chart: open orders, stops, exits, and the price of the position. */

import type { ComplexOrder, Order } from '../../api/types.ts'
import { quantity } from '../../format/quantity.ts'
import { isAmendable } from '../../parts/order/amend-button.tsx'
import { canTrade } from '../../session/session.ts'
import type { OwnHere } from './use-own-here.ts'

export interface Line {
  readonly id: string
  readonly price: number
  readonly kind: 'buy' | 'sell' | 'stop' | 'position'
  readonly label: string
  /** Whether it can be dragged to another price. */
  readonly canMove: boolean
}

export const linesOf = ({ orders, armed, position }: OwnHere): readonly Line[] => {
  const entry = position === null || position.position === 0 ? null : entryOf(position)
  return [
    ...orders.flatMap(orderLine),
    ...armed.flatMap(stopLine),
    ...(entry === null
      ? []
      : [
          {
            id: 'position',
            price: entry,
            kind: 'position' as const,
            label: quantity(position?.position),
            canMove: false,
          },
        ]),
  ]
}

const orderLine = (order: Order): Line[] => {
  const { svc_order_id, price, buy_flag, qty, traded_qty } = order
  if (price === null) return []
  const label = `${buy_flag ? 'Buy' : 'Sell'} ${quantity(qty - traded_qty)}`
  const canMove = canTrade.value && isAmendable(order)
  return [{ id: svc_order_id, price, kind: buy_flag ? 'buy' : 'sell', label, canMove }]
}

const entryOf = ({ position, avg_buy_price, avg_sell_price }: NonNullable<OwnHere['position']>): number | null =>
  position > 0 ? avg_buy_price : avg_sell_price

const stopLine = ({ complex_order_id, complex_order_subtype, conditional_order }: ComplexOrder): Line[] => {
  const price =
    conditional_order?.stop_order_price ??
    conditional_order?.trigger_stop_order_price ??
    conditional_order?.trigger_order_limit_price ??
    null
  return price === null
    ? []
    : [
        {
          id: complex_order_id,
          price,
          kind: 'stop',
          label: (complex_order_subtype ?? 'STOP').replace('_', ' '),
          canMove: false,
        },
      ]
}
