/** Makes sure the orders of a venue account are watched, durably, before anything is sent for it. */

import { type VenueAccountState, wake } from '#domain/venue-account.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Queues } from '#ports/queues.ts'
import type { VenueAccountStore } from '#ports/store.ts'

export interface WakeAccountDeps {
  readonly venueAccounts: VenueAccountStore
  readonly queues: Queues
  readonly clock: Clock
  readonly log: Log
}

type Account = Pick<VenueAccountState, 'subaccountId' | 'exchange'>

export const wakeAccount = async (deps: WakeAccountDeps, account: Account): Promise<void> => {
  for (;;) {
    const state = await deps.venueAccounts.get(account.subaccountId, account.exchange)
    const woken = wake(state, account, deps.clock())
    if (woken === null) return
    if (await deps.venueAccounts.save(woken)) return askForPoll(deps, woken, 1_000)
  }
}

/** Sends the message for the poll after the stored one; when that fails the sweeper starts the chain again. */
export const askForPoll = async (
  deps: Pick<WakeAccountDeps, 'queues' | 'log'>,
  state: Account & Pick<VenueAccountState, 'poll'>,
  delayMs: number,
  group: string = state.subaccountId,
): Promise<void> => {
  const { subaccountId, exchange } = state
  try {
    await deps.queues.send('sync-account', { subaccountId, exchange, poll: state.poll + 1 }, { group, delayMs })
  } catch (error) {
    deps.log.warn('could not ask for a poll; the sweeper will', { subaccountId, exchange, error: String(error) })
  }
}
