/** Shrinks resting exits and reduce-only orders to what the account holds. */

import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import { capRestingExits } from '../../contingent/track-position/cap-resting-exits.ts'
import { capReducingOrders } from '../../orders/amend/cap-reducing-orders.ts'
import type { PollContext } from '../poll-context.ts'

/** `saved` is the state that the poll ends with. */
export const capOrders = async ({ deps, sources, followed }: PollContext, saved: AccountSync): Promise<void> => {
  await capRestingExits(deps, sources, saved, followed.live)
  await capReducingOrders(deps, saved, followed.live)
}
