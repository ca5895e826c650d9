/** Candles of one market, made of its price history: the exchange keeps prices, but no candles. */

import { type Qty, qty } from '#domain/kernel/numbers.ts'
import { MINUTE, SECOND } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import type { Candle, PriceInterval } from '#domain/markets/price-series.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { Dated } from '../../http/reading-client.ts'
import type { Client } from '../http/client.ts'
import { WireHistory, WirePricePage } from '../http/wire.ts'
import { toRoundedPrice, unreadable } from '../http/wire-amounts.ts'

/**
 * Minutes that a price represents on the Data host, fine to coarse. Each has the longest interval for which it is kept
 * (Polymarket reference, section 5); the last one is kept for ever.
 */
const GRAINS: ReadonlyArray<readonly [minutes: number, PriceInterval]> = [
  [1, '1w'],
  [5, '1m'],
  [30, '1m'],
  [180, 'max'],
]

/** Finest grain in minutes that the CLOB accepts for each interval. */
const LEAST: Readonly<Record<PriceInterval, number>> = { '1d': 1, '1w': 5, '1m': 10, max: 180 }
/** The CLOB has no finer prices of a closed market (section 5). */
const LEAST_WHEN_OVER = 720

const PAGE = 10_000
/** Wait for the Data host that leaves the CLOB enough time. */
const FIRST_TRY_MS = 3_500

interface Point {
  readonly seconds: number
  readonly price: string
}

export const priceSeries =
  (api: Client): Exchange['priceSeries'] =>
  async (market, { interval, fidelity }, signal) => {
    const token = market.tokenIdYes
    if (token === null) throw unreadable('market without its tokens')
    const grain = grainOf(interval, fidelity)
    try {
      const { body, asOf } = await fromDataHost(api, token, interval, grain, firstTry(signal))
      return { candles: toCandles(body, Math.max(fidelity, grain)), asOf }
    } catch (error) {
      if (!(error instanceof ExchangeUnavailable)) throw error
      const minutes = Math.max(fidelity, LEAST[interval], isOver(market) ? LEAST_WHEN_OVER : 0)
      const { body, asOf } = await fromClob(api, token, interval, minutes, signal)
      return { candles: toCandles(body, minutes), asOf }
    }
  }

const isOver = ({ status }: Market): boolean => status === 'closed'

const firstTry = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(FIRST_TRY_MS)])

/** Returns the coarsest grain within the requested one, else the finest that reaches back so far. */
const grainOf = (interval: PriceInterval, fidelity: number): number => {
  const kept = GRAINS.filter(([, upTo]) => LENGTHS.indexOf(upTo) >= LENGTHS.indexOf(interval)).map(
    ([minutes]) => minutes,
  )
  return kept.findLast((minutes) => minutes <= fidelity) ?? Math.min(...kept)
}

const LENGTHS: readonly PriceInterval[] = ['1d', '1w', '1m', 'max']

/** Uses named intervals, because a window with a start may not be longer than 15 days. Points come oldest first. */
const fromDataHost = async (
  api: Client,
  token: string,
  interval: PriceInterval,
  grain: number,
  signal: AbortSignal,
): Promise<Dated<readonly Point[]>> => {
  const fixed = { token_id: token, interval, bucket_seconds: grain * 60, limit: PAGE }
  const points: Point[] = []
  let asOf = Number.POSITIVE_INFINITY
  let cursor: string | undefined
  do {
    const query = { ...fixed, cursor }
    const call = { host: 'data', area: 'price_history', path: '/v2/prices-history', query } as const
    const { body: page, asOf: answeredAt } = await api.readDated(null, call, WirePricePage, signal)
    asOf = Math.min(asOf, answeredAt)
    for (const { timestamp, price } of page.data ?? []) points.push({ seconds: timestamp, price })
    cursor = page.pagination?.next_cursor || undefined
  } while (cursor !== undefined)
  return { body: points, asOf }
}

/**
 * Reads the CLOB's history, which was documented until September 2026. The Data host has replaced it since; it is not
 * known whether the CLOB still serves it.
 */
const fromClob = async (
  api: Client,
  token: string,
  interval: PriceInterval,
  minutes: number,
  signal: AbortSignal,
): Promise<Dated<readonly Point[]>> => {
  const query = { market: token, interval, fidelity: minutes }
  const call = { host: 'clob', area: 'market_data', path: '/prices-history', query } as const
  const { body, asOf } = await api.readDated(null, call, WireHistory, signal)
  return { body: body.history.map(({ t, p }) => ({ seconds: t, price: p })), asOf }
}

/** Returns one candle for each period; the last price of the period counts. */
const toCandles = (points: readonly Point[], minutes: number): readonly Candle[] => {
  const length = minutes * MINUTE
  const candles = new Map<number, Candle>()
  for (const { seconds, price } of points) {
    const from = Math.floor((seconds * SECOND) / length) * length
    candles.set(from, flat(from, price))
  }
  return [...candles.values()].sort((a, b) => a.from - b.from)
}

const flat = (from: number, text: string): Candle => {
  const price = toRoundedPrice('price', text)
  return { from, open: price, high: price, low: price, close: price, volume: NOTHING }
}

const NOTHING: Qty = qty(0)
