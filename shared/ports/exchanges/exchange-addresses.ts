/** Addresses of the exchanges. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'

/** One host of an exchange. Addresses are base URLs without a slash at the end. */
export interface ExchangeHost {
  readonly publicAddress: string
  /** The same host of the exchange's demo; absent where there is no demo. */
  readonly demoAddress?: string
  /** The setting of a deployment that names another address (docs/deploy.md). */
  readonly setting: string
  /**
   * The host whose data this WebSocket streams. An exchange is traded without its sockets too: prices are then polled.
   * By default the socket belongs to the environment of that host.
   */
  readonly streamsFor?: string
}

/** The hosts of each exchange (Kalshi reference, section 1; Polymarket live reference, section 1). */
export const EXCHANGE_HOSTS = {
  EXCHANGE_A: {
    api: {
      publicAddress: 'https://external-api.kalshi.com/trade-api/v2',
      demoAddress: 'https://external-api.demo.kalshi.co/trade-api/v2',
      setting: 'exchangeAUrl',
    },
    ws: {
      publicAddress: 'wss://external-api-ws.kalshi.com/trade-api/ws/v2',
      demoAddress: 'wss://external-api-ws.demo.kalshi.co/trade-api/ws/v2',
      setting: 'exchangeAWsUrl',
      streamsFor: 'api',
    },
  },
  EXCHANGE_B: {
    clob: { publicAddress: 'https://clob.polymarket.com', setting: 'exchangeBClobUrl' },
    gamma: { publicAddress: 'https://gamma-api.polymarket.com', setting: 'exchangeBGammaUrl' },
    data: { publicAddress: 'https://data-api.polymarket.com', setting: 'exchangeBDataUrl' },
    relayer: { publicAddress: 'https://relayer-v2.polymarket.com', setting: 'exchangeBRelayerUrl' },
    site: { publicAddress: 'https://polymarket.com', setting: 'exchangeBSiteUrl' },
    marketWs: {
      publicAddress: 'wss://ws-subscriptions-clob.polymarket.com/ws/market',
      setting: 'exchangeBMarketWsUrl',
      streamsFor: 'clob',
    },
    userWs: {
      publicAddress: 'wss://ws-subscriptions-clob.polymarket.com/ws/user',
      setting: 'exchangeBUserWsUrl',
      streamsFor: 'clob',
    },
  },
} as const satisfies Readonly<Record<ExchangeName, Readonly<Record<string, ExchangeHost>>>>

type Hosts<Name extends ExchangeName> = (typeof EXCHANGE_HOSTS)[Name]
type Sockets<Name extends ExchangeName> = {
  [Host in keyof Hosts<Name>]: Hosts<Name>[Host] extends { readonly streamsFor: string } ? Host : never
}[keyof Hosts<Name>]

/** The address of each host of each exchange. A socket without an address is absent. */
export type ExchangeAddresses = {
  readonly [Name in ExchangeName]: { readonly [Host in Exclude<keyof Hosts<Name>, Sockets<Name>>]: string } & {
    readonly [Host in Sockets<Name>]?: string
  }
}

/** The exchanges that are traded, with their addresses. */
export type TradedExchanges = Partial<ExchangeAddresses>

/** The socket that belongs to the environment of `address`: production, demo, or none (`''`) for another address. */
export const socketBeside = (socket: ExchangeHost, source: ExchangeHost, address: string): string => {
  if (address === source.publicAddress) return socket.publicAddress
  return (address === source.demoAddress ? socket.demoAddress : undefined) ?? ''
}
