/** Fills of an account in YES terms, from its trades. */

import type { FillReport, UnreadTrade } from '#ports/exchanges/exchange-reports.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { OnSkip } from '../../or-skip.ts'
import type { Session } from '../http/session.ts'
import type { WireTrade } from '../http/wire.ts'
import { conditionIdOf } from '../markets/condition-id.ts'
import type { MarketContexts } from '../markets/market-context.ts'
import type { FindTokens } from '../markets/tokens.ts'
import type { Trades } from './account-pages.ts'
import { fillsOf } from './to-fills.ts'

export interface OwnFillsDeps {
  readonly markets: MarketContexts
  readonly findTokens: FindTokens
  /** Called for every trade in a market whose YES token is unknown. Such a trade is left out. */
  readonly onSkip: OnSkip
}

export interface OwnFills {
  readonly fills: readonly FillReport[]
  readonly unread: readonly UnreadTrade[]
}

/** Throws `ExchangeUnavailable`. */
export const ownFills = async (
  { markets, findTokens, onSkip }: OwnFillsDeps,
  { trader, signal }: Session,
  { trades, unread }: Trades,
): Promise<OwnFills> => {
  const us = { funder: trader.wallet.funder, apiKey: trader.credentials.apiKey }
  const fills: FillReport[] = []
  const odd = [...unread]
  for (const trade of trades) {
    const ours = orOdd(trade, odd, () => fillsOf(trade, us))
    if (ours.length === 0) continue
    const conditionId = conditionIdOf(trade.market)
    const tokens = await findTokens(conditionId, signal)
    // Only a taker pays.
    const fee = ours.some(({ isMaker }) => !isMaker) ? await markets.feeOf(conditionId, signal) : null
    const found = orOdd(trade, odd, () => ours.map((fill) => fill.inYesTerms(tokens, fee)))
    if (found.includes(null)) onSkip(trade.id, 'a trade in a market nobody knows the YES token of')
    fills.push(...found.filter((fill) => fill !== null))
  }
  return { fills, unread: odd }
}

/** Returns the result of `read`. If it cannot read the trade, adds the trade to `odd` and returns nothing. */
const orOdd = <Value>(
  { id, taker_order_id, maker_orders }: WireTrade,
  odd: UnreadTrade[],
  read: () => readonly Value[],
): readonly Value[] => {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ExchangeUnavailable)) throw error
    const orders = [taker_order_id, ...(maker_orders ?? []).map(({ order_id }) => order_id)]
    odd.push({ tradeId: id, exchangeOrderIds: orders.map((one) => one.toLowerCase()), reason: error.message })
    return []
  }
}
