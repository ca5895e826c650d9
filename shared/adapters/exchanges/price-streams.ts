/** Table of contents: the price streams of each exchange. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { PriceStreamSource } from '#ports/exchanges/price-stream.ts'
import { loadedLate, type StreamOptions, type StreamTable, streamRegistry, tokensIn } from './stream-registry.ts'

const STREAMS: StreamTable<PriceStreamSource> = {
  EXCHANGE_A: {
    url: ({ EXCHANGE_A }) => EXCHANGE_A?.ws,
    open: (options) => ({
      needsAccount: true,
      open: loadedLate(async () => {
        const { kalshiPriceStream } = await import('./kalshi/stream/kalshi-price-stream.ts')
        return kalshiPriceStream(options)
      }),
    }),
  },
  EXCHANGE_B: {
    url: ({ EXCHANGE_B }) => EXCHANGE_B?.marketWs,
    open: (options) => ({
      needsAccount: false,
      open: loadedLate(async () => {
        const { polymarketPriceStream } = await import('./polymarket/stream/polymarket-price-stream.ts')
        return polymarketPriceStream({ ...options, tokensOf: tokensIn(options) })
      }),
    }),
  },
}

/** An exchange for which this answers null is polled. */
export const priceStreams = (options: StreamOptions): ((name: ExchangeName) => PriceStreamSource | null) =>
  streamRegistry(STREAMS, 'price', options)
