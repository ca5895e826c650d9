/** Reads the outcome of a public trade by its token. */

import { unreadable } from '../http/wire-amounts.ts'

/**
 * Returns true for the token of NO. Throws `ExchangeUnavailable` for a token of another market. The exchange ignores filters that it does
 * not know (live reference, section 7), and the price of another market is no price of YES.
 */
export const isNoToken = (
  tokenId: string | null | undefined,
  { yes, no }: { readonly yes: string | null; readonly no: string | null },
): boolean => {
  if (!tokenId || (tokenId !== no && tokenId !== yes))
    throw unreadable('trade of a token that the market does not have')
  return tokenId === no
}
