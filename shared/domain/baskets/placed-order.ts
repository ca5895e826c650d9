/** An order of either kind: on one market, or on a custom asset. */

import type { Qty } from '../kernel/numbers.ts'
import { isOrderComplete, isOrderOffTheBook, isOrderSettling } from '../orders/dependents/entry-view.ts'
import { filledOf, type Order } from '../orders/order.ts'
import { isFinal } from '../orders/status.ts'
import type { BasketOrder } from './basket-order.ts'

/** An order on one market, or one on a custom asset. */
export type PlacedOrder = Order | BasketOrder

/** Returns whether the order is on a custom asset. */
export const isBasketOrder = (order: PlacedOrder): order is BasketOrder => order.svcId === null

/** The filled quantity of the order, or of all its legs. */
export const filledBy = (order: PlacedOrder): Qty => (isBasketOrder(order) ? order.filledQty : filledOf(order))

/** Returns whether the order is stored and must not be sent yet: an exit behind the orders of linked exits. */
export const isHeld = (order: PlacedOrder): boolean => order.suspended && !isFinal(order.status)

/** Returns whether the order is final here and on no book. A cancelled order still on the exchange's book is not off the book. */
export const isOffTheBook = (order: PlacedOrder): boolean =>
  isBasketOrder(order) ? isFinal(order.status) : isOrderOffTheBook(order)

/** Returns whether every fill that the exchange counts is stored, and no send of the order is watched. */
export const isComplete = (order: PlacedOrder): boolean =>
  isBasketOrder(order) ? order.complete : isOrderComplete(order)

/** Returns whether a bought part cannot be sold yet. */
export const isSettling = (order: PlacedOrder): boolean =>
  isBasketOrder(order) ? order.parts.some(({ settling }) => settling) : isOrderSettling(order)
