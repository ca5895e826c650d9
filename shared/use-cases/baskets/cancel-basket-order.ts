/** Takes a cancel request of an order on a custom asset: nothing more is planned, and its legs are asked off the book. */

import type { BasketOrder } from '#domain/baskets/basket-order.ts'
import { requestBasketCancel } from '#domain/baskets/transitions.ts'
import { isFinal } from '#domain/orders/status.ts'
import type { BasketOrderStore } from '#ports/basket-order-store.ts'
import type { Clock } from '#ports/clock.ts'
import type { CancelResult } from '../orders/cancel-order.ts'
import { enqueueBasket, type NudgeDeps } from '../orders/enqueue.ts'
import { changeBasket } from './change-basket.ts'

export interface CancelBasketOrderDeps extends NudgeDeps {
  readonly baskets: BasketOrderStore
  readonly clock: Clock
}

export const cancelBasketOrder = async (
  deps: CancelBasketOrderDeps,
  userId: string,
  orderId: string,
  reason: string,
): Promise<CancelResult> => {
  let finalBefore: BasketOrder | null = null
  const basket = await changeBasket(deps.baskets, orderId, (current) => {
    finalBefore = isFinal(current.status) ? current : null
    return current.userId !== userId || finalBefore !== null
      ? current
      : requestBasketCancel(current, reason, deps.clock())
  })
  if (basket === null || basket.userId !== userId) return { kind: 'not_found' }
  if (finalBefore !== null) return { kind: 'failed', reason: `The order is already ${basket.status}.` }
  if (!isFinal(basket.status)) await enqueueBasket(deps, basket)
  return { kind: 'accepted' }
}
