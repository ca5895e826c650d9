/** Which token of a market of EXCHANGE_B is YES and which is NO: what the catalogue stored, and nothing guessed. */

import { svcIdOf } from '#domain/markets/market.ts'
import type { MarketStore } from '#ports/store.ts'

/** By condition id; null for a market the catalogue does not have. */
export const storedTokens =
  (markets: Pick<MarketStore, 'get'>) =>
  async (conditionId: string): Promise<{ readonly yes: string; readonly no: string } | null> => {
    const market = await markets.get(svcIdOf('EXCHANGE_B', conditionId))
    if (market === null || market.nativeId !== conditionId) return null
    const { tokenIdYes: yes, tokenIdNo: no } = market
    return yes === null || no === null ? null : { yes, no }
  }
