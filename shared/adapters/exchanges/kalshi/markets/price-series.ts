/** Candles of one market. The exchange keeps candles of a minute, an hour or a day. */

import { DAY, HOUR, MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import { type Candle, type PriceInterval, startOf } from '#domain/markets/price-series.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Dated } from '../../http/reading-client.ts'
import type { Client } from '../http/client.ts'
import { WireArchivedCandles, type WireCandle, WireCandlePage } from '../http/wire.ts'
import { toCandle } from './to-candle.ts'

/** Shortest candles that do not make thousands in an interval. */
const LENGTHS: Readonly<Record<PriceInterval, number>> = { '1d': MINUTE, '1w': HOUR, '1m': HOUR, max: DAY }

/** Most candles in one call: the lowest of the documented limits (Kalshi reference, section 5.4). */
const AT_ONCE = 5_000

/** The exchange opened in July 2021. */
const FIRST_MARKET = Date.UTC(2021, 5, 1)

interface Span {
  readonly start_ts: number
  readonly end_ts: number
  readonly period_interval: number
}

type ReadSpan = (market: Market, span: Span, signal: AbortSignal) => Promise<Dated<readonly WireCandle[]>>

export const priceSeries = (api: Client, clock: Clock): Exchange['priceSeries'] => {
  /**
   * Uses the call for many markets, which needs the ticker alone. The call for one market needs the ticker of its
   * series, which no market contains.
   */
  const live: ReadSpan = async ({ nativeId: ticker, status }, span, signal) => {
    const call = { path: '/markets/candlesticks', query: { market_tickers: ticker, ...span }, cost: 10 }
    // A 404 means "no candles" only for a closed market.
    const read = status === 'active' ? api.readDated : api.findDated
    const page = await read(null, call, WireCandlePage, signal)
    const found = page?.body.markets?.find((market) => market.market_ticker === ticker)
    return { body: found?.candlesticks ?? [], asOf: page?.asOf ?? clock() }
  }

  const archived: ReadSpan = async ({ nativeId: ticker }, span, signal) => {
    const path = `/historical/markets/${encodeURIComponent(ticker)}/candlesticks`
    const answer = await api.findDated(null, { path, query: { ...span }, cost: 10 }, WireArchivedCandles, signal)
    return { body: answer?.body.candlesticks ?? [], asOf: answer?.asOf ?? clock() }
  }

  const all = async (read: ReadSpan, market: Market, spans: readonly Span[], signal: AbortSignal) => {
    const found: WireCandle[] = []
    let asOf = clock()
    for (const span of spans) {
      const part = await read(market, span, signal)
      found.push(...part.body)
      asOf = Math.min(asOf, part.asOf)
    }
    return { body: found, asOf }
  }

  return async (market: Market, { interval }, signal) => {
    const length = LENGTHS[interval]
    const spans = spansOf(startOf(interval, clock()) ?? FIRST_MARKET, clock(), length)
    const found = await all(live, market, spans, signal)
    // Some time after its settlement, a market and its candles are in the archive only (section 5.5).
    const isArchived = found.body.length === 0 && market.status !== 'active'
    const { body, asOf } = isArchived ? await all(archived, market, spans, signal) : found
    return { candles: inOrder(body, length), asOf }
  }
}

/**
 * Returns the spans of the calls. Both ends are inclusive, and a candle counts by its end, which is in the future for
 * the running candle.
 */
const spansOf = (from: Millis, now: Millis, length: number): readonly Span[] => {
  const spans: Span[] = []
  const last = now + length
  for (let start = from + length; start <= last; start += AT_ONCE * length) {
    const end = Math.min(last, start + AT_ONCE * length - SECOND)
    spans.push({ start_ts: inSeconds(start), end_ts: inSeconds(end), period_interval: length / MINUTE })
  }
  return spans
}

const inSeconds = (at: Millis): number => Math.floor(at / SECOND)

/** Returns each candle once, by its start. */
const inOrder = (found: readonly WireCandle[], length: number): readonly Candle[] => {
  const candles = new Map(
    found.flatMap((wire) => toCandle(wire, length) ?? []).map((candle) => [candle.from, candle] as const),
  )
  return [...candles.values()].sort((a, b) => a.from - b.from)
}
