/** What of a subaccount is drawn into the chart: open orders, stops, exits, and the price of the position. */

import type { ComplexOrder } from '../../api/types.ts'
import { quantity } from '../../format/quantity.ts'
import type { OwnHere } from './use-own-here.ts'

export interface Line {
  readonly id: string
  readonly price: number
  readonly kind: 'buy' | 'sell' | 'stop' | 'position'
  readonly label: string
}

export const linesOf = ({ orders, armed, position }: OwnHere): readonly Line[] => [
  ...orders.flatMap(({ svc_order_id, price, buy_flag, qty, traded_qty }): Line[] =>
    price === null
      ? []
      : [
          {
            id: svc_order_id,
            price,
            kind: buy_flag ? 'buy' : 'sell',
            label: `${buy_flag ? 'Buy' : 'Sell'} ${quantity(qty - traded_qty)}`,
          },
        ],
  ),
  ...armed.flatMap(stopLine),
  ...(position === null || position.position === 0 || entryOf(position) === null
    ? []
    : [
        {
          id: 'position',
          price: entryOf(position) ?? 0,
          kind: 'position' as const,
          label: quantity(position.position),
        },
      ]),
]

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
    : [{ id: complex_order_id, price, kind: 'stop', label: (complex_order_subtype ?? 'STOP').replace('_', ' ') }]
}
