/** Where the exchanges are. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'

/** One host of an exchange. Addresses are base URLs without a slash at the end. */
export interface ExchangeHost {
  readonly publicAddress: string
  /** The setting of a deployment that names another address (docs/deploy.md). */
  readonly setting: string
}

/** The hosts of each exchange. */
export const EXCHANGE_HOSTS = {
  EXCHANGE_A: {
    api: { publicAddress: 'https://external-api.kalshi.com/trade-api/v2', setting: 'exchangeAUrl' },
  },
  EXCHANGE_B: {
    clob: { publicAddress: 'https://clob.polymarket.com', setting: 'exchangeBClobUrl' },
    gamma: { publicAddress: 'https://gamma-api.polymarket.com', setting: 'exchangeBGammaUrl' },
    data: { publicAddress: 'https://data-api.polymarket.com', setting: 'exchangeBDataUrl' },
  },
} as const satisfies Readonly<Record<ExchangeName, Readonly<Record<string, ExchangeHost>>>>

/** The address of each host of each exchange. */
export type ExchangeAddresses = {
  readonly [Name in ExchangeName]: { readonly [Host in keyof (typeof EXCHANGE_HOSTS)[Name]]: string }
}

/** The exchanges that are traded, with their addresses. */
export type TradedExchanges = Partial<ExchangeAddresses>
