/**
 * Leaves out members whose holdings have not arrived when an exit on a custom asset is planned. The exchange's positions lag behind fills,
 * and on EXCHANGE_B shares arrive with the settlement. A member with an open order of the exit waits too.
 */

import type { BasketOrder } from '#domain/baskets/basket-order.ts'
import { entryIdOf } from '#domain/orders/origin.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { BasketReading } from './read-members.ts'

/** Number of tries before a smaller position is believed. Positions lag behind fills, so every counted fill must also be stored. */
const BELIEVED_AFTER = 2

/** Returns the reading without waiting members; `passing` if there are any. `open` are members with an order under way. */
export const awaitHoldings = async (
  { orders }: { readonly orders: Pick<OrderStore, 'getBasket'> },
  exit: BasketOrder,
  reading: BasketReading,
  open: ReadonlySet<number>,
): Promise<BasketReading> => {
  const entryId = entryIdOf(exit)
  const parent = entryId === null ? null : await orders.getBasket(entryId)
  const isBelieved =
    exit.retries >= BELIEVED_AFTER && (parent === null || parent.tradedQty + parent.reversedQty >= parent.filledQty)
  const settling = new Set(parent?.parts.flatMap((part) => (part.settling ? part.svcId : [])))
  const lacking = reading.members.filter(({ svcId, held }) => {
    if (open.has(svcId)) return true
    const part = exit.parts.find((one) => one.svcId === svcId)
    // The first plan fixes the holding of a member.
    if (part === undefined || part.held !== null) return false
    return settling.has(svcId) || (!isBelieved && held !== null && held < (part.most ?? 0))
  })
  if (lacking.length === 0) return reading
  return {
    members: reading.members.filter((member) => !lacking.includes(member)),
    skipped: [
      ...reading.skipped,
      ...lacking.map(({ svcId }) => ({ svcId, ...(open.has(svcId) ? UNDER_WAY : ON_ITS_WAY) })),
    ],
    passing: true,
  }
}

const ON_ITS_WAY = { code: 'not_held_yet', reason: 'What was bought of it does not show at the exchange yet.' }

const UNDER_WAY = { code: 'order_under_way', reason: 'An order of it is still under way.' }
