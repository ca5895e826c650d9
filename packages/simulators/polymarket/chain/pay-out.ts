/**
 * Actions of wallets with outcome tokens on chain: redeem them once a market is resolved, merge and split pairs (live
 * reference, section 4.4).
 */

import { createHash } from 'node:crypto'
import { isPending } from '../clob/account/trade.ts'
import type { PolymarketMarket } from '../world/catalogue.ts'
import { AUTO_REDEEMER, CONDITIONAL_TOKENS, POSITION_MANAGER } from '../world/contracts.ts'
import { stateOf } from '../world/market-reads.ts'
import type { Member, PolymarketWorld } from '../world/world.ts'
import type { ChainEvent } from './chain-event.ts'
import { settleTrade } from './settlement.ts'
import { CASH } from './wallets.ts'

const ONE = 1_000_000

/** Trades that were matched before the end can no longer fail. From now on holders may redeem. */
export const noteResolution = (world: PolymarketWorld, market: PolymarketMarket): void => {
  for (const trade of world.wallets.unsettled) {
    if (trade.market === market.conditionId && isPending(trade)) settleTrade(world, trade, world.clock())
  }
  world.unredeemed.add(market.conditionId)
  redeemForWallets(world)
}

/** The exchange's own operator redeems for the wallets that approved it, after a while, or never. */
export const redeemForWallets = (world: PolymarketWorld): void => {
  const { autoRedeemAfterMs } = world.switches
  if (autoRedeemAfterMs === null) return
  for (const conditionId of world.unredeemed) {
    const market = world.catalogue.markets.get(conditionId)
    if (market === undefined || world.clock() < stateOf(world, market).updatedAt + autoRedeemAfterMs) continue
    for (const member of world.members.values()) {
      if (world.approvals.allowance(member.funder, ledgerOf(market), AUTO_REDEEMER) === 0n) continue
      const tokens = heldOf(world, member, market)
      if (tokens[0] + tokens[1] > 0) redeem(world, member, market, tokens, hashOf(world, 'auto'))
    }
    // Owners without an approval may approve later: they are checked again only after a restart.
    world.unredeemed.delete(conditionId)
  }
}

/** Redeems all resolved holdings of every owner, as if by hand. */
export const redeemForAll = (world: PolymarketWorld): void => {
  for (const market of world.catalogue.markets.values()) {
    if (world.marketStates.get(market.conditionId)?.payoutYes == null) continue
    for (const member of world.members.values()) {
      const tokens = heldOf(world, member, market)
      if (tokens[0] + tokens[1] > 0) redeem(world, member, market, tokens, hashOf(world, 'by hand'))
    }
  }
}

/** The contract that keeps the outcome tokens of the market. */
export const ledgerOf = ({ version }: PolymarketMarket): string =>
  version === 'v2' ? POSITION_MANAGER : CONDITIONAL_TOKENS

export const heldOf = (world: PolymarketWorld, { id }: Member, { tokens }: PolymarketMarket): [number, number] => [
  world.wallets.settled(id, tokens[0]),
  world.wallets.settled(id, tokens[1]),
]

/** Takes these tokens, and pays what the market says they are worth. */
export const redeem = (
  world: PolymarketWorld,
  member: Member,
  market: PolymarketMarket,
  tokens: readonly [number, number],
  transactionHash: string,
): void => {
  const payoutYes = stateOf(world, market).payoutYes ?? 0
  const worth = [payOf(tokens[0], payoutYes), payOf(tokens[1], ONE - payoutYes)] as const
  move(world, member, market, { kind: 'REDEEM', tokens, worth }, transactionHash)
}

const payOf = (tokens: number, payout: number): number => Number((BigInt(tokens) * BigInt(payout)) / BigInt(ONE))

/** Turns pairs of both outcomes back into dollars; below 0 it makes pairs of dollars. */
export const merge = (
  world: PolymarketWorld,
  member: Member,
  market: PolymarketMarket,
  pairs: number,
  transactionHash: string,
): void => {
  // Each half is worth half of the dollar.
  const half = Math.trunc(pairs / 2)
  const worth = [half, pairs - half] as const
  move(world, member, market, { kind: pairs < 0 ? 'SPLIT' : 'MERGE', tokens: [pairs, pairs], worth }, transactionHash)
}

export const hashOf = (world: PolymarketWorld, about: string): string =>
  `0x${createHash('sha256').update(`${world.seed}:${about}:${world.engine.ledger.nextSequence()}`).digest('hex')}`

const move = (
  world: PolymarketWorld,
  { id }: Member,
  market: PolymarketMarket,
  what: Pick<ChainEvent, 'kind' | 'tokens' | 'worth'>,
  transactionHash: string,
): void => {
  world.wallets.credit(id, CASH, what.worth[0] + what.worth[1])
  for (const outcome of [0, 1] as const) world.wallets.credit(id, market.tokens[outcome], -what.tokens[outcome])
  const event: ChainEvent = {
    ...what,
    account: id,
    conditionId: market.conditionId,
    at: world.clock(),
    sequence: world.engine.ledger.nextSequence(),
    transactionHash,
  }
  world.chainEvents.push(event)
  world.keep('chain_event', String(event.sequence), event)
}
