/** Sets, shows and ends the dead man's switch of a subaccount. */

import { notFound, type Problem } from '#domain/kernel/problem.ts'
import { type DeadMansSwitch, renewed, type SwitchTerms } from '#domain/risk/dead-mans-switch.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { DeadMansSwitchStore } from '#ports/risk/dead-mans-switch-store.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'
import { type EnqueueDeps, enqueueSweep } from '../work/enqueue.ts'

export interface KeepDeadMansSwitchDeps extends EnqueueDeps {
  readonly subaccounts: Pick<SubaccountStore, 'get'>
  readonly deadMansSwitches: DeadMansSwitchStore
  readonly clock: Clock
}

/** The switch as renewed now; 404 without such a subaccount. */
export const renewDeadMansSwitch = async (
  deps: KeepDeadMansSwitchDeps,
  of: Pick<DeadMansSwitch, 'userId' | 'subaccountId'>,
  terms: SwitchTerms,
): Promise<DeadMansSwitch | Problem> => {
  if ((await deps.subaccounts.get(of.userId, of.subaccountId)) === null) return notFound('Subaccount')
  const next = await retryOnConflict(`dead man's switch of ${of.subaccountId}`, async () => {
    const one = renewed(await deps.deadMansSwitches.get(of.subaccountId), of, terms, deps.clock())
    return (await deps.deadMansSwitches.save(one)) ? one : AGAIN
  })
  // On time where that is soon. A later one is met by the sweeper, some seconds after its time.
  await enqueueSweep(deps, terms.timeoutMs)
  return next
}

/** Null if none is set; 404 without such a subaccount. */
export const getDeadMansSwitch = async (
  deps: Pick<KeepDeadMansSwitchDeps, 'subaccounts' | 'deadMansSwitches'>,
  { userId, subaccountId }: Pick<DeadMansSwitch, 'userId' | 'subaccountId'>,
): Promise<DeadMansSwitch | null | Problem> => {
  if ((await deps.subaccounts.get(userId, subaccountId)) === null) return notFound('Subaccount')
  return deps.deadMansSwitches.get(subaccountId)
}

/** Ends it: nothing is cancelled for it any more. No error where none is set; 404 without such a subaccount. */
export const endDeadMansSwitch = async (
  deps: Pick<KeepDeadMansSwitchDeps, 'subaccounts' | 'deadMansSwitches'>,
  { userId, subaccountId }: Pick<DeadMansSwitch, 'userId' | 'subaccountId'>,
): Promise<null | Problem> => {
  if ((await deps.subaccounts.get(userId, subaccountId)) === null) return notFound('Subaccount')
  await retryOnConflict(`dead man's switch of ${subaccountId}`, async () => {
    const found = await deps.deadMansSwitches.get(subaccountId)
    return found === null || (await deps.deadMansSwitches.remove(found)) ? 'ended' : AGAIN
  })
  return null
}
