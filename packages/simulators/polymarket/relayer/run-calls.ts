/** Effect of calls of a wallet on chain: all of them, or none if one reverts (live reference, sections 4.4 and 9.1). */

import { decodeFunctionData, isHex, parseAbi } from 'viem'
import { heldOf, ledgerOf, merge, redeem } from '../chain/pay-out.ts'
import { CASH } from '../chain/wallets.ts'
import type { PolymarketMarket } from '../world/catalogue.ts'
import {
  ADAPTER,
  COLLATERAL,
  CONDITIONAL_TOKENS,
  NEG_RISK_ADAPTER,
  POSITION_MANAGER,
  ROUTER,
} from '../world/contracts.ts'
import { stateOf } from '../world/market-reads.ts'
import type { Member, PolymarketWorld } from '../world/world.ts'
import type { WalletCall } from './relayed-action.ts'

/** Words of the revert; null when all calls ran. */
export const runCalls = (
  world: PolymarketWorld,
  member: Member,
  calls: readonly WalletCall[],
  transactionHash: string,
): string | null => {
  const effects: Array<() => void> = []
  for (const call of calls) {
    const effect = effectOf(world, member, call, transactionHash)
    if (typeof effect === 'string') return `execution reverted: ${effect}`
    effects.push(effect)
  }
  for (const effect of effects) effect()
  return null
}

/** True if the relayer forwards calls to that contract. */
export const isAllowedTarget = (to: string): boolean =>
  [COLLATERAL, CONDITIONAL_TOKENS, POSITION_MANAGER, ADAPTER, NEG_RISK_ADAPTER, ROUTER].some((one) => is(to, one))

const TOKENS = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function redeemPositions(address collateral, bytes32 parent, bytes32 conditionId, uint256[] indexSets)',
  'function mergePositions(address collateral, bytes32 parent, bytes32 conditionId, uint256[] partition, uint256 amount)',
  'function splitPosition(address collateral, bytes32 parent, bytes32 conditionId, uint256[] partition, uint256 amount)',
  'function redeem(bytes31 conditionId, uint256 outcomeIndex, uint256 amount)',
  'function merge(bytes31 conditionId, uint256 amount)',
  'function split(bytes31 conditionId, uint256 amount)',
])

const effectOf = (
  world: PolymarketWorld,
  member: Member,
  { to, data }: WalletCall,
  transactionHash: string,
): string | (() => void) => {
  const call = decoded(data)
  if (call === null) return 'unknown function'
  const about = { world, member, to, transactionHash }
  switch (call.functionName) {
    case 'approve': {
      const [spender, amount] = call.args
      if (!is(to, COLLATERAL)) return 'not the collateral'
      return () => world.approvals.approve(member.funder, to, spender, amount)
    }
    case 'setApprovalForAll': {
      const [operator, approved] = call.args
      if (!is(to, CONDITIONAL_TOKENS) && !is(to, POSITION_MANAGER)) return 'not a ledger of outcome tokens'
      return () => world.approvals.approve(member.funder, to, operator, approved ? 2n ** 256n - 1n : 0n)
    }
    case 'redeemPositions': {
      // On the ledger itself pUSD is the wrong collateral: it succeeds, and pays nothing.
      if (is(to, CONDITIONAL_TOKENS)) return () => undefined
      return withMarket(about, call.args[2], (market) => {
        if (stateOf(world, market).payoutYes === null) return 'result for condition not received yet'
        return () => redeem(world, member, market, heldOf(world, member, market), transactionHash)
      })
    }
    case 'mergePositions':
      return withMarket(about, call.args[2], (market) => merged(about, market, Number(call.args[4])))
    case 'splitPosition':
      return withMarket(about, call.args[2], (market) => splitUp(about, market, Number(call.args[4])))
    case 'redeem': {
      const [conditionId, index, wanted] = call.args
      return withMarket(about, `${conditionId}00`, (market) => {
        if (stateOf(world, market).payoutYes === null) return 'condition is not resolved'
        const amount = Number(wanted)
        const held = heldOf(world, member, market)
        if (index > 1n || amount > (held[Number(index)] ?? 0)) return 'balance is too low'
        return () => redeem(world, member, market, index === 0n ? [amount, 0] : [0, amount], transactionHash)
      })
    }
    case 'merge':
      return withMarket(about, `${call.args[0]}00`, (market) => merged(about, market, Number(call.args[1])))
    case 'split':
      return withMarket(about, `${call.args[0]}00`, (market) => splitUp(about, market, Number(call.args[1])))
  }
}

interface About {
  readonly world: PolymarketWorld
  readonly member: Member
  readonly to: string
  readonly transactionHash: string
}

/** The contract must be the one for that market, and must be let at its tokens. */
const withMarket = (
  { world, member, to }: About,
  conditionId: string,
  act: (market: PolymarketMarket) => string | (() => void),
): string | (() => void) => {
  const market = world.catalogue.markets.get(conditionId.toLowerCase())
  if (market === undefined) return 'unknown condition'
  const own = market.version === 'v2' ? ROUTER : market.event.negRisk ? NEG_RISK_ADAPTER : ADAPTER
  if (!is(to, own)) return 'the condition is of another contract'
  if (world.approvals.allowance(member.funder, ledgerOf(market), to) === 0n) return 'operator is not approved'
  return act(market)
}

const merged = (
  { world, member, transactionHash }: About,
  market: PolymarketMarket,
  pairs: number,
): string | (() => void) => {
  if (pairs > Math.min(...heldOf(world, member, market))) return 'balance is too low'
  return () => merge(world, member, market, pairs, transactionHash)
}

const splitUp = (
  { world, member, to, transactionHash }: About,
  market: PolymarketMarket,
  pairs: number,
): string | (() => void) => {
  if (world.approvals.allowance(member.funder, COLLATERAL, to) < BigInt(pairs)) return 'allowance is too low'
  if (pairs > world.wallets.settled(member.id, CASH)) return 'balance is too low'
  return () => merge(world, member, market, -pairs, transactionHash)
}

const decoded = (data: string) => {
  try {
    return decodeFunctionData({ abi: TOKENS, data: isHex(data) ? data : '0x' })
  } catch {
    return null
  }
}

const is = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
