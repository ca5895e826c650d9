/** Table of contents: each exchange whole, with all that is done for accounts. */

import type { Exchange } from '#ports/exchange.ts'
import { orderIdOfIdentity } from './kalshi/orders/identity.ts'
import { lateExchange } from './loaded-late.ts'
import { storedTokens } from './polymarket/markets/tokens.ts'
import type { TableOfContents } from './registry.ts'

export const TRADING: TableOfContents<Exchange> = {
  EXCHANGE_A: (options) =>
    lateExchange('EXCHANGE_A', orderIdOfIdentity, async () => {
      const { kalshiExchange } = await import('./kalshi/kalshi-exchange.ts')
      return kalshiExchange(options)
    }),
  // An order is known by its hash only; there is no name of ours on it (Polymarket reference, section 3.10).
  EXCHANGE_B: (options) =>
    lateExchange(
      'EXCHANGE_B',
      () => null,
      async () => {
        const { polymarketExchange } = await import('./polymarket/polymarket-exchange.ts')
        return polymarketExchange({ ...options, tokensOf: storedTokens(options.storedMarket) })
      },
    ),
}
