/** Table of contents: each exchange as previews of orders need it. It carries nothing that signs or sends an order. */

import type { PreviewSource } from '#ports/exchanges/preview-source.ts'
import { latePreviews } from './loaded-late.ts'
import { storedTokens } from './polymarket/markets/tokens.ts'
import type { TableOfContents } from './registry.ts'

export const PREVIEWS: TableOfContents<PreviewSource> = {
  EXCHANGE_A: (options) =>
    latePreviews('EXCHANGE_A', async () => {
      const { kalshiPreviews } = await import('./kalshi/kalshi-previews.ts')
      return kalshiPreviews(options)
    }),
  EXCHANGE_B: (options) =>
    latePreviews('EXCHANGE_B', async () => {
      const { polymarketPreviews } = await import('./polymarket/polymarket-previews.ts')
      return polymarketPreviews({ ...options, tokensOf: storedTokens(options.storedMarket) })
    }),
}
