/** Splits an order in YES terms into one or two of the exchange, where every sale needs the shares it sells. */

import { oneMinus, type Price, type Qty, remaining, smallest } from '#domain/kernel/numbers.ts'
import type { Order } from '#domain/orders/order.ts'
import { closesOnly } from '#domain/orders/order.ts'

/** One order of the exchange: at `price` of its own token. */
export interface Leg {
  readonly outcome: 'YES' | 'NO'
  readonly side: 'BUY' | 'SELL'
  readonly price: Price
  readonly qty: Qty
}

/** Least sizes of a part that sells and of one that buys. A sale that acts immediately may be below the minimum. */
export interface LeastParts {
  readonly sale: number
  readonly purchase: number
}

/**
 * Sells held shares of the token whose sale reduces the position, and opens the rest the other way. A sale of YES at p
 * is a purchase of NO at 1 − p, as the pair always makes a dollar. If either part would be too small, the whole order
 * opens: the resulting pairs of YES and NO are worth their dollar at any time. An order that only closes has no legs if
 * no shares are held.
 */
export const splitOrder = (
  order: { readonly buyFlag: boolean; readonly qty: Qty; readonly price: Price } & Pick<Order, 'origin' | 'reduceOnly'>,
  held: Qty,
  least: LeastParts,
): readonly Leg[] => {
  const { buyFlag, qty, price } = order
  const atNo = oneMinus(price)
  const reduce = (part: Qty): Leg =>
    buyFlag
      ? { outcome: 'NO', side: 'SELL', price: atNo, qty: part }
      : { outcome: 'YES', side: 'SELL', price, qty: part }
  const open = (part: Qty): Leg =>
    buyFlag ? { outcome: 'YES', side: 'BUY', price, qty: part } : { outcome: 'NO', side: 'BUY', price: atNo, qty: part }
  if (closesOnly(order)) {
    const part = smallest(held, qty)
    return part === 0 || part < least.sale ? [] : [reduce(part)]
  }
  const [closing, opening] = [smallest(held, qty), remaining(qty, held)]
  if (opening === 0) return [reduce(qty)]
  if (closing === 0 || closing < least.sale || opening < least.purchase) return [open(qty)]
  return [reduce(closing), open(opening)]
}
