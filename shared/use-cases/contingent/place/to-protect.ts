/** The order that a new protect stop would place now, for the current position. A stop that could never protect a position is refused. */

import type { Conditional, TriggerOrder } from '#domain/contingent/conditional.ts'
import type { Qty } from '#domain/kernel/numbers.ts'
import { type Problem, problem } from '#domain/kernel/problem.ts'
import { flooredToLot } from '#domain/markets/lot-size.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import { AGAIN, retryOnConflict } from '../../kernel/retry-on-conflict.ts'
import { type ProtectedPositionDeps, protectedPosition } from '../track-position/protected-position.ts'

export interface ToProtectDeps extends ProtectedPositionDeps {
  readonly orders: Pick<OrderStore, 'live'>
}

interface Requested {
  readonly trigger: TriggerOrder
  readonly protect: boolean
}

/**
 * Returns the trigger order with the quantity of the position. A stop without `protect` keeps its own quantity. Without a position, an
 * order that may open one must be at work: else the side or the market is a mistake. A position below `lot` counts as none.
 */
export const toProtect = async (
  deps: ToProtectDeps,
  { trigger, protect }: Requested,
  { subaccountId, target }: Pick<Conditional, 'subaccountId' | 'target'>,
  lot: Qty,
): Promise<TriggerOrder | Problem> => {
  if (!protect || target.kind !== 'market') return trigger
  const read = await retryOnConflict('a position', async () => {
    const seen = await protectedPosition(deps, { subaccountId, target, trigger }, () =>
      deps.orders.live(subaccountId, target.exchange),
    )
    return seen === 'changed' ? AGAIN : seen
  })
  const { position, beside: live } = read
  const { svcId } = target
  const mayOpen = live.some((order) => order.svcId === svcId && order.buyFlag !== trigger.buyFlag)
  const held = flooredToLot({ lot }, position.closable)
  return held > 0 || mayOpen ? { ...trigger, qty: held } : NOTHING_TO_PROTECT
}

const NOTHING_TO_PROTECT = problem(
  409,
  'nothing_to_protect',
  'Nothing is held that trigger_order.buy_flag would close, and no order is at work that may open such a position.',
)
