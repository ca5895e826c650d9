/** Messages about markets: ticker, book and trades (Kalshi live reference, section 1.4). */

import type { EngineEvent } from '../../engine/ledger/engine-events.ts'
import type { EngineTrade } from '../../engine/ledger/engine-state.ts'
import { levelsOf } from '../../engine/matching/order-book.ts'
import { identifier } from '../../engine/world/identifier.ts'
import { count, dollars, microTime, seconds, secondTime } from '../http/wire-numbers.ts'
import { openInterest } from '../markets/market-json.ts'
import type { MarketInfo } from '../world/catalogue.ts'
import type { KalshiWorld } from '../world/world.ts'

const ONE = 1_000_000

export type LevelEvent = Extract<EngineEvent, { kind: 'level' }>

export const marketIdOf = (ticker: string): string => identifier('market', ticker)

/** Content of the channel `ticker` for a market, without instants. */
export const tickerOf = (world: KalshiWorld, info: MarketInfo) => {
  const { ledger } = world.engine
  const market = ledger.markets.get(info.ticker)
  const { bids, asks } = ledger.bookOf(info.ticker)
  const [bid] = levelsOf(bids)
  const [ask] = levelsOf(asks)
  const volume = info.pastVolume + (market?.volume ?? 0)
  const open = openInterest(world, info)
  const price = market?.lastPrice ?? 0
  return {
    market_id: marketIdOf(info.ticker),
    market_ticker: info.ticker,
    price_dollars: dollars(price),
    yes_bid_dollars: dollars(bid?.price ?? 0),
    yes_ask_dollars: dollars(ask?.price ?? ONE),
    volume_fp: count(volume),
    open_interest_fp: count(open),
    dollar_volume: wholeDollars(volume, price),
    dollar_open_interest: wholeDollars(open, price),
    yes_bid_size_fp: count(bid?.qty ?? 0),
    yes_ask_size_fp: count(ask?.qty ?? 0),
    last_trade_size_fp: count(world.streams.lastTradeSizes.get(info.ticker) ?? 0),
  }
}

/** The instants of a ticker message; `ts` and `time` are leftovers that are still sent. */
export const tickerTimes = (now: number) => ({ ts: seconds(now), ts_ms: now, time: secondTime(now) })

/** The whole book; a side without orders is absent. With YES prices the levels of NO are asks as they stand. */
export const snapshotOf = (world: KalshiWorld, ticker: string, useYesPrice: boolean) => {
  const { bids, asks } = world.engine.ledger.bookOf(ticker)
  const worstFirst = (side: typeof bids, priceOf: (price: number) => number) =>
    levelsOf(side)
      .reverse()
      .map(({ price, qty }) => [dollars(priceOf(price)), count(qty)])
  return {
    market_ticker: ticker,
    market_id: marketIdOf(ticker),
    ...(bids.length === 0 ? {} : { yes_dollars_fp: worstFirst(bids, (price) => price) }),
    ...(asks.length === 0 ? {} : { no_dollars_fp: worstFirst(asks, (price) => (useYesPrice ? price : ONE - price)) }),
  }
}

/** One changed level; whoever caused it learns by which of his orders. */
export const deltaOf = (event: LevelEvent, useYesPrice: boolean, account: string, now: number) => {
  const { market, buyFlag, price, delta, identity } = event
  const isOwn = event.account === account
  return {
    market_ticker: market,
    market_id: marketIdOf(market),
    price_dollars: dollars(buyFlag || useYesPrice ? price : ONE - price),
    delta_fp: count(delta),
    side: buyFlag ? 'yes' : 'no',
    ...(isOwn && identity !== null ? { client_order_id: identity } : {}),
    ...(isOwn ? { subaccount: 0 } : {}),
    ts: microTime(now),
    ts_ms: now,
  }
}

export const tradeOf = ({ id, market, price, qty, buyFlag, at, isBlock }: EngineTrade) => ({
  trade_id: id,
  market_ticker: market,
  yes_price_dollars: dollars(price),
  no_price_dollars: dollars(ONE - price),
  count_fp: count(qty),
  taker_side: buyFlag ? 'yes' : 'no',
  taker_outcome_side: buyFlag ? 'yes' : 'no',
  taker_book_side: buyFlag ? 'bid' : 'ask',
  is_block_trade: isBlock ?? false,
  ts: seconds(at),
  ts_ms: at,
})

const wholeDollars = (qty: number, price: number): number => Math.round((qty / ONE) * (price / ONE))
