/** Cancels orders in paused markets if their users want that, and ends waiting orders in closed markets. */

import { accountName } from '#domain/accounts/account-ref.ts'
import { endWaiting } from '../../contingent/end/end-waiting.ts'
import { cancelPaused } from '../../orders/cancel/cancel-paused.ts'
import type { PollContext } from '../poll-context.ts'

/** Asks the exchange about the state of these markets at most at intervals. */
export const endClosed = async ({ deps, account, sources, followed, state }: PollContext): Promise<void> => {
  await cancelPaused(deps, sources, accountName(state), followed.live)
  await endWaiting(deps, sources, { ...account, ...followed })
}
