/** Whether an order may only make a position smaller: an exit of one, or a sale of what a custom asset holds. */

import type { Order } from './order.ts'

export const closesOnly = ({ exitOf, legOf, buyFlag }: Pick<Order, 'exitOf' | 'legOf' | 'buyFlag'>): boolean =>
  exitOf !== null || (legOf !== null && !buyFlag)
