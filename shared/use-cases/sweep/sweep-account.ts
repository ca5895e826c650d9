/** Starts the chain of polls of an account again. */

import { accountName } from '#domain/accounts/account-ref.ts'
import { revive } from '#domain/accounts/sync/become-idle.ts'
import type { DueWork } from '#ports/work/work-store.ts'
import { enqueuePoll } from '../accounts/activate-account.ts'
import { WORK_LOG } from '../work/log-messages.ts'
import type { SweepItemDeps } from './sweep-deps.ts'

/** Does nothing if the sync is not due any more. Another write in between wins. */
export const sweepAccount = async (deps: SweepItemDeps, work: Extract<DueWork, { kind: 'account' }>): Promise<void> => {
  const now = deps.clock()
  const read = deps.read.accounts.get(accountName(work))
  const state = read ?? (await deps.accountSyncs.get(work.subaccountId, work.exchange))
  if (state === null || state.dueAt === null || state.dueAt > now) return
  const revived = revive(state, now)
  if (!(await deps.accountSyncs.save(revived))) return
  if (state.active)
    deps.log.warn(WORK_LOG.syncRestarted, {
      subaccountId: state.subaccountId,
      exchange: state.exchange,
    })
  await enqueuePoll(deps, revived, 0, { group: `${state.subaccountId}:swept`, look: !state.active })
}
