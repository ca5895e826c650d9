/** How an order in YES terms becomes one or two of the exchange, where every sale needs the shares it sells. */

import { ONE, type Price, type Qty } from '#domain/kernel/numbers.ts'
import type { Order } from '#domain/orders/order.ts'
import { closesOnly } from '#domain/orders/order.ts'

/** One order of the exchange: at `price` of its own token. */
export interface Leg {
  readonly outcome: 'YES' | 'NO'
  readonly side: 'BUY' | 'SELL'
  readonly price: Price
  readonly qty: Qty
}

/**
 * What is held of the token whose sale reduces the position goes first; the rest opens the other way: a sale of YES at
 * p is a purchase of NO at 1 − p, as the pair always makes a dollar. Where either part would be too small to be taken,
 * all of it goes as one: the pair of YES and NO that is held then is worth its dollar at any time. What only closes is
 * no order at all where nothing is held.
 */
export const splitOrder = (
  order: { readonly buyFlag: boolean; readonly qty: Qty; readonly price: Price } & Pick<Order, 'origin'>,
  held: Qty,
  minSize: number,
): readonly Leg[] => {
  const { buyFlag, qty, price } = order
  const atNo = (ONE - price) as Price
  const reduce = (part: number): Leg =>
    buyFlag
      ? { outcome: 'NO', side: 'SELL', price: atNo, qty: part as Qty }
      : { outcome: 'YES', side: 'SELL', price, qty: part as Qty }
  const open = (part: number): Leg =>
    buyFlag
      ? { outcome: 'YES', side: 'BUY', price, qty: part as Qty }
      : { outcome: 'NO', side: 'BUY', price: atNo, qty: part as Qty }
  if (closesOnly(order)) {
    const part = Math.min(held, qty)
    return part === 0 || part < minSize ? [] : [reduce(part)]
  }
  const [closing, opening] = [Math.min(held, qty), Math.max(0, qty - held)]
  if (opening === 0) return [reduce(qty)]
  if (closing === 0 || closing < minSize || opening < minSize) return [open(qty)]
  return [reduce(closing), open(opening)]
}
