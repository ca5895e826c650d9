/** EXCHANGE_B: Polymarket's CLOB (and Gamma for its catalogue) behind our port. */

import type { Exchange } from '#ports/exchanges/exchange.ts'
import { judgeByState } from '../judge-by-state.ts'
import { NO_AMEND, ONE_PURSE } from '../not-offered.ts'
import { accountReads } from './account/account-reads.ts'
import { readiness } from './account/readiness.ts'
import { sessionOf } from './http/session.ts'
import { tradingClient } from './http/trading-client.ts'
import { marketContexts } from './markets/market-context.ts'
import { type FindTokens, rememberedTokens } from './markets/tokens.ts'
import { cancelParts, clearTheWay, invalidateParts } from './orders/cancel-orders.ts'
import { expectedRefusals } from './orders/expected-refusals.ts'
import { partChildObservations } from './orders/part-observations.ts'
import { prepareParts } from './orders/prepare-parts.ts'
import { partIds } from './orders/read-parts.ts'
import { recentSales } from './orders/recent-sales.ts'
import { partSender } from './orders/send-part.ts'
import { type ClearTheWay, submitParts } from './orders/submit-parts.ts'
import { type PolymarketOptions, polymarketMarketData } from './polymarket-market-data.ts'
import { walletRelay } from './relayer/wallet-relay.ts'
import { verify } from './wallet/verify.ts'

export const polymarketExchange = (options: PolymarketOptions): Exchange => {
  const { clock, onSkip } = options
  const api = tradingClient(options)
  const tokensOf = rememberedTokens(options.tokensOf)
  const marketData = polymarketMarketData(options, api, tokensOf)
  const markets = marketContexts(api, clock, tokensOf)
  /**
   * Finds the tokens of any market in which the account has traded elsewhere: a market that our catalogue does not have
   * is read.
   */
  const findTokens: FindTokens = async (conditionId, signal) => {
    const stored = await tokensOf(conditionId)
    if (stored !== null) return stored
    const [market] = await marketData.marketsById([conditionId], signal)
    const [yes, no] = [market?.tokenIdYes, market?.tokenIdNo]
    return yes && no ? { yes, no } : null
  }
  const sales = recentSales(clock)
  const clear: ClearTheWay = async (session, hashes) => {
    const blocked = await clearTheWay(session, clock, hashes)
    if (blocked === null) for (const hash of hashes) sales.cancelled(hash)
    return blocked
  }
  const sends = { sendPart: partSender({ clock, markets, sales }), clearTheWay: clear }

  return {
    ...marketData,
    // The exchange knows an order by its hash only, and stores no id of ours (Polymarket reference, section 3.10).
    orderIdOf: () => null,
    prepare: (account, order, limit, attemptNumber, signal) =>
      prepareParts({ clock, markets, sales }, sessionOf(api, account, signal), order, limit, attemptNumber),
    expectedRefusals: async (order, known) => expectedRefusals(order, known),
    reserveRate: async (account, _order, patienceMs) => api.setAsideOrder(account, patienceMs),
    submit: async (account, order, signal) => {
      const seen = partChildObservations(clock, order.attempt.childObservations)
      const outcome = await submitParts(sends, sessionOf(api, account, signal), order, seen)
      // The CLOB says of a closed market that it was not found (reference, section 3.9).
      const mayBeClosed = outcome.kind === 'rejected' && outcome.code === 'market_not_found'
      const judged = mayBeClosed
        ? await judgeByState(outcome, () => marketData.marketStates([order.nativeId], signal, account))
        : outcome
      return { ...judged, childObservations: seen.toStore() }
    },
    invalidateIdentity: async (account, order, signal) => {
      const seen = partChildObservations(clock, order.attempt.childObservations)
      const outcome = await invalidateParts(sessionOf(api, account, signal), clock, seen, order)
      return { ...outcome, childObservations: seen.toStore() }
    },
    cancel: async (account, { exchangeOrderId, childObservations }, signal) => {
      const seen = partChildObservations(clock, childObservations)
      const outcome = await cancelParts(sessionOf(api, account, signal), seen, exchangeOrderId)
      if (outcome.kind === 'cancelled') for (const id of partIds(exchangeOrderId)) sales.cancelled(id)
      return { ...outcome, childObservations: seen.toStore() }
    },

    ...accountReads({ api, clock, markets, findTokens, onSkip }),
    ...walletRelay({ api, clock, sales, findTokens, payouts: marketData.payouts }),
    ...NO_AMEND,
    ...ONE_PURSE,
    // One key signs for wallets of several kinds (section 2.3), and the exchange lists the trades of one wallet.
    holderOf: async (account) => `${account.accountKey}:${api.traderOf(account).wallet.funder.toLowerCase()}`,
    readiness: readiness(api),
    verify: (given, signal) => verify(api, clock, given, signal),
  }
}
