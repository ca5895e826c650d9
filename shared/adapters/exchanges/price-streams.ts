/** Table of contents: the price streams of each exchange. Null where the address of its socket is not set up. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Market, svcIdOf } from '#domain/markets/market.ts'
import type { TradedExchanges } from '#ports/exchanges/exchange-addresses.ts'
import type { PriceStreamSource } from '#ports/exchanges/price-stream.ts'
import type { After, Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import { rememberedTokens, storedTokens } from './polymarket/markets/tokens.ts'

export interface PriceStreamsOptions {
  readonly clock: Clock
  readonly after: After
  /** From 0 to below 1. */
  readonly random: () => number
  readonly log: Log
  /** An exchange that is absent is not set up. */
  readonly urls: TradedExchanges
  /** A market as our catalogue has it, by `svc_id`; null for one that it does not have. */
  readonly storedMarket: (svcId: number) => Promise<Market | null>
}

type Open = (options: PriceStreamsOptions & { readonly url: string; readonly onSkip: OnSkip }) => PriceStreamSource
type OnSkip = (market: string, reason: string) => void

/**
 * The code of a stream and its library are loaded when it is opened first. An exchange that is not here is polled, and no exchange needs
 * a line.
 */
const STREAMS: {
  readonly [Name in ExchangeName]?: { readonly url: (urls: TradedExchanges) => string | undefined; readonly open: Open }
} = {
  EXCHANGE_A: {
    url: ({ EXCHANGE_A }) => EXCHANGE_A?.ws,
    open: (options) =>
      loadedLate(true, async () => {
        const { kalshiPriceStream } = await import('./kalshi/stream/kalshi-price-stream.ts')
        return kalshiPriceStream(options)
      }),
  },
  EXCHANGE_B: {
    url: ({ EXCHANGE_B }) => EXCHANGE_B?.marketWs,
    open: (options) => {
      const tokensOf = rememberedTokens(
        storedTokens(async (nativeId) => {
          const market = await options.storedMarket(svcIdOf('EXCHANGE_B', nativeId))
          return market?.nativeId === nativeId ? market : null
        }),
      )
      return loadedLate(false, async () => {
        const { polymarketPriceStream } = await import('./polymarket/stream/polymarket-price-stream.ts')
        return polymarketPriceStream({ ...options, tokensOf })
      })
    },
  },
}

export const priceStreams = (options: PriceStreamsOptions): ((name: ExchangeName) => PriceStreamSource | null) => {
  const built = new Map<ExchangeName, PriceStreamSource | null>()
  return (name) => {
    const known = built.get(name)
    if (known !== undefined) return known
    const line = STREAMS[name]
    const url = line?.url(options.urls)
    const onSkip: OnSkip = (market, reason) =>
      options.log.warn('a message of the price stream is left out', { exchange: name, market, reason })
    const source = line && url ? line.open({ ...options, url, onSkip }) : null
    built.set(name, source)
    return source
  }
}

const loadedLate = (needsAccount: boolean, load: () => Promise<PriceStreamSource>): PriceStreamSource => {
  let loaded: Promise<PriceStreamSource> | null = null
  return {
    needsAccount,
    open: async (account, hear) => {
      loaded ??= load()
      return (await loaded).open(account, hear)
    },
  }
}
