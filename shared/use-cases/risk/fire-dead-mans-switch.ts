/** Fires a dead man's switch that nobody has renewed in time: cancels what its terms name, and halts if they say so. */

import { DEAD_MANS_SWITCH, fired } from '#domain/risk/dead-mans-switch.ts'
import type { DeadMansSwitchStore } from '#ports/risk/dead-mans-switch-store.ts'
import { changeSubaccount } from '../accounts/change-subaccount.ts'
import { cancelOrdersOf } from '../orders/cancel/cancel-all-orders.ts'
import { type CancelEverythingDeps, cancelEverything } from './cancel-everything.ts'

export interface FireDeadMansSwitchDeps extends CancelEverythingDeps {
  readonly deadMansSwitches: DeadMansSwitchStore
}

/** Does nothing before its time, and may run any number of times. It counts as fired only when all is cancelled: a crash before that repeats it. */
export const fireDeadMansSwitch = async (deps: FireDeadMansSwitchDeps, subaccountId: string): Promise<void> => {
  const found = await deps.deadMansSwitches.get(subaccountId)
  if (found === null || found.dueAt === null || found.dueAt > deps.clock()) return
  const { userId, halt, includeComplexOrders } = found
  const halted = halt
    ? await changeSubaccount(deps, userId, subaccountId, (one) =>
        one.limits.halted ? one : { ...one, limits: { ...one.limits, halted: true, updatedAt: deps.clock() } },
      )
    : await deps.subaccounts.get(userId, subaccountId)
  if (halted === null) {
    await deps.deadMansSwitches.remove(found)
    return
  }
  if (includeComplexOrders) await cancelEverything(deps, userId, subaccountId, DEAD_MANS_SWITCH)
  else await cancelOrdersOf(deps, userId, subaccountId, {}, DEAD_MANS_SWITCH)
  deps.log.warn('a dead man’s switch has fired', { subaccountId, lateMs: deps.clock() - found.dueAt })
  // Not saved: it was renewed meanwhile, and counts from then.
  await deps.deadMansSwitches.save(fired(found, deps.clock()))
}
