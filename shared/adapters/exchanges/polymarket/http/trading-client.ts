/** Calls for accounts, signed by the API credentials that are sealed with their wallets. */

import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { accountHeaders } from '../signing/account-headers.ts'
import { type Trader, unseal } from '../wallet/sealed-wallet.ts'
import { type Client, type ClientOptions, client, UNREADABLE } from './client.ts'

export interface TradingClient extends Client {
  /** Returns the trader of an account. Throws `ExchangeUnavailable` for unreadable secrets. */
  traderOf(account: ExchangeAccount): Trader
}

export const tradingClient = (options: ClientOptions): TradingClient => ({
  ...client(options, ({ secrets }) => {
    const trader = unseal(secrets)
    if (trader === null) return null
    return ({ method, path, body }) =>
      accountHeaders(trader.credentials, Math.floor(options.clock() / 1_000), method, path, body)
  }),
  traderOf: ({ secrets }) => {
    const trader = unseal(secrets)
    if (trader === null) throw new ExchangeUnavailable('EXCHANGE_B', UNREADABLE)
    return trader
  },
})
