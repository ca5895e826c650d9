/** Fires a dead man's switch that was not renewed in time: cancels what its terms name, and halts if they say so. */

import { isProblem } from '#domain/kernel/problem.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import {
  beginFiring,
  DEAD_MANS_SWITCH,
  type DeadMansSwitch,
  endFiring,
  type SwitchScope,
} from '#domain/risk/dead-mans-switch.ts'
import type { DeadMansSwitchStore } from '#ports/risk/dead-mans-switch-store.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'
import { cancelOrdersOf } from '../orders/cancel/cancel-all-orders.ts'
import { changeLimits } from '../risk/change-limits.ts'
import { enqueueSweep } from '../work/enqueue.ts'
import { type CancelEverythingDeps, cancelEverything, isTroubled } from './cancel-everything.ts'

export interface FireDeadMansSwitchDeps extends CancelEverythingDeps {
  readonly deadMansSwitches: DeadMansSwitchStore
}

/** How long the table has to get over its trouble with one of many orders. */
const TRY_AGAIN_AFTER = 10 * SECOND

/**
 * Does nothing before its time, and may run any number of times. Stores the firing before it cancels anything, so that a later renewal
 * begins a new switch and reports the firing. The switch stays due until all is cancelled, so that the sweeper resumes after a crash.
 */
export const fireDeadMansSwitch = async (deps: FireDeadMansSwitchDeps, subaccountId: string): Promise<void> => {
  const found = await deps.deadMansSwitches.get(subaccountId)
  if (found === null || found.dueAt === null || found.dueAt > deps.clock()) return
  const begun = beginFiring(found, deps.clock())
  // A conflict: the switch was renewed meanwhile, or another run was faster.
  if (begun !== found && !(await deps.deadMansSwitches.save(begun))) return
  const { userId, firing, firedAt } = begun
  if (firing === null || firedAt === null) return
  if (!(await haltIfRequested(deps, begun))) {
    await retryOnConflict(`dead man's switch of ${subaccountId}`, () => removeSwitch(deps, subaccountId))
    return
  }
  if (await hasTrouble(deps, { userId, subaccountId, firing, firedAt })) {
    await enqueueSweep(deps, TRY_AGAIN_AFTER)
    return
  }
  deps.log.warn('dead man’s switch fired', { subaccountId, lateMs: deps.clock() - found.dueAt })
  await retryOnConflict(`dead man's switch of ${subaccountId}`, async () => {
    const now = await deps.deadMansSwitches.get(subaccountId)
    if (now === null || now.firing === null || now.firedAt !== firedAt) return 'ended'
    return (await deps.deadMansSwitches.save(endFiring(now))) ? 'ended' : AGAIN
  })
}

/** Halts trading if the switch says so. False if the subaccount is gone. */
const haltIfRequested = async (
  deps: FireDeadMansSwitchDeps,
  { userId, subaccountId, firing }: DeadMansSwitch,
): Promise<boolean> => {
  const subaccount =
    firing?.halt === true
      ? await changeLimits(deps, { userId, subaccountId, apiKeyId: null }, (limits) =>
          limits.halted ? limits : { ...limits, halted: true, updatedAt: deps.clock() },
        )
      : await deps.subaccounts.get(userId, subaccountId)
  return subaccount !== null
}

const removeSwitch = async (
  { deadMansSwitches }: FireDeadMansSwitchDeps,
  subaccountId: string,
): Promise<'gone' | typeof AGAIN> => {
  const found = await deadMansSwitches.get(subaccountId)
  return found === null || (await deadMansSwitches.remove(found)) ? 'gone' : AGAIN
}

/** Cancels all that was accepted until the firing. Returns true if another run has to try again. */
const hasTrouble = async (
  deps: FireDeadMansSwitchDeps,
  { userId, subaccountId, firing, firedAt }: Fired,
): Promise<boolean> => {
  if (firing.includeComplexOrders) {
    const all = await cancelEverything(deps, userId, subaccountId, DEAD_MANS_SWITCH, firedAt)
    return !isProblem(all) && isTroubled(all)
  }
  const leftBehind = { acceptedUntil: firedAt, sparesExits: true }
  const orders = await cancelOrdersOf(deps, userId, subaccountId, leftBehind, DEAD_MANS_SWITCH)
  return !isProblem(orders) && orders.troubled.length > 0
}

type Fired = Pick<DeadMansSwitch, 'userId' | 'subaccountId'> & {
  readonly firing: SwitchScope
  readonly firedAt: Millis
}
