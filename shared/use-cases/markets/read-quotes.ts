/** Reads the quotes of many markets. */

import { isProblem, type Problem } from '#domain/kernel/problem.ts'
import { MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { ServiceUnavailable } from '#ports/kernel/service-unavailable.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { LiveMarketData } from './live-market-data.ts'

/** A market and what it shows; without a quote, why there is none. */
export interface MarketQuote {
  readonly svcId: number
  readonly quote: ExchangeQuote | null
  /** A note to the reader, also for a quote without trading. */
  readonly message: string | null
}

/** Records of markets as this process read them last: names and tokens never change. Null for one that the catalogue does not have. */
export type QuotedMarkets = (svcIds: readonly number[]) => Promise<ReadonlyMap<number, Market | null>>

export interface ReadQuotesDeps {
  readonly quotedMarkets: QuotedMarkets
  readonly marketData: Pick<LiveMarketData, 'quotes'>
}

/** Returns one row for each market, in the requested order. A row says why it has no quote. */
export const readQuotes = async (deps: ReadQuotesDeps, svcIds: readonly number[]): Promise<readonly MarketQuote[]> => {
  const requested = [...new Set(svcIds)]
  const markets = await deps.quotedMarkets(requested)
  const known = requested.flatMap((svcId) => markets.get(svcId) ?? [])
  const quotes = await deps.marketData.quotes(known)
  return requested.map((svcId) => {
    if (!markets.get(svcId)) return { svcId, quote: null, message: 'Market not found.' }
    return rowOf(svcId, quotes.get(svcId) ?? null)
  })
}

const rowOf = (svcId: number, found: ExchangeQuote | null | Problem): MarketQuote => {
  if (found === null) return { svcId, quote: null, message: 'The exchange shows no book of this market.' }
  if (isProblem(found)) return { svcId, quote: null, message: found.detail }
  return { svcId, quote: found, message: messageOn(found) }
}

/**
 * Explains a quote on which trading is not possible, or whose last price is older than its bid and ask; null for any
 * other quote.
 */
export const messageOn = ({ state, bid, ask, asOf, lastPriceAsOf = asOf }: ExchangeQuote): string | null => {
  if (state === 'closed') return 'The market is closed.'
  if (state === 'paused') return 'Trading is paused.'
  if (bid === null && ask === null) return 'There are no bids and no asks.'
  const age = Math.floor((asOf - lastPriceAsOf) / SECOND)
  return age > 0 ? `The last price is ${age} s older than bid and ask.` : null
}

const REMEMBERED_FOR = MINUTE
const MOST = 5_000

/**
 * Reads each market once a minute. Missing markets are read together, without unreadable rows. While the table or the
 * catalogue does not answer, older records of the same markets serve.
 */
export const quotedMarkets = (deps: {
  readonly markets: Pick<MarketStore, 'getMany'>
  readonly clock: Clock
}): QuotedMarkets => {
  const known = new Map<number, { readonly market: Market; readonly readAt: Millis }>()
  return async (svcIds) => {
    const now = deps.clock()
    const missing = svcIds.filter((svcId) => {
      const readAt = known.get(svcId)?.readAt
      return readAt === undefined || now - readAt >= REMEMBERED_FOR
    })
    const old = missing.flatMap((svcId) => known.get(svcId)?.market ?? [])
    const unlessKnown = (error: unknown): readonly Market[] => {
      if (!(error instanceof ServiceUnavailable) || old.length < missing.length) throw error
      return old
    }
    const read =
      missing.length === 0 ? [] : await deps.markets.getMany(missing, { skipUnreadable: true }).catch(unlessKnown)
    if (known.size + read.length > MOST) known.clear()
    for (const market of read) known.set(market.svcId, { market, readAt: now })
    const gone = new Set(missing.filter((svcId) => known.get(svcId)?.readAt !== now))
    return new Map(svcIds.map((svcId) => [svcId, gone.has(svcId) ? null : (known.get(svcId)?.market ?? null)]))
  }
}

/** Reads one market through the same cache, so that a market that was just read is not read again. */
export const oneQuotedMarket =
  (quoted: QuotedMarkets) =>
  async (svcId: number): Promise<Market | null> =>
    (await quoted([svcId])).get(svcId) ?? null
