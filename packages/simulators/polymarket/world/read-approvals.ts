/**
 * Approvals of a wallet in the Data host's view: it reads the chain at most every 20 s (live reference, section 3.3).
 */

import { PERMISSIONS } from '../chain/approvals.ts'
import type { ReadApprovals } from './market-reads.ts'
import type { PolymarketWorld } from './world.ts'

const CACHED_FOR = 20_000

export const readApprovals = (
  world: Pick<PolymarketWorld, 'approvals' | 'clock' | 'readApprovals'>,
  user: string,
): ReadApprovals => {
  const known = world.readApprovals.get(user)
  if (known !== undefined && world.clock() < known.at + CACHED_FOR) return known
  const rows = PERMISSIONS.map((permission) => ({
    ...permission,
    amount: world.approvals.allowance(user, permission.token, permission.spender),
  }))
  const read = { at: world.clock(), rows }
  world.readApprovals.set(user, read)
  return read
}
