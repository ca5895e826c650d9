/** Series, events and markets as the exchange writes them (Kalshi reference, section 5). */

import type { EngineOrder } from '../../engine/ledger/engine-state.ts'
import { isArchivedMarket } from '../account/archive.ts'
import { count, dollars, microTime, secondTime } from '../http/wire-numbers.ts'
import type { EventInfo, MarketInfo, SeriesInfo } from '../world/catalogue.ts'
import { type KalshiWorld, stateOf } from '../world/world.ts'
import { PRICE_GRIDS } from './price-grids.ts'

const ONE = 1_000_000
const DAY = 86_400_000

export type MarketStatusText = 'initialized' | 'active' | 'inactive' | 'closed' | 'determined' | 'finalized'

export const marketStatus = (world: KalshiWorld, info: MarketInfo): MarketStatusText => {
  switch (world.engine.ledger.markets.get(info.ticker)?.status) {
    case 'active':
      return 'active'
    case 'paused':
      return 'inactive'
    case 'closed':
      return stateOf(world, info).result === '' ? 'closed' : 'determined'
    case 'resolved':
      return 'finalized'
    default:
      return 'initialized'
  }
}

export const marketJson = (world: KalshiWorld, info: MarketInfo) => {
  const { event, ticker, strike } = info
  const { series } = event
  const state = stateOf(world, info)
  const market = world.engine.ledger.markets.get(ticker)
  const status = marketStatus(world, info)
  const latest = secondTime(state.closesAt + 7 * DAY)
  const lived = market?.volume ?? 0
  const settled = state.settledAt === null ? {} : { settlement_ts: microTime(state.settledAt) }
  const value = state.result === '' ? {} : { settlement_value_dollars: state.result === 'yes' ? '1.0000' : '0.0000' }
  return {
    ticker,
    event_ticker: event.ticker,
    market_type: 'binary',
    title: info.title,
    subtitle: '',
    yes_sub_title: info.yes,
    no_sub_title: info.yes,
    status,
    result: state.result,
    created_time: microTime(info.createdAt, 733),
    updated_time: microTime(Math.max(state.updatedAt, info.createdAt), 437),
    open_time: secondTime(info.opensAt),
    close_time: secondTime(state.closesAt),
    expected_expiration_time: secondTime(state.closesAt),
    expiration_time: latest,
    latest_expiration_time: latest,
    occurrence_datetime: secondTime(state.closesAt),
    settlement_timer_seconds: info.settlementTimerSeconds,
    ...settled,
    ...value,
    expiration_value: state.result === '' ? '' : info.yes,
    ...quotes(world, info),
    last_price_dollars: dollars(market?.lastPrice ?? 0),
    previous_price_dollars: dollars(market?.previousPrice ?? 0),
    previous_yes_bid_dollars: dollars(Math.max(0, (market?.previousPrice ?? 0) - 10_000)),
    previous_yes_ask_dollars: dollars(market?.previousPrice == null ? 0 : Math.min(ONE, market.previousPrice + 10_000)),
    volume_fp: count(info.pastVolume + lived),
    volume_24h_fp: count(Math.round(info.pastVolume / 20 / ONE) * ONE + lived),
    open_interest_fp: count(openInterest(world, info)),
    notional_value_dollars: '1.0000',
    can_close_early: true,
    early_close_condition: 'This market will close and expire early if the event occurs.',
    ...(strike === undefined ? {} : { strike_type: strike.type }),
    ...(strike?.floor === undefined ? {} : { floor_strike: strike.floor }),
    ...(strike?.cap === undefined ? {} : { cap_strike: strike.cap }),
    rules_primary: info.rules,
    rules_secondary: series.secondaryRules,
    price_level_structure: info.grid,
    price_ranges: PRICE_GRIDS[info.grid].map(({ start, end, step }) => ({
      start: dollars(start),
      end: dollars(end),
      step: dollars(step),
    })),
    exchange_index: series.shard,
    ...boundsOf(world, ticker),
  }
}

const boundsOf = ({ settlementFloors }: KalshiWorld, ticker: string) => {
  const floor = settlementFloors.get(ticker)
  return floor === undefined
    ? { settlement_bounds_type: 'default' }
    : { settlement_bounds_type: 'floor', settlement_floor_dollars: dollars(floor) }
}

/** The best prices; a side without orders shows 0 or 1 with size 0 (Kalshi reference, section 5.1). */
const quotes = (world: KalshiWorld, { ticker }: MarketInfo) => {
  const { bids, asks } = world.engine.ledger.bookOf(ticker)
  const [bid, bidSize] = touchOf(bids)
  const [ask, askSize] = touchOf(asks)
  const neverTraded = bid === null && ask === null && world.engine.ledger.markets.get(ticker)?.lastPrice === null
  return {
    yes_bid_dollars: dollars(bid ?? 0),
    yes_bid_size_fp: count(bidSize),
    yes_ask_dollars: dollars(ask ?? (neverTraded ? 0 : ONE)),
    yes_ask_size_fp: count(askSize),
    no_bid_dollars: dollars(ask === null ? (neverTraded ? ONE : 0) : ONE - ask),
    no_ask_dollars: dollars(bid === null ? ONE : ONE - bid),
  }
}

/** Price and size of the best level. */
const touchOf = (side: readonly EngineOrder[]): [price: number | null, size: number] => {
  const best = side[0]
  if (best === undefined) return [null, 0]
  let size = 0
  for (const { price, remaining } of side) {
    if (price !== best.price) break
    size += remaining
  }
  return [best.price, size]
}

export const openInterest = (world: KalshiWorld, { ticker, pastOpenInterest }: MarketInfo): number =>
  world.engine.ledger.positionsIn(ticker).reduce((sum, { net }) => sum + Math.max(0, net), pastOpenInterest)

/** Nested lists leave out archived markets (Kalshi live reference, section 5.1). */
export const liveMarkets = (world: KalshiWorld, event: EventInfo): readonly MarketInfo[] =>
  event.markets.filter((info) => !isArchivedMarket(world, info))

export const eventJson = (world: KalshiWorld, event: EventInfo, withMarkets: boolean) => ({
  event_ticker: event.ticker,
  series_ticker: event.series.ticker,
  title: event.title,
  sub_title: event.subTitle,
  mutually_exclusive: event.exclusive,
  collateral_return_type: event.exclusive ? 'MECNET' : 'binary',
  category: event.series.category,
  strike_date: secondTime(event.closesAt),
  settlement_sources: [event.series.source],
  last_updated_ts: microTime(event.updatedAt),
  exchange_index: event.series.shard,
  ...(withMarkets ? { markets: liveMarkets(world, event).map((market) => marketJson(world, market)) } : {}),
})

export const seriesJson = (world: KalshiWorld, series: SeriesInfo, withVolume: boolean) => ({
  ticker: series.ticker,
  title: series.title,
  frequency: series.frequency,
  category: series.category,
  categories: [series.category],
  tags: series.tags,
  settlement_sources: [series.source],
  contract_url: `https://example.org/contracts/${series.ticker}.pdf`,
  contract_terms_url: `https://example.org/terms/${series.ticker}.pdf`,
  fee_type: series.fees.type,
  fee_multiplier: series.fees.multiplier,
  additional_prohibitions: [],
  last_updated_ts: microTime(series.updatedAt),
  exchange_index: series.shard,
  ...(withVolume ? { volume_fp: count(volumeOf(world, series)) } : {}),
})

const volumeOf = (world: KalshiWorld, series: SeriesInfo): number =>
  [...world.catalogue.markets.values()]
    .filter(({ event }) => event.series === series)
    .reduce((sum, info) => sum + info.pastVolume + (world.engine.ledger.markets.get(info.ticker)?.volume ?? 0), 0)
