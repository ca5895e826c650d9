/** The cash of wallets at EXCHANGE_B. */

import type { Funds } from '#ports/exchanges/funds.ts'
import { ONE_PURSE } from '../not-offered.ts'
import { balances } from './account/balances.ts'
import type { ClientOptions } from './http/client.ts'
import { tradingClient } from './http/trading-client.ts'

export const polymarketFunds = (options: ClientOptions): Funds => ({
  balances: balances(tradingClient(options)),
  ...ONE_PURSE,
})
