/** Table of contents: the private streams of each exchange. Null where the address of its socket is not set up. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { svcIdOf } from '#domain/markets/market.ts'
import type { AccountStreamSource } from '#ports/exchanges/account-stream.ts'
import type { TradedExchanges } from '#ports/exchanges/exchange-addresses.ts'
import { rememberedTokens, storedTokens } from './polymarket/markets/tokens.ts'
import type { PriceStreamsOptions } from './price-streams.ts'

type Open = (options: AccountStreamOptions) => AccountStreamSource
type AccountStreamOptions = PriceStreamsOptions & {
  readonly url: string
  readonly onSkip: (record: string, reason: string) => void
}

/** The code of a stream is loaded when it is opened first. Accounts of an exchange that is not here are polled. */
const STREAMS: {
  readonly [Name in ExchangeName]?: { readonly url: (urls: TradedExchanges) => string | undefined; readonly open: Open }
} = {
  EXCHANGE_A: {
    url: ({ EXCHANGE_A }) => EXCHANGE_A?.ws,
    open: (options) =>
      loadedLate(async () => {
        const { kalshiAccountStream } = await import('./kalshi/stream/kalshi-account-stream.ts')
        return kalshiAccountStream(options)
      }),
  },
  EXCHANGE_B: {
    url: ({ EXCHANGE_B }) => EXCHANGE_B?.userWs,
    open: (options) => {
      const tokensOf = rememberedTokens(
        storedTokens(async (nativeId) => {
          const market = await options.storedMarket(svcIdOf('EXCHANGE_B', nativeId))
          return market?.nativeId === nativeId ? market : null
        }),
      )
      return loadedLate(async () => {
        const { polymarketAccountStream } = await import('./polymarket/stream/polymarket-account-stream.ts')
        return polymarketAccountStream({ ...options, tokensOf })
      })
    },
  },
}

export const accountStreams = (options: PriceStreamsOptions): ((name: ExchangeName) => AccountStreamSource | null) => {
  const built = new Map<ExchangeName, AccountStreamSource | null>()
  return (name) => {
    const known = built.get(name)
    if (known !== undefined) return known
    const line = STREAMS[name]
    const url = line?.url(options.urls)
    const onSkip = (record: string, reason: string): void =>
      options.log.warn('a message of the account stream is left out', { exchange: name, record, reason })
    const source = line && url ? line.open({ ...options, url, onSkip }) : null
    built.set(name, source)
    return source
  }
}

const loadedLate = (load: () => Promise<AccountStreamSource>): AccountStreamSource => {
  let loaded: Promise<AccountStreamSource> | null = null
  return {
    open: async (account, hear) => {
      loaded ??= load()
      return (await loaded).open(account, hear)
    },
  }
}
