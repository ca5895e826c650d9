/** Fixed data of a desk in memory: one user, one subaccount without limits, one market. */

import type { Subaccount } from '#domain/accounts/subaccount.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { problem } from '#domain/kernel/problem.ts'
import { SUBACCOUNT, sampleMarket, sampleSubaccount, USER } from '#test/adapters/store/samples.ts'
import { contracts, T0 } from '#test/domain/contingent/complex-samples.ts'

export const deskPorts = (exchange: ExchangeName) => {
  const market = sampleMarket('DESK', {
    exchange,
    tickSizeQty: contracts(1),
    // No smaller quantity can be sold: EXCHANGE_B has such markets.
    minimumOrderSize: contracts(exchange === 'EXCHANGE_B' ? 3 : 1),
  })
  let subaccount = sampleSubaccount({ name: 'desk', insertedAt: T0, version: 1 })
  const credentials = {
    subaccountId: SUBACCOUNT,
    userId: USER,
    exchange,
    exchangeAccount: 'account',
    fingerprint: '',
    verifiedAt: T0,
    insertedAt: T0,
    sealed: '',
    paperCash: null,
    relays: false,
    autoRedeem: false,
  }
  return {
    market,
    subaccounts: {
      get: async () => subaccount,
      getMany: async () => [subaccount],
      list: async () => [subaccount],
      create: async () => false,
      remove: async () => false,
      save: async (changed: Subaccount) => {
        subaccount = { ...changed, version: changed.version + 1 }
        return true
      },
    },
    webhooks: { list: async () => [] },
    changes: { log: async () => null, save: async () => false },
    credentials: {
      get: async () => credentials,
      put: async () => 'stored' as const,
      remove: async () => false,
      readiness: async () => ({ checks: [], version: 0 }),
      saveReadiness: async () => true,
    },
    markets: {
      get: async () => market,
      getMany: async () => [market],
      name: async () => undefined,
    },
    customAssets: {
      create: nobodyAsks,
      get: nobodyAsks,
      list: nobodyAsks,
      save: nobodyAsks,
      remove: nobodyAsks,
    },
    // No limit is set, so this port is never read.
    haltOfDeployment: async () => null,
    tradingDays: { get: async () => null, getMany: async () => [], save: async () => false, remove: async () => false },
    positions: { ofSubaccount: nobodyAsks, get: async () => null },
    fills: { inMarkets: nobodyAsks },
    marketData: { book: async () => AWAY, candles: nobodyAsks, lastTrade: nobodyAsks, quotes: nobodyAsks },
    accountSyncs: { get: async () => null, getMany: async () => [], save: async () => true },
    exchanges: () => null,
    deliveries: { defer: async () => false },
  }
}

const AWAY = problem(503, 'exchange_unavailable', 'A desk in memory shows no books.')

const nobodyAsks = async (): Promise<never> => {
  throw new Error('a desk in memory does not know')
}
