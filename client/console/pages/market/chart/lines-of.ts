/** Lines of a subaccount in the chart: open orders, stops, exits, and the price of the position. */

import type { ComplexOrder, Order } from '../../../api/types.ts'
import { isAmendable } from '../../../parts/order/change/amend-button.tsx'
import { moveOf } from '../../../parts/order/change/move-of.ts'
import { exitOf } from '../../../parts/order/exit-of.ts'
import { canTrade } from '../../../session/session.ts'
import type { OwnHere } from '../use-own-here.ts'
import { type Line, mergeLines, type SingleLine } from './merge-lines.ts'

export const linesOf = ({ orders, armed, complexOrders, position }: OwnHere): readonly Line[] => {
  const entry = position === null || position.position === 0 ? null : entryOf(position)
  return mergeLines([
    ...orders.flatMap((order) => orderLine(order, complexOrders)),
    ...armed.flatMap((order) => stopLine(order, complexOrders)),
    ...(entry === null
      ? []
      : [
          {
            id: 'position',
            price: entry,
            kind: 'position' as const,
            name: 'Held',
            qty: position?.position ?? null,
            canMove: false,
          },
        ]),
  ])
}

const orderLine = (order: Order, complexOrders: readonly ComplexOrder[]): SingleLine[] => {
  const { svc_order_id, price, buy_flag, qty, traded_qty } = order
  if (price === null) return []
  const exit = exitOf(order, complexOrders)
  const name = exit === undefined ? (buy_flag ? 'Buy' : 'Sell') : shortName(exit)
  const canMove = canTrade.value && (exit === undefined ? isAmendable(order) : moveOf(exit, complexOrders) !== null)
  return [{ id: svc_order_id, price, kind: buy_flag ? 'buy' : 'sell', name, qty: qty - traded_qty, canMove }]
}

const entryOf = ({ position, avg_buy_price, avg_sell_price }: NonNullable<OwnHere['position']>): number | null =>
  position > 0 ? avg_buy_price : avg_sell_price

const stopLine = (order: ComplexOrder, complexOrders: readonly ComplexOrder[]): SingleLine[] => {
  const { complex_order_id, conditional_order } = order
  const price =
    conditional_order?.stop_order_price ??
    conditional_order?.trigger_stop_order_price ??
    conditional_order?.trigger_order_limit_price ??
    null
  if (price === null) return []
  const qty = conditional_order?.trigger_order_qty ?? null
  const canMove = canTrade.value && moveOf(order, complexOrders) !== null
  return [{ id: complex_order_id, price, kind: 'stop', name: shortName(order), qty, canMove }]
}

const shortName = ({ complex_order_subtype }: ComplexOrder): string =>
  (complex_order_subtype ?? 'STOP').replace('_', ' ')
