/** Splits an order on different bets anew when the exchange of a member has refused its order. */

import { qty, sumOf } from '../kernel/numbers.ts'
import type { Order } from '../orders/order.ts'
import { isExitOrder } from '../orders/origin.ts'
import type { BasketOrder, BasketPart } from './basket-order.ts'
import { isRefused, mayBeRetried } from './excluded-members.ts'
import { sharesOf } from './plan/allocate-evenly.ts'
import type { BasketMember } from './plan/plan.ts'

/**
 * EQUAL splits over the members that take orders. If the exchange of a member refused all orders, its share goes to the others, as if the
 * refusal had been known before. Returns the same parts if nothing changes. An exit sells the holding of each member, so it waits instead.
 */
export const shareAnew = (
  basket: BasketOrder,
  parts: readonly BasketPart[],
  open: readonly Pick<BasketMember, 'svcId' | 'tickSizeQty'>[],
  made: readonly Order[],
): readonly BasketPart[] => {
  if (basket.allocation !== 'EQUAL' || isExitOrder(basket) || mayBeRetried(made)) return parts
  const legsIn = (svcId: number): readonly Order[] => made.filter((leg) => leg.svcId === svcId)
  const isFreed = ({ svcId, share }: BasketPart): boolean =>
    share !== null && share > 0 && legsIn(svcId).length > 0 && legsIn(svcId).every(isRefused)
  const isOpen = ({ svcId, share }: BasketPart): boolean => (share ?? 0) > 0 && open.some((one) => one.svcId === svcId)
  const due = sumOf(
    parts.filter((part) => isFreed(part) || isOpen(part)),
    ({ share }) => share ?? qty(0),
  )
  if (!parts.some(isFreed) || !parts.some(isOpen)) return parts
  const sharing = new Set(parts.filter(isOpen).map(({ svcId }) => svcId))
  const shares = sharesOf(
    due,
    open.filter(({ svcId }) => sharing.has(svcId)),
  )
  return parts.map((part) => {
    const share = shares.get(part.svcId)
    if (share === undefined) return isFreed(part) ? { ...part, share: qty(0) } : part
    // The bound was made for a smaller share. A bound of the user counts from the best price of the first plan.
    return { ...part, share, worstPrice: basket.maxSlippage === null ? null : part.worstPrice }
  })
}
