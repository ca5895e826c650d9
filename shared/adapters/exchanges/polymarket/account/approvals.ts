/** Needed and given permissions of a wallet, for each kind of market (live reference, section 3). */

import * as v from 'valibot'
import type { Finding } from '#domain/accounts/readiness.ts'
import type { Session } from '../http/session.ts'
import { CONTRACTS } from '../signing/contracts.ts'

/** One contract that must be allowed to move dollars (`approve`) or outcome tokens (`setApprovalForAll`) of the wallet. */
export interface Permission {
  readonly token: `0x${string}`
  readonly spender: `0x${string}`
  readonly standard: 'ERC20' | 'ERC1155'
  readonly why: string
}

const { collateral, conditionalTokens, positionManager } = CONTRACTS
const dollars = (spender: Permission['spender']): Permission => ({
  token: collateral,
  spender,
  standard: 'ERC20',
  why: 'pUSD, to buy',
})
const tokens = (
  token: Permission['token'],
  spender: Permission['spender'],
  why = 'outcome tokens, to sell',
): Permission => ({ token, spender, standard: 'ERC1155', why })

/** Permissions by the name of their check. */
export const PERMISSIONS: Readonly<Record<string, { readonly title: string; readonly all: readonly Permission[] }>> = {
  approvals_standard: {
    title: 'standard markets',
    all: [dollars(CONTRACTS.exchangeV2), tokens(conditionalTokens, CONTRACTS.exchangeV2)],
  },
  approvals_neg_risk: {
    title: 'neg-risk markets',
    all: [dollars(CONTRACTS.negRiskExchangeV2), tokens(conditionalTokens, CONTRACTS.negRiskExchangeV2)],
  },
  approvals_protocol_v2: {
    title: 'markets of Protocol V2',
    all: [dollars(CONTRACTS.exchangeV3), tokens(positionManager, CONTRACTS.exchangeV3)],
  },
  approvals_redemption: {
    title: 'redemption and merging',
    all: [
      tokens(conditionalTokens, CONTRACTS.adapter, 'outcome tokens of standard markets'),
      tokens(conditionalTokens, CONTRACTS.negRiskAdapter, 'outcome tokens of neg-risk markets'),
      tokens(positionManager, CONTRACTS.router, 'outcome tokens of Protocol V2'),
    ],
  },
}

/**
 * Returns the permissions that the wallet has not given. Throws `ExchangeUnavailable`. The exchange's answer can be 20
 * s old.
 */
export const missingPermissions = async (session: Session): Promise<readonly Permission[]> => {
  const query = { user: session.trader.wallet.funder }
  const call = { host: 'data', area: 'price_history', path: '/v2/approvals', query } as const
  const { contracts } = (await session.public.read(call, WireApprovals)).data
  // A row may contain "max" and not be approved: both are required.
  const given = new Set(
    contracts.filter(({ approved, amount }) => approved && amount !== '0').map((row) => nameOf(row.token, row.spender)),
  )
  return Object.values(PERMISSIONS)
    .flatMap(({ all }) => all)
    .filter(({ token, spender }) => !given.has(nameOf(token, spender)))
}

/** Returns one finding for each kind of market. */
export const approvalFindings = (missing: readonly Permission[], canRelay: boolean): readonly Finding[] =>
  Object.entries(PERMISSIONS).map(([check, { title, all }]) => {
    const lacking = all.filter((permission) => missing.includes(permission))
    if (lacking.length === 0) return { check, ok: true, detail: `Everything is approved for ${title}.` }
    const names = lacking.map(({ why, spender }) => `${why} (${spender})`).join('; ')
    return { check, ok: false, detail: `Not approved for ${title}: ${names}. ${canRelay ? BY_US : BY_HAND}` }
  })

const BY_US = 'Approve with POST …/credentials/EXCHANGE_B/approvals.'
const BY_HAND =
  'Approve on the exchange’s website by trading there once, or store a relayer_api_key and call POST …/credentials/EXCHANGE_B/approvals.'

const nameOf = (token: string, spender: string): string => `${token}|${spender}`.toLowerCase()

/** The list grows with new features: rows are found by token and spender. */
export const WireApprovals = v.object({
  data: v.object({
    contracts: v.array(
      v.object({ token: v.string(), spender: v.string(), approved: v.boolean(), amount: v.nullish(v.string()) }),
    ),
  }),
})
