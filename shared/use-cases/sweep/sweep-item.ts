/** Queues one piece of overdue work again, by its kind, or does it at once. */

import { assertServed } from '#ports/accounts/other-accounts.ts'
import type { DueWork } from '#ports/work/work-store.ts'
import { keepRecording } from '../changes/manage-recording.ts'
import { rollTradingDay } from '../risk/roll-trading-day.ts'
import { continueDeletion } from '../wind-down/delete-subaccount.ts'
import { fireDeadMansSwitch } from '../wind-down/fire-dead-mans-switch.ts'
import { continueFlattening } from '../wind-down/flatten-subaccount.ts'
import { sweepAccount } from './sweep-account.ts'
import { sweepComplexOrder } from './sweep-complex-order.ts'
import type { SweepItemDeps } from './sweep-deps.ts'
import { sweepOrder } from './sweep-order.ts'
import { sweepWebhooks } from './sweep-webhooks.ts'

/** Does nothing if the work was done since it was found. Throws `OtherAccounts` for work of accounts that the service does not trade with. */
export const sweepItem = async (deps: SweepItemDeps, work: DueWork): Promise<void> => {
  if ('subaccountId' in work) assertServed(deps.accounts, work.subaccountId)
  switch (work.kind) {
    case 'order':
      return sweepOrder(deps, work)
    case 'account':
      return sweepAccount(deps, work)
    case 'complex_order':
      return sweepComplexOrder(deps, work)
    case 'event':
    case 'delivery':
      return sweepWebhooks(deps, work)
    case 'trading_day':
      return rollTradingDay(deps, work.subaccountId, {
        day: deps.read.days.get(work.subaccountId),
        subaccount: deps.read.subaccounts.get(work.subaccountId),
      })
    case 'dead_mans_switch':
      return fireDeadMansSwitch(deps, work.subaccountId)
    case 'following':
      return keepRecording(deps, work.userId)
    case 'flattening':
      return continueFlattening(deps, work.subaccountId)
    case 'deletion':
      return continueDeletion(deps, work.subaccountId)
    case 'revocation':
      return sweepRevocation(deps, work)
    case 'connection':
      // Only versions before 1.0.0 store such work. Its connection ends on its own.
      return deps.work.finish(work).then(() => undefined)
    case 'unknown':
      throw new Error('nothing of this kind is ever due in this version')
  }
}

/**
 * `push-changes` ends the streams of revoked keys. The message is repeated, because the request that revoked them may
 * have died.
 */
const sweepRevocation = async (deps: SweepItemDeps, work: Extract<DueWork, { kind: 'revocation' }>): Promise<void> => {
  const { userId } = work
  await deps.queues.send('push-changes', { userId }, { group: userId })
  await deps.work.finish(work)
}
