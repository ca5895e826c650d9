/** What counts as filled: what the exchange says or what the fills say, whichever is more, without what was reversed. */

import type { Qty } from '../kernel/numbers.ts'
import type { Order } from './order.ts'

export const filledOf = (order: Pick<Order, 'exchangeFilledQty' | 'reversedQty' | 'tradedQty'>): Qty =>
  Math.max(order.exchangeFilledQty - order.reversedQty, order.tradedQty) as Qty
