/** Candlesticks of one market, of many, of an event (Kalshi reference, section 5.4). */

import type { HttpReply } from '../../engine/http/json-server.ts'
import type { Candle } from '../../engine/world/candle-history.ts'
import { isArchivedMarket } from '../account/archive.ts'
import { ok, type SimulatorCall } from '../http/call.ts'
import { badQuery, refusal } from '../http/refusal.ts'
import type { QueryReader } from '../http/request-query.ts'
import { count, dollars, seconds } from '../http/wire-numbers.ts'
import type { MarketInfo } from '../world/catalogue.ts'
import type { KalshiWorld } from '../world/world.ts'
import { openInterest } from './market-json.ts'
import { marketOf } from './read-markets.ts'

const MINUTE = 60_000
const CENT = 10_000
const MOST_CANDLES = 10_000

export const getCandles = (call: SimulatorCall): HttpReply => {
  const info = marketOf(call, call.params['ticker'])
  if (info.event.series.ticker !== call.params['series_ticker']) throw refusal(404, 'not_found')
  const period = readPeriod(call.query('GetMarketCandlesticks'), 'GetMarketCandlesticks', 1)
  return ok({ ticker: info.ticker, candlesticks: candlesJson(call.world, info, period) })
}

/** Their fields have no suffixes (Kalshi OpenAPI, `MarketCandlestickHistorical`). */
export const getArchivedCandles = (call: SimulatorCall): HttpReply => {
  const info = marketOf(call, call.params['ticker'], 'archive')
  const operation = 'GetMarketCandlesticksHistorical'
  const candles = candlesJson(call.world, info, readPeriod(call.query(operation), operation, 1))
  return ok({ ticker: info.ticker, candlesticks: candles.map(withoutSuffixes) })
}

export const listCandles = (call: SimulatorCall): HttpReply => {
  const query = call.query('BatchGetMarketCandlesticks')
  const tickers = query.list('market_tickers', 100)
  if (tickers === undefined) throw badQuery('BatchGetMarketCandlesticks', 'MarketTickers', 'required')
  const period = readPeriod(query, 'BatchGetMarketCandlesticks', tickers.length)
  const found = tickers
    .flatMap((ticker) => call.world.catalogue.markets.get(ticker) ?? [])
    .filter((info) => !isArchivedMarket(call.world, info))
  return ok({
    markets: found.map((info) => ({
      market_ticker: info.ticker,
      candlesticks: candlesJson(call.world, info, period),
    })),
  })
}

interface Period {
  readonly from: number
  readonly to: number
  readonly interval: number
  readonly withLatestBefore: boolean
}

const readPeriod = (query: QueryReader, operation: string, markets: number): Period => {
  const required = (name: string, field: string): number => {
    const found = query.whole(name)
    if (found === undefined) throw badQuery(operation, field, 'required')
    return found
  }
  const from = required('start_ts', 'StartTs') * 1000
  const to = required('end_ts', 'EndTs') * 1000
  const minutes = required('period_interval', 'PeriodInterval')
  if (![1, 60, 1440].includes(minutes)) throw badQuery(operation, 'PeriodInterval', 'oneof')
  const interval = minutes * MINUTE
  if (to < from || ((to - from) / interval) * markets > MOST_CANDLES) throw badQuery(operation, 'EndTs', 'max')
  return { from, to, interval, withLatestBefore: query.flag('include_latest_before_start') }
}

const candlesJson = (world: KalshiWorld, info: MarketInfo, { from, to, interval, withLatestBefore }: Period) => {
  const end = Math.min(to, Math.ceil(world.clock() / interval) * interval)
  const candles = world.candles.candles(info.ticker, from, end, interval)
  const lead = withLatestBefore ? [leadCandle(world, info, from)] : []
  const interest = count(openInterest(world, info))
  let previous = world.candles.pastPrice(info.ticker, from)
  return [...lead, ...candles].map((candle) => {
    const written = candleJson(candle, previous, interest)
    previous = candle.price?.close ?? previous
    return written
  })
}

/** The synthetic candle that says where the price stood before the period. */
const leadCandle = (world: KalshiWorld, info: MarketInfo, from: number): Candle => {
  const close = world.candles.pastPrice(info.ticker, from)
  return { endsAt: from, price: { open: close, high: close, low: close, close }, volume: 0 }
}

const candleJson = ({ endsAt, price, volume }: Candle, previous: number, interest: string) => {
  const seen = price ?? { open: previous, high: previous, low: previous, close: previous }
  return {
    end_period_ts: seconds(endsAt),
    yes_bid: quoteJson(seen, -CENT),
    yes_ask: quoteJson(seen, CENT),
    price:
      price === null
        ? { ...nullPrices, previous_dollars: dollars(previous) }
        : {
            open_dollars: dollars(price.open),
            low_dollars: dollars(price.low),
            high_dollars: dollars(price.high),
            close_dollars: dollars(price.close),
            mean_dollars: dollars(Math.round((price.open + price.close + price.high + price.low) / 4 / 100) * 100),
            previous_dollars: dollars(previous),
            min_dollars: dollars(price.low),
            max_dollars: dollars(price.high),
          },
    volume_fp: count(volume),
    open_interest_fp: interest,
  }
}

const withoutSuffixes = ({ end_period_ts, yes_bid, yes_ask, price, volume_fp, open_interest_fp }: CandleJson) => {
  const bare = (prices: object) =>
    Object.fromEntries(Object.entries(prices).map(([name, text]) => [name.replace('_dollars', ''), text]))
  return {
    end_period_ts,
    yes_bid: bare(yes_bid),
    yes_ask: bare(yes_ask),
    price: bare(price),
    volume: volume_fp,
    open_interest: open_interest_fp,
  }
}

type CandleJson = ReturnType<typeof candleJson>

const nullPrices = {
  open_dollars: null,
  low_dollars: null,
  high_dollars: null,
  close_dollars: null,
  mean_dollars: null,
  min_dollars: null,
  max_dollars: null,
}

const quoteJson = (price: { open: number; high: number; low: number; close: number }, shift: number) => {
  const at = (value: number): string => dollars(Math.min(990_000, Math.max(CENT, value + shift)))
  return {
    open_dollars: at(price.open),
    low_dollars: at(price.low),
    high_dollars: at(price.high),
    close_dollars: at(price.close),
  }
}
