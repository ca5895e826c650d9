/** Any order of a user, whatever it is on, and how far it has got: what both kinds of orders can be asked alike. */

import type { Qty } from '../kernel/numbers.ts'
import { isOrderComplete, isOrderOffTheBook, isOrderSettling } from '../orders/dependents/entry-view.ts'
import { filledOf, type Order } from '../orders/order.ts'
import { isFinal } from '../orders/status.ts'
import type { BasketOrder } from './basket-order.ts'

/** An order on one market, or one on a custom asset. */
export type PlacedOrder = Order | BasketOrder

/** Whether the order is on a custom asset. */
export const isBasketOrder = (order: PlacedOrder): order is BasketOrder => order.svcId === null

/** What counts as filled: of the order itself, or of all its legs. */
export const filledBy = (order: PlacedOrder): Qty => (isBasketOrder(order) ? order.filledQty : filledOf(order))

/** Whether the order is stored and not to be sent yet: an exit behind the orders of linked exits. */
export const isHeld = (order: PlacedOrder): boolean => order.heldBack && !isFinal(order.status)

/** Whether the order is final here and on no book. A cancelled order still on the exchange's book is not off the book. */
export const isOffTheBook = (order: PlacedOrder): boolean =>
  isBasketOrder(order) ? isFinal(order.status) : isOrderOffTheBook(order)

/** Whether every fill the exchange counts is stored, and no send of the order is still watched for. */
export const isComplete = (order: PlacedOrder): boolean =>
  isBasketOrder(order) ? order.complete : isOrderComplete(order)

/** Whether something bought cannot be sold yet. */
export const isSettling = (order: PlacedOrder): boolean =>
  isBasketOrder(order) ? order.parts.some(({ settling }) => settling) : isOrderSettling(order)
