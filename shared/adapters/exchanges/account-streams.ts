/** Table of contents: the private streams of each exchange. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { AccountStreamSource } from '#ports/exchanges/account-stream.ts'
import { loadedLate, type StreamOptions, type StreamTable, streamRegistry, tokensIn } from './stream-registry.ts'

const STREAMS: StreamTable<AccountStreamSource> = {
  EXCHANGE_A: {
    url: ({ EXCHANGE_A }) => EXCHANGE_A?.ws,
    open: (options) => ({
      open: loadedLate(async () => {
        const { kalshiAccountStream } = await import('./kalshi/stream/kalshi-account-stream.ts')
        return kalshiAccountStream(options)
      }),
    }),
  },
  EXCHANGE_B: {
    url: ({ EXCHANGE_B }) => EXCHANGE_B?.userWs,
    open: (options) => ({
      open: loadedLate(async () => {
        const { polymarketAccountStream } = await import('./polymarket/stream/polymarket-account-stream.ts')
        return polymarketAccountStream({ ...options, tokensOf: tokensIn(options) })
      }),
    }),
  },
}

/** Accounts of an exchange for which this answers null are polled. */
export const accountStreams = (options: StreamOptions): ((name: ExchangeName) => AccountStreamSource | null) =>
  streamRegistry(STREAMS, 'account', options)
