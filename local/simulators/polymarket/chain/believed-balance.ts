/** What the exchange believes a wallet holds: it remembers balances, and may not have seen the latest yet (3.5, 10). */

import type { PolymarketWorld } from '../world/world.ts'

type Reads = Pick<PolymarketWorld, 'clock' | 'switches' | 'wallets' | 'readBalances'>

/** Money that has left is always noticed; money that has come only when the exchange reads again. */
export const believedBalance = (world: Reads, account: string, asset: string): number => {
  const settled = world.wallets.settled(account, asset)
  if (world.switches.balanceCacheMs === 0) return settled
  const read = world.readBalances.get(`${account}|${asset}`)
  if (read === undefined || read.at + world.switches.balanceCacheMs <= world.clock()) {
    return readBalance(world, account, asset)
  }
  return Math.min(settled, read.amount)
}

export const readBalance = (world: Reads, account: string, asset: string): number => {
  const amount = world.wallets.settled(account, asset)
  world.readBalances.set(`${account}|${asset}`, { amount, at: world.clock() })
  return amount
}
