/** EXCHANGE_B: Polymarket's CLOB (and Gamma for its catalogue) behind our port. */

import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { WalletRelay } from '#ports/exchanges/wallet-relay.ts'
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
import { partSightings } from './orders/part-sightings.ts'
import { prepareParts } from './orders/prepare-parts.ts'
import { partIds } from './orders/read-parts.ts'
import { recentSales } from './orders/recent-sales.ts'
import { partSender } from './orders/send-part.ts'
import { type ClearTheWay, submitParts } from './orders/submit-parts.ts'
import type { PolymarketOptions } from './polymarket-live-data.ts'
import { polymarketMarketData } from './polymarket-market-data.ts'
import { verify } from './wallet/verify.ts'

interface PolymarketExchangeOptions extends PolymarketOptions {
  /** Loads what signs for the chain; absent where nothing acts with a wallet. */
  readonly loadRelay?: (() => Promise<typeof import('./relayer/wallet-relay.ts')>) | undefined
}

export const polymarketExchange = (options: PolymarketExchangeOptions): Exchange => {
  const { clock, onSkip, loadRelay } = options
  const api = tradingClient(options)
  const tokensOf = rememberedTokens(options.tokensOf)
  const marketData = polymarketMarketData(options, api, tokensOf)
  const markets = marketContexts(api, clock, tokensOf)
  /** Of any market the account has traded elsewhere: one that our catalogue does not have is asked for. */
  const findTokens: FindTokens = async (conditionId, signal) => {
    const stored = await tokensOf(conditionId)
    if (stored !== null) return stored
    const [market] = await marketData.marketsById([conditionId], signal)
    const [yes, no] = [market?.tokenIdYes, market?.tokenIdNo]
    return yes && no ? { yes, no } : null
  }
  const sales = recentSales(clock)
  const sendPart = partSender({ clock, markets, sales })

  const relay = async (): Promise<WalletRelay> => {
    if (loadRelay === undefined)
      throw new Error('this function does not act with wallets: it takes its exchanges from TRADING')
    const { walletRelay } = await loadRelay()
    return walletRelay({ api, clock, sales, findTokens, payouts: marketData.payouts })
  }

  const clear: ClearTheWay = async (session, hashes) => {
    const blocked = await clearTheWay(session, clock, hashes)
    if (blocked === null) for (const hash of hashes) sales.cancelled(hash)
    return blocked
  }

  return {
    ...marketData,
    // An order is known by its hash only; there is no name of ours on it (Polymarket reference, section 3.10).
    orderIdOf: () => null,
    prepare: (account, order, limit, attemptNumber, signal) =>
      prepareParts({ clock, markets, sales }, sessionOf(api, account, signal), order, limit, attemptNumber),
    expectedRefusals: async (order, known) => expectedRefusals(order, known),
    takeTurn: async (account, _order, patienceMs) => api.setAsideOrder(account, patienceMs),
    submit: async (account, order, signal) => {
      const seen = partSightings(clock, order.attempt.sightings)
      const outcome = await submitParts(sendPart, clear, sessionOf(api, account, signal), order, seen)
      // Of a market that is over the CLOB says that it was not found (reference, section 3.9).
      const isShut = outcome.kind === 'rejected' && outcome.code === 'market_not_found'
      const judged = isShut
        ? await judgeByState(outcome, () => marketData.marketStates([order.nativeId], signal, account))
        : outcome
      return { ...judged, sightings: seen.toStore() }
    },
    invalidateIdentity: async (account, order, signal) => {
      const seen = partSightings(clock, order.attempt.sightings)
      const outcome = await invalidateParts(sessionOf(api, account, signal), clock, seen, order)
      return { ...outcome, sightings: seen.toStore() }
    },
    cancel: async (account, { exchangeOrderId, sightings }, signal) => {
      const seen = partSightings(clock, sightings)
      const outcome = await cancelParts(sessionOf(api, account, signal), seen, exchangeOrderId)
      if (outcome.kind === 'cancelled') for (const id of partIds(exchangeOrderId)) sales.cancelled(id)
      return { ...outcome, sightings: seen.toStore() }
    },

    ...accountReads({ api, clock, markets, findTokens, onSkip }),
    prepareAction: async (...given) => (await relay()).prepareAction(...given),
    sendAction: async (...given) => (await relay()).sendAction(...given),
    findAction: async (...given) => (await relay()).findAction(...given),
    holdsAny: async (...given) => (await relay()).holdsAny(...given),
    ...NO_AMEND,
    ...ONE_PURSE,
    // One key signs for wallets of several kinds (section 2.3), and the exchange tells the trades of one.
    holderOf: async (account) => `${account.accountKey}:${api.traderOf(account).wallet.funder.toLowerCase()}`,
    readiness: readiness(api),
    verify: (given, signal) => verify(api, clock, given, signal),
  }
}
