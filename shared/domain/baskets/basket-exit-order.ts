/** The exit view of an order on a custom asset. */

import { type ExitOrder, exitOrder } from '../orders/dependents/exit-order.ts'
import { type BasketOrder, notHeldOf } from './basket-order.ts'
import { isOffTheBook } from './placed-order.ts'

/** The view of all legs together. */
export const basketExitOrder = (order: BasketOrder): ExitOrder =>
  exitOrder(order, {
    filled: order.filledQty,
    notHeld: notHeldOf(order),
    isOffTheBook: isOffTheBook(order),
    refusedSince: null,
  })
