/** Table of contents: each exchange with its calls for accounts, and all code that signs. */

import type { Exchange } from '#ports/exchanges/exchange.ts'
import { kalshiExchange } from './kalshi/kalshi-exchange.ts'
import { storedTokens } from './polymarket/markets/tokens.ts'
import { polymarketExchange } from './polymarket/polymarket-exchange.ts'
import type { TableOfContents } from './registry.ts'

export const ACCOUNTS: TableOfContents<Exchange> = {
  EXCHANGE_A: kalshiExchange,
  EXCHANGE_B: (options) => polymarketExchange({ ...options, tokensOf: storedTokens(options.storedMarket) }),
}
