/**
 * Holding of a wallet in one market, by the chain. The list of positions is behind by minutes, and leaves inactive
 * markets out (sections 5.1 and 7.1).
 */

import type { Qty } from '#domain/kernel/numbers.ts'
import { freshBalance } from '../account/holdings.ts'
import type { Session } from '../http/session.ts'
import type { FindTokens, Tokens } from '../markets/tokens.ts'
import type { TradingContext } from '../signing/contracts.ts'

export interface WalletHolding {
  readonly tokens: Tokens
  readonly version: 'v1' | 'v2'
  readonly assetType: TradingContext['assetType']
  readonly yes: Qty
  readonly no: Qty
}

/** Returns null if the tokens of the market are unknown. Throws `ExchangeUnavailable`. */
export const walletHolding = async (
  findTokens: FindTokens,
  session: Session,
  conditionId: string,
): Promise<WalletHolding | null> => {
  const tokens = await findTokens(conditionId, session.signal)
  if (tokens === null) return null
  const version = isOfVersion2(tokens.yes) ? 'v2' : 'v1'
  const assetType = version === 'v2' ? 'CONDITIONAL-V2' : 'CONDITIONAL'
  const [yes, no] = await Promise.all([
    freshBalance(session, assetType, tokens.yes),
    freshBalance(session, assetType, tokens.no),
  ])
  return { tokens, version, assetType, yes, no }
}

/** Returns true for an id of version 2, which has 64 reserved bits that are 0 (live reference, section 1.2). */
const isOfVersion2 = (token: string): boolean => (BigInt(token) & (((1n << 64n) - 1n) << 40n)) === 0n
