/**
 * Approvals of contracts to move assets of a wallet: dollars up to an amount, outcome tokens all or none (live
 * reference, section 3).
 */

import {
  ADAPTER,
  AUTO_REDEEMER,
  BINARY_MODULE,
  COLLATERAL,
  CONDITIONAL_TOKENS,
  NEG_RISK_ADAPTER,
  NEG_RISK_MODULE,
  POSITION_MANAGER,
  ROUTER,
} from '../world/contracts.ts'
import { NEG_RISK, PROTOCOL_V2, STANDARD } from '../world/exchange-context.ts'

/** One permission the exchange knows of. Addresses as the exchange writes them. */
export interface Permission {
  readonly feature: 'trading' | 'redeeming' | 'auto_redeem' | 'migration'
  readonly token: string
  readonly spender: string
  readonly standard: 'ERC20' | 'ERC1155'
}

/** `amount` in base units; `2n ** 256n - 1n` for no bound, and for an operator of outcome tokens. */
export interface ApprovalRow {
  readonly owner: string
  readonly token: string
  readonly spender: string
  readonly amount: string
}

export interface Approvals {
  /** Remaining allowance of the spender; 0 without an approval. */
  readonly allowance: (owner: string, token: string, spender: string) => bigint
  readonly approve: (owner: string, token: string, spender: string, amount: bigint) => void
  /** Subtracts the spent amount from a bounded allowance. */
  readonly spend: (owner: string, token: string, spender: string, amount: number) => void
  /** True if the wallet has ever approved anything. */
  readonly knows: (owner: string) => boolean
  /** Approves all the exchange's own client would. */
  readonly approveAll: (owner: string) => void
  readonly restore: (row: ApprovalRow) => void
}

export const UNLIMITED = 2n ** 256n - 1n

const erc20 = (feature: Permission['feature'], spender: string): Permission => ({
  feature,
  token: COLLATERAL,
  spender,
  standard: 'ERC20',
})
const erc1155 = (feature: Permission['feature'], token: string, spender: string): Permission => ({
  feature,
  token,
  spender,
  standard: 'ERC1155',
})

/** The whole set of the official client but its deposit for another product (live reference, section 3.2). */
export const PERMISSIONS: readonly Permission[] = [
  erc20('trading', STANDARD.exchange),
  erc20('trading', NEG_RISK.exchange),
  erc20('trading', PROTOCOL_V2.exchange),
  erc1155('trading', CONDITIONAL_TOKENS, STANDARD.exchange),
  erc1155('trading', CONDITIONAL_TOKENS, NEG_RISK.exchange),
  erc1155('trading', POSITION_MANAGER, PROTOCOL_V2.exchange),
  erc20('redeeming', ADAPTER),
  erc20('redeeming', NEG_RISK_ADAPTER),
  erc20('redeeming', ROUTER),
  erc1155('redeeming', CONDITIONAL_TOKENS, ADAPTER),
  erc1155('redeeming', CONDITIONAL_TOKENS, NEG_RISK_ADAPTER),
  erc1155('redeeming', POSITION_MANAGER, ROUTER),
  erc1155('auto_redeem', CONDITIONAL_TOKENS, AUTO_REDEEMER),
  erc1155('auto_redeem', POSITION_MANAGER, AUTO_REDEEMER),
  erc1155('migration', CONDITIONAL_TOKENS, BINARY_MODULE),
  erc1155('migration', CONDITIONAL_TOKENS, NEG_RISK_MODULE),
]

export const createApprovals = (keep: (kind: string, key: string, row: ApprovalRow) => void): Approvals => {
  const amounts = new Map<string, bigint>()

  const allowance: Approvals['allowance'] = (owner, token, spender) => amounts.get(nameOf(owner, token, spender)) ?? 0n

  const approve: Approvals['approve'] = (owner, token, spender, amount) => {
    const name = nameOf(owner, token, spender)
    amounts.set(name, amount)
    keep('approval', name, { owner, token, spender, amount: String(amount) })
  }

  return {
    allowance,
    approve,
    spend: (owner, token, spender, amount) => {
      const left = allowance(owner, token, spender)
      if (left !== UNLIMITED && amount > 0) {
        approve(owner, token, spender, left > BigInt(amount) ? left - BigInt(amount) : 0n)
      }
    },
    knows: (owner) => PERMISSIONS.some(({ token, spender }) => amounts.has(nameOf(owner, token, spender))),
    approveAll: (owner) => {
      for (const { token, spender } of PERMISSIONS) approve(owner, token, spender, UNLIMITED)
    },
    restore: ({ owner, token, spender, amount }) => {
      amounts.set(nameOf(owner, token, spender), BigInt(amount))
    },
  }
}

const nameOf = (owner: string, token: string, spender: string): string => `${owner}|${token}|${spender}`.toLowerCase()
