/** Fires a dead man's switch that was not renewed in time: cancels what its terms name, and halts if they say so. */

import { isProblem } from '#domain/kernel/problem.ts'
import { SECOND } from '#domain/kernel/time.ts'
import { DEAD_MANS_SWITCH, type DeadMansSwitch, fired } from '#domain/risk/dead-mans-switch.ts'
import type { DeadMansSwitchStore } from '#ports/risk/dead-mans-switch-store.ts'
import { changeSubaccount } from '../accounts/change-subaccount.ts'
import { cancelOrdersOf } from '../orders/cancel/cancel-all-orders.ts'
import { enqueueSweep } from '../work/enqueue.ts'
import { type CancelEverythingDeps, cancelEverything, isTroubled } from './cancel-everything.ts'

export interface FireDeadMansSwitchDeps extends CancelEverythingDeps {
  readonly deadMansSwitches: DeadMansSwitchStore
}

/** How long the table has to get over its trouble with one of many orders. */
const TRY_AGAIN_AFTER = 10 * SECOND

/** Does nothing before its time, and may run any number of times. It counts as fired only when all is cancelled: a crash before that repeats it. */
export const fireDeadMansSwitch = async (deps: FireDeadMansSwitchDeps, subaccountId: string): Promise<void> => {
  const found = await deps.deadMansSwitches.get(subaccountId)
  if (found === null || found.dueAt === null || found.dueAt > deps.clock()) return
  const { userId, halt } = found
  const halted = halt
    ? await changeSubaccount(deps, userId, subaccountId, (one) =>
        one.limits.halted ? one : { ...one, limits: { ...one.limits, halted: true, updatedAt: deps.clock() } },
      )
    : await deps.subaccounts.get(userId, subaccountId)
  if (halted === null) {
    await deps.deadMansSwitches.remove(found)
    return
  }
  if (await hasTrouble(deps, found)) {
    await enqueueSweep(deps, TRY_AGAIN_AFTER)
    return
  }
  deps.log.warn('a dead man’s switch has fired', { subaccountId, lateMs: deps.clock() - found.dueAt })
  // Not saved: it was renewed meanwhile, and counts from then.
  await deps.deadMansSwitches.save(fired(found, deps.clock()))
}

/** Cancels what its terms name. Whether some of it could not be cancelled for the moment. */
const hasTrouble = async (
  deps: FireDeadMansSwitchDeps,
  { userId, subaccountId, includeComplexOrders }: DeadMansSwitch,
): Promise<boolean> => {
  if (includeComplexOrders) {
    const all = await cancelEverything(deps, userId, subaccountId, DEAD_MANS_SWITCH)
    return !isProblem(all) && isTroubled(all)
  }
  const orders = await cancelOrdersOf(deps, userId, subaccountId, {}, DEAD_MANS_SWITCH)
  return !isProblem(orders) && orders.troubled.length > 0
}
