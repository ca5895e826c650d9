/** Moves armed stops on custom assets that an earlier version stored for all users to the lists of their users. */

import { type Log, logged } from '#ports/kernel/log.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { WatchedBasket, WatchStore } from '#ports/price-watch/watch-store.ts'
import { atOnce } from '../../kernel/at-once.ts'

export interface MoveOldShareDeps {
  readonly complexOrders: Pick<ComplexOrderStore, 'get' | 'save'> & Pick<WatchStore, 'unwatchOld'>
  readonly log: Log
}

const AT_ONCE = 8

/** A stop that cannot be moved stays where it is, is watched there, and a later look tries again. */
export const moveOldShare = (deps: MoveOldShareDeps, baskets: readonly WatchedBasket[]): Promise<void> =>
  atOnce(AT_ONCE, baskets, ({ complexOrderId }) =>
    move(deps, complexOrderId).catch(
      logged(deps.log, 'warn', 'an armed stop stays where an earlier version stored it', { complexOrderId }),
    ),
  )

const move = async ({ complexOrders }: MoveOldShareDeps, complexOrderId: string): Promise<void> => {
  const stop = await complexOrders.get(complexOrderId)
  // To store it again is to store it where it belongs. One that is over is watched nowhere.
  if (stop?.status === 'ACTIVE' && !(await complexOrders.save({ changedComplexOrders: [stop] }))) return
  await complexOrders.unwatchOld(complexOrderId)
}
