/** What would become of an order at EXCHANGE_B. */

import type { PreviewSource } from '#ports/exchanges/preview-source.ts'
import { balances } from './account/balances.ts'
import { sessionOf } from './http/session.ts'
import { tradingClient } from './http/trading-client.ts'
import { marketContexts } from './markets/market-context.ts'
import { rememberedTokens } from './markets/tokens.ts'
import { expectedRefusals } from './orders/expected-refusals.ts'
import { planParts } from './orders/plan-parts.ts'
import { recentSales } from './orders/recent-sales.ts'
import { type PolymarketOptions, polymarketLiveData } from './polymarket-live-data.ts'

export const polymarketPreviews = (options: PolymarketOptions): PreviewSource => {
  const { clock } = options
  const api = tradingClient(options)
  const tokensOf = rememberedTokens(options.tokensOf)
  const deps = { clock, markets: marketContexts(api, clock, tokensOf), sales: recentSales(clock) }
  return {
    ...polymarketLiveData(options, api, tokensOf),
    balances: balances(api),
    prepare: async (account, order, limit, attemptNumber, signal) => {
      const plan = await planParts(deps, sessionOf(api, account, signal), order, limit, attemptNumber)
      return plan.kind === 'planned' ? { kind: 'ready', parts: plan.sends, holdsBackMs: plan.holdsBackMs } : plan
    },
    expectedRefusals: async (order, known) => expectedRefusals(order, known),
  }
}
