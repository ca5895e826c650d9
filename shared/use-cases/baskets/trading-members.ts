/** Finds members that trade, or may trade again. Their exchange decides about members that the catalogue lists as closed. */

import { isProblem } from '#domain/kernel/problem.ts'
import type { Market } from '#domain/markets/market.ts'
import type { LiveMarketData } from '../markets/live-market-data.ts'

export interface TradingMembersDeps {
  readonly marketData: Pick<LiveMarketData, 'quotes'>
}

/** The catalogue knows no pause, and is minutes old. It decides only if the exchange does not answer. */
export const tradingMembers = async (
  { marketData }: TradingMembersDeps,
  members: readonly Market[],
): Promise<readonly Market[]> => {
  const doubtful = members.filter(({ status }) => status === 'closed')
  if (doubtful.length === 0) return members
  const quotes = await marketData.quotes(doubtful)
  return members.filter(({ svcId, status }) => {
    const quote = quotes.get(svcId) ?? null
    return status !== 'closed' || (quote !== null && !isProblem(quote) && quote.state !== 'closed')
  })
}
