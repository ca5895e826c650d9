/** The two tokens of a market, and which of them is YES. */

import { keepNewest } from '#domain/kernel/keep-newest.ts'
import type { Market } from '#domain/markets/market.ts'

export interface Tokens {
  readonly yes: string
  readonly no: string
}

/** Returns the tokens by our stored catalogue; null for a market that it does not have. */
export type TokensOf = (conditionId: string) => Promise<Tokens | null>

/** Returns the tokens also of a market that only the exchange's own catalogue has. Throws `ExchangeUnavailable`. */
export type FindTokens = (conditionId: string, signal: AbortSignal) => Promise<Tokens | null>

/** Reads the tokens in our catalogue by condition id. */
export const storedTokens =
  (storedMarket: (conditionId: string) => Promise<Market | null>): TokensOf =>
  async (conditionId) => {
    const market = await storedMarket(conditionId)
    const [yes, no] = [market?.tokenIdYes, market?.tokenIdNo]
    return yes && no ? { yes, no } : null
  }

/** Reads the tokens of each market once; a market that is not stored yet is read again. */
export const rememberedTokens = (storedTokensOf: TokensOf): TokensOf => {
  const tokens = new Map<string, Tokens>()
  return async (conditionId) => {
    const known = tokens.get(conditionId)
    if (known !== undefined) return known
    const stored = await storedTokensOf(conditionId)
    if (stored !== null) keepNewest(tokens, conditionId, stored, MOST_REMEMBERED)
    return stored
  }
}

const MOST_REMEMBERED = 5_000
