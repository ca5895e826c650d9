/** Encoded calls of a wallet on the chain (live reference, section 4.4). */

import type { Hex } from 'viem'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import type { Permission } from '../account/approvals.ts'
import { CONTRACTS } from '../signing/contracts.ts'

export interface WalletCall {
  readonly to: Hex
  readonly data: Hex
}

/** The market as contracts know it, with the amounts of its two tokens in base units, which are millionths. */
export interface HeldMarket {
  readonly conditionId: Hex
  readonly version: 'v1' | 'v2'
  readonly negRisk: boolean
  readonly yes: number
  readonly no: number
}

/** Approves without a bound: a bounded allowance would have to be renewed between orders. */
export const approvalCall = ({ token, spender, standard }: Permission): WalletCall => ({
  to: token,
  data:
    standard === 'ERC20'
      ? encodeFunctionData({ abi: ABI, functionName: 'approve', args: [spender, 2n ** 256n - 1n] })
      : encodeFunctionData({ abi: ABI, functionName: 'setApprovalForAll', args: [spender, true] }),
})

/**
 * Redeems the whole balance of both outcomes. The call is never sent to the ledger itself: with pUSD that succeeds and
 * pays nothing.
 */
export const redeemCalls = ({ conditionId, version, negRisk, yes, no }: HeldMarket): readonly WalletCall[] => {
  if (version === 'v1') {
    const args = [CONTRACTS.collateral, ROOT, conditionId, [1n, 2n]] as const
    return [{ to: adapterOf(negRisk), data: encodeFunctionData({ abi: ABI, functionName: 'redeemPositions', args }) }]
  }
  return [yes, no].flatMap((held, outcome) =>
    held === 0
      ? []
      : [
          {
            to: CONTRACTS.router,
            data: encodeFunctionData({
              abi: ABI,
              functionName: 'redeem',
              args: [shortId(conditionId), BigInt(outcome), BigInt(held)],
            }),
          },
        ],
  )
}

/** Merges that many pairs of YES and NO into dollars. */
export const mergeCall = ({ conditionId, version, negRisk }: HeldMarket, pairs: number): WalletCall =>
  version === 'v1'
    ? {
        to: adapterOf(negRisk),
        data: encodeFunctionData({
          abi: ABI,
          functionName: 'mergePositions',
          args: [CONTRACTS.collateral, ROOT, conditionId, [1n, 2n], BigInt(pairs)],
        }),
      }
    : {
        to: CONTRACTS.router,
        data: encodeFunctionData({ abi: ABI, functionName: 'merge', args: [shortId(conditionId), BigInt(pairs)] }),
      }

/** Both adapters take the same calldata. */
const adapterOf = (negRisk: boolean): Hex => (negRisk ? CONTRACTS.negRiskAdapter : CONTRACTS.adapter)

/** Returns 31 bytes: the padded id without its last byte. */
const shortId = (conditionId: Hex): Hex => `0x${conditionId.slice(2, 64)}`

const ROOT: Hex = `0x${'0'.repeat(64)}`

const ABI = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function redeemPositions(address collateral, bytes32 parent, bytes32 conditionId, uint256[] indexSets)',
  'function mergePositions(address collateral, bytes32 parent, bytes32 conditionId, uint256[] partition, uint256 amount)',
  'function redeem(bytes31 conditionId, uint256 outcomeIndex, uint256 amount)',
  'function merge(bytes31 conditionId, uint256 amount)',
])
