/** Table of contents: each exchange whole, with all that is done for accounts. */

import type { Exchange } from '#ports/exchange.ts'
import { kalshiExchange } from './kalshi/kalshi-exchange.ts'
import { storedTokens } from './polymarket/markets/tokens.ts'
import { polymarketExchange } from './polymarket/polymarket-exchange.ts'
import type { TableOfContents } from './registry.ts'

export const TRADING: TableOfContents<Exchange> = {
  EXCHANGE_A: kalshiExchange,
  EXCHANGE_B: (options) => polymarketExchange({ ...options, tokensOf: storedTokens(options.storedMarket) }),
}
