/** The part of a position that other orders already offer, so that a closing order leaves it to them. */

import type { ComplexOrder, Order, Position } from '../../api/types.ts'
import { exitOf } from '../order/exit-of.ts'
import { isFinal } from '../order/status-badge.tsx'

export interface Offer {
  readonly order: Order
  /** The exit that has placed it; undefined for an order of the user. */
  readonly exit: ComplexOrder | undefined
  readonly qty: number
}

/** Exits and reduce-only orders of the closing side. EXCHANGE_B keeps the shares of every order for it (decision 0011). */
export const offersOf = (
  { position, exchange_name }: Pick<Position, 'position' | 'exchange_name'>,
  orders: readonly Order[],
  complexOrders: readonly ComplexOrder[],
): readonly Offer[] =>
  orders
    .filter((order) => !isFinal(order) && order.buy_flag === position < 0)
    .map((order) => ({ order, exit: exitOf(order, complexOrders), qty: Math.max(0, order.qty - order.traded_qty) }))
    .filter(({ order, exit }) => order.reduce_only || exit !== undefined || exchange_name === 'EXCHANGE_B')

/** How many contracts a closing order would trade now. */
export const closableNow = (position: number, offers: readonly Offer[]): number => {
  const offered = offers.reduce((sum, { qty }) => sum + qty, 0)
  return Math.max(0, Math.round((Math.abs(position) - offered) * 1_000_000) / 1_000_000)
}
