/** Table of contents: the cash of accounts at each exchange. It carries nothing that orders. */

import type { Funds } from '#ports/exchanges/funds.ts'
import { lateFunds } from './loaded-late.ts'
import type { TableOfContents } from './registry.ts'

export const FUNDS: TableOfContents<Funds> = {
  EXCHANGE_A: (options) =>
    lateFunds(async () => {
      const { kalshiFunds } = await import('./kalshi/kalshi-funds.ts')
      return kalshiFunds(options)
    }),
  EXCHANGE_B: (options) =>
    lateFunds(async () => {
      const { polymarketFunds } = await import('./polymarket/polymarket-funds.ts')
      return polymarketFunds(options)
    }),
}
