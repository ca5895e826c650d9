/** What the exchange believes a wallet holds: it remembers balances, and may not have seen the latest yet (3.5, 10). */

import type { PolymarketWorld } from '../world/world.ts'

type Reads = Pick<PolymarketWorld, 'clock' | 'switches' | 'wallets' | 'readBalances'>

/** For an order: money that has left is always noticed; money that has come only when the exchange reads again. */
export const believedBalance = (world: Reads, account: string, asset: string): number =>
  Math.min(world.wallets.settled(account, asset), rememberedBalance(world, account, asset))

/** What it tells of a balance: as it last read it, also where money has left since. */
export const rememberedBalance = (world: Reads, account: string, asset: string): number => {
  const read = world.readBalances.get(`${account}|${asset}`)
  const isOld = read === undefined || read.at + world.switches.balanceCacheMs <= world.clock()
  return isOld ? readBalance(world, account, asset) : read.amount
}

export const readBalance = (world: Reads, account: string, asset: string): number => {
  const amount = world.wallets.settled(account, asset)
  world.readBalances.set(`${account}|${asset}`, { amount, at: world.clock() })
  return amount
}
