/** Whether an order that may only reduce is worth a second of waiting: trades have not settled, and what they bought cannot be sold before. */

import { add, sumOf } from '#domain/kernel/numbers.ts'
import { MINUTE } from '#domain/kernel/time.ts'
import { replacedQty } from '#domain/orders/fills/whole-report.ts'
import type { Order } from '#domain/orders/order.ts'
import { isOfProtect } from '#domain/orders/origin.ts'
import { onlyReduces } from '#domain/orders/position/reducible.ts'
import type { Preparation } from '#domain/orders/send/send-outcome.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'
import { isSettling } from './is-settling.ts'

interface Deps {
  readonly positions: Pick<PositionStore, 'get'>
  readonly clock: Clock
}

/**
 * An order that must act now waits for half of its time: then it sells the settled shares, if the trades do not settle. A protect stop does
 * not wait: another of its orders sells the rest.
 */
export const awaitsShares = async (
  deps: Deps,
  order: Order,
  { parts }: Pick<Extract<Preparation, { kind: 'ready' }>, 'parts'>,
): Promise<boolean> => {
  if (parts === undefined || !onlyReduces(order) || isOfProtect(order)) return false
  const offered = add(
    sumOf(parts, ({ qty }) => qty),
    replacedQty(order),
  )
  const patience = order.sendBy === null ? MINUTE : (order.sendBy - order.createdAt) / 2
  if (offered >= order.qty || deps.clock() - order.createdAt >= patience) return false
  return isSettling(deps, order)
}
