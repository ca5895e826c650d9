/** Fills of one order in words: `Bought 4 at 45¢, 14 of 20 filled`. */

import { averagePrice } from '../format/average-price.ts'
import { quantity } from '../format/quantity.ts'
import type { Fills } from './entry.ts'

export const fillText = ({ qty, cost, buys, order }: Fills): string => {
  const traded = `${buys ? 'Bought' : 'Sold'} ${quantity(qty)} at ${averagePrice(cost / qty)}`
  if (order === null || order.qty <= qty) return traded
  const all = order.traded_qty >= order.qty ? 'all' : `${quantity(order.traded_qty)} of`
  return `${traded}, ${all} ${quantity(order.qty)} filled`
}
