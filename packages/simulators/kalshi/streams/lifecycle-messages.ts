/**
 * Messages of the lifecycle channel about markets (Kalshi live reference, section 1.4). An opening or closing time
 * alone sends no message.
 */

import { dollars, seconds } from '../http/wire-numbers.ts'
import { PRICE_GRIDS } from '../markets/price-grids.ts'
import type { EventInfo, MarketInfo } from '../world/catalogue.ts'
import { type KalshiWorld, type MarketState, stateOf } from '../world/world.ts'

export const announceCreated = (world: KalshiWorld, info: MarketInfo): void => {
  const { event, strike } = info
  const { closesAt } = stateOf(world, info)
  announce(world, info.ticker, 'created', {
    exchange_index: event.series.shard,
    open_ts: seconds(info.opensAt),
    close_ts: seconds(closesAt),
    price_level_structure: info.grid,
    price_ranges: PRICE_GRIDS[info.grid].map(({ start, end, step }) => ({
      start: dollars(start),
      end: dollars(end),
      step: dollars(step),
    })),
    additional_metadata: {
      name: event.title,
      title: info.title,
      yes_sub_title: info.yes,
      no_sub_title: info.yes,
      rules_primary: info.rules,
      rules_secondary: event.series.secondaryRules,
      can_close_early: true,
      event_ticker: event.ticker,
      expected_expiration_ts: seconds(closesAt),
      ...(strike === undefined ? {} : { strike_type: strike.type }),
      ...(strike?.floor === undefined ? {} : { floor_strike: strike.floor }),
      ...(strike?.cap === undefined ? {} : { cap_strike: strike.cap }),
    },
  })
}

export const announceEvent = (world: KalshiWorld, event: EventInfo): void => {
  if (world.streams.sessions.size === 0) return
  const msg = {
    event_ticker: event.ticker,
    exchange_index: event.series.shard,
    title: event.title,
    subtitle: event.subTitle,
    collateral_return_type: event.exclusive ? 'MECNET' : '',
    series_ticker: event.series.ticker,
    strike_date: seconds(event.closesAt),
  }
  world.streams.announced.push({ type: 'event_lifecycle', msg })
}

export const announceActivity = (world: KalshiWorld, ticker: string, isActive: boolean): void =>
  announce(world, ticker, isActive ? 'activated' : 'deactivated', { is_deactivated: !isActive })

export const announceClose = (world: KalshiWorld, { ticker, closesAt }: MarketState): void =>
  announce(world, ticker, 'close_date_updated', { close_ts: seconds(closesAt) })

export const announceResult = (world: KalshiWorld, { ticker, result, determinedAt }: MarketState): void =>
  announce(world, ticker, 'determined', {
    result,
    settlement_value: result === 'yes' ? '1.0000' : '0.0000',
    determination_ts: seconds(determinedAt ?? world.clock()),
  })

export const announceSettled = (world: KalshiWorld, { ticker, settledAt }: MarketState): void =>
  announce(world, ticker, 'settled', { settled_ts: seconds(settledAt ?? world.clock()) })

const announce = (
  { streams }: KalshiWorld,
  ticker: string,
  type: string,
  more: Readonly<Record<string, unknown>>,
): void => {
  // Earlier events are not sent.
  if (streams.sessions.size === 0) return
  streams.announced.push({ type: 'market_lifecycle_v2', msg: { event_type: type, market_ticker: ticker, ...more } })
}
