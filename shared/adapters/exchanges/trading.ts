/** Table of contents: each exchange as orders need it. */

import type { Exchange } from '#ports/exchanges/exchange.ts'
import { orderIdOfIdentity } from './kalshi/orders/identity.ts'
import { lateExchange } from './loaded-late.ts'
import { storedTokens } from './polymarket/markets/tokens.ts'
import type { TableOfContents } from './registry.ts'

/** EXCHANGE_B; with `loadRelay` also what acts with a wallet on the chain. */
export const exchangeB =
  (
    loadRelay?: () => Promise<typeof import('./polymarket/relayer/wallet-relay.ts')>,
  ): TableOfContents<Exchange>['EXCHANGE_B'] =>
  (options) =>
    lateExchange(
      'EXCHANGE_B',
      // An order is known by its hash only; there is no name of ours on it (Polymarket reference, section 3.10).
      () => null,
      async () => {
        const { polymarketExchange } = await import('./polymarket/polymarket-exchange.ts')
        return polymarketExchange({ ...options, tokensOf: storedTokens(options.storedMarket), loadRelay })
      },
    )

/** Each exchange with all that is done for accounts, but acting with wallets on the chain: see `acting.ts`. */
export const TRADING: TableOfContents<Exchange> = {
  EXCHANGE_A: (options) =>
    lateExchange('EXCHANGE_A', orderIdOfIdentity, async () => {
      const { kalshiExchange } = await import('./kalshi/kalshi-exchange.ts')
      return kalshiExchange(options)
    }),
  EXCHANGE_B: exchangeB(),
}
