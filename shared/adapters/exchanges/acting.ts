/** Table of contents: each exchange whole. What signs for the chain is in no other table, and so in no other bundle. */

import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { TableOfContents } from './registry.ts'
import { exchangeB, TRADING } from './trading.ts'

export const ACTING: TableOfContents<Exchange> = {
  ...TRADING,
  EXCHANGE_B: exchangeB(() => import('./polymarket/relayer/wallet-relay.ts')),
}
