/** Streams by the names of their exchanges, each built from its line in a table of contents when it is first asked for. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Market, svcIdOf } from '#domain/markets/market.ts'
import type { TradedExchanges } from '#ports/exchanges/exchange-addresses.ts'
import type { After, Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import { reportUnknownValues } from './known-values.ts'
import { rememberedTokens, storedTokens, type TokensOf } from './polymarket/markets/tokens.ts'

export interface StreamOptions {
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

type LineOptions = StreamOptions & {
  readonly url: string
  /** A message that names this market or record was left out. */
  readonly onSkip: (about: string, reason: string) => void
}

/** One line for each exchange that has such a stream; the others are polled. */
export type StreamTable<Source> = {
  readonly [Name in ExchangeName]?: {
    readonly url: (urls: TradedExchanges) => string | undefined
    readonly open: (options: LineOptions) => Source
  }
}

/** Null where an exchange has no line, or the address of its socket is not set up. */
export const streamRegistry = <Source>(
  contents: StreamTable<Source>,
  kind: 'price' | 'account',
  options: StreamOptions,
): ((name: ExchangeName) => Source | null) => {
  reportUnknownValues(options.log, options.clock)
  const built = new Map<ExchangeName, Source | null>()
  return (name) => {
    const known = built.get(name)
    if (known !== undefined) return known
    const line = contents[name]
    const url = line?.url(options.urls)
    const onSkip = (about: string, reason: string): void =>
      options.log.warn(`a message of the ${kind} stream is left out`, { exchange: name, about, reason })
    const source = line && url ? line.open({ ...options, url, onSkip }) : null
    built.set(name, source)
    return source
  }
}

/** Opens a stream whose code and library are loaded when it is opened first. */
export const loadedLate = <Args extends readonly unknown[], Stream>(
  load: () => Promise<{ open(...args: Args): Promise<Stream> }>,
): ((...args: Args) => Promise<Stream>) => {
  let loaded: ReturnType<typeof load> | null = null
  return async (...args) => {
    loaded ??= load()
    return (await loaded).open(...args)
  }
}

/** The tokens of the markets of EXCHANGE_B that our catalogue has. */
export const tokensIn = ({ storedMarket }: StreamOptions): TokensOf =>
  rememberedTokens(
    storedTokens(async (nativeId) => {
      const market = await storedMarket(svcIdOf('EXCHANGE_B', nativeId))
      return market?.nativeId === nativeId ? market : null
    }),
  )
