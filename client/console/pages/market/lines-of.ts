/** Lines of a subaccount in the chart: open orders, stops, exits, and the price of the position. */

import type { ComplexOrder, Order } from '../../api/types.ts'
import { quantity } from '../../format/quantity.ts'
import { isAmendable } from '../../parts/order/amend-button.tsx'
import { exitOf } from '../../parts/order/exit-of.ts'
import { moveOf } from '../../parts/order/move-of.ts'
import { canTrade } from '../../session/session.ts'
import type { OwnHere } from './use-own-here.ts'

export interface Line {
  readonly id: string
  readonly price: number
  readonly kind: 'buy' | 'sell' | 'stop' | 'position'
  readonly label: string
  /** True if the line can be dragged to another price. */
  readonly canMove: boolean
}

export const linesOf = ({ orders, armed, complexOrders, position }: OwnHere): readonly Line[] => {
  const entry = position === null || position.position === 0 ? null : entryOf(position)
  return [
    ...orders.flatMap((order) => orderLine(order, complexOrders)),
    ...armed.flatMap((order) => stopLine(order, complexOrders)),
    ...(entry === null
      ? []
      : [
          {
            id: 'position',
            price: entry,
            kind: 'position' as const,
            label: `Held ${quantity(position?.position)}`,
            canMove: false,
          },
        ]),
  ]
}

const orderLine = (order: Order, complexOrders: readonly ComplexOrder[]): Line[] => {
  const { svc_order_id, price, buy_flag, qty, traded_qty } = order
  if (price === null) return []
  const exit = exitOf(order, complexOrders)
  const name = exit === undefined ? (buy_flag ? 'Buy' : 'Sell') : shortName(exit)
  const canMove = canTrade.value && (exit === undefined ? isAmendable(order) : moveOf(exit, complexOrders) !== null)
  const label = `${name} ${quantity(qty - traded_qty)}`
  return [{ id: svc_order_id, price, kind: buy_flag ? 'buy' : 'sell', label, canMove }]
}

const entryOf = ({ position, avg_buy_price, avg_sell_price }: NonNullable<OwnHere['position']>): number | null =>
  position > 0 ? avg_buy_price : avg_sell_price

const stopLine = (order: ComplexOrder, complexOrders: readonly ComplexOrder[]): Line[] => {
  const { complex_order_id, conditional_order } = order
  const price =
    conditional_order?.stop_order_price ??
    conditional_order?.trigger_stop_order_price ??
    conditional_order?.trigger_order_limit_price ??
    null
  if (price === null) return []
  const label = `${shortName(order)} ${quantity(conditional_order?.trigger_order_qty)}`
  const canMove = canTrade.value && moveOf(order, complexOrders) !== null
  return [{ id: complex_order_id, price, kind: 'stop', label, canMove }]
}

const shortName = ({ complex_order_subtype }: ComplexOrder): string =>
  (complex_order_subtype ?? 'STOP').replace('_', ' ')
