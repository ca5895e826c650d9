/** The exchange's view of a wallet's balance: it remembers balances, and may not have seen the latest yet (3.5, 10). */

import type { PolymarketWorld } from '../world/world.ts'

type Reads = Pick<PolymarketWorld, 'clock' | 'switches' | 'wallets' | 'readBalances'>

/** For an order: money that has left is always noticed; money that has come only when the exchange reads again. */
export const believedBalance = (world: Reads, account: string, asset: string): number =>
  Math.min(world.wallets.settled(account, asset), rememberedBalance(world, account, asset))

/** Reported balance: as the exchange last read it, also if money has left since. */
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
